"""The first NVIDIA device, by the driver's own interface: memory, kernels, and how long they take."""

import ctypes
import statistics


class Device:
    """A context on the first device. Nothing but the driver is needed."""

    def __init__(self):
        try:
            self.cuda = ctypes.CDLL("libcuda.so.1")
        except OSError as error:
            raise SystemExit(f"no NVIDIA device here: {error}") from error
        device, context, name = ctypes.c_int(), ctypes.c_void_p(), ctypes.create_string_buffer(100)
        self("cuInit", 0)
        self("cuDeviceGet", ctypes.byref(device), 0)
        self("cuDeviceGetName", name, len(name), device)
        self("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self("cuCtxSetCurrent", context)
        self.name = name.value.decode()

    def __call__(self, function, *arguments):
        if status := getattr(self.cuda, function)(*arguments):
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorString(status, ctypes.byref(text))
            raise SystemExit(f"{function}: {text.value.decode() if text.value else status}")

    def memory(self, count):
        """So many bytes."""
        address = ctypes.c_uint64()
        self("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(count))
        return address

    def put(self, address, array):
        self("cuMemcpyHtoD_v2", address, array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes))

    def get(self, address, array):
        self("cuMemcpyDtoH_v2", array.ctypes.data_as(ctypes.c_void_p), address, ctypes.c_size_t(array.nbytes))

    def free(self, *addresses):
        for address in addresses:
            self("cuMemFree_v2", address)

    def module(self, image):
        """The kernels of a cubin or of PTX, by name."""
        module = ctypes.c_void_p()
        self("cuModuleLoadData", ctypes.byref(module), image + b"\0")

        def kernel(name):
            function = ctypes.c_void_p()
            self("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
            return function

        return kernel

    def launch(self, kernel, grid, block, shared, *arguments):
        """Arguments are values of ctypes."""
        pointers = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(argument) for argument in arguments))
        self("cuLaunchKernel", kernel, *grid, *block, shared, None, pointers, None)

    def copy(self, source, destination, count):
        self("cuMemcpyDtoDAsync_v2", destination, source, ctypes.c_size_t(count), None)

    def finish(self):
        self("cuCtxSynchronize")

    def seconds(self, work, rounds=20, together=1):
        """The median time of some work, of which several come one behind the other."""
        begin, end, took = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_float()
        for event in begin, end:
            self("cuEventCreate", ctypes.byref(event), 0)
        times = []
        for _ in range(rounds + 3):
            self("cuEventRecord", begin, None)
            for _ in range(together):
                work()
            self("cuEventRecord", end, None)
            self("cuEventSynchronize", end)
            self("cuEventElapsedTime", ctypes.byref(took), begin, end)
            times.append(took.value / 1000 / together)
        return statistics.median(times[3:])
