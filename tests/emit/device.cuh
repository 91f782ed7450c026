/* Kernels and functions of CUDA on the first device. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t status, const char *what) {
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(1);
    }
}

static void finish() {
    check(cudaGetLastError(), "call");
    check(cudaDeviceSynchronize(), "kernel");
}

/* Memory of the device with these bytes. */
static char *on_device(const void *bytes, size_t count) {
    char *memory;
    check(cudaMalloc(&memory, count), "memory");
    check(cudaMemcpy(memory, bytes, count, cudaMemcpyHostToDevice), "to the device");
    return memory;
}

/* Writes bytes of the device, and gives the memory back. */
static void write(char *memory, size_t count) {
    std::vector<char> bytes(count);
    check(cudaMemcpy(bytes.data(), memory, count, cudaMemcpyDeviceToHost), "to the host");
    fwrite(bytes.data(), 1, count, stdout);
    fflush(stdout);
    check(cudaFree(memory), "memory");
}

static unsigned int blocks, threads;
static const char *from;
static char *to;

template <class From, class To>
static void call(void (*kernel)(const From *, To *)) {
    kernel<<<blocks, threads>>>(reinterpret_cast<const From *>(from), reinterpret_cast<To *>(to));
    finish();
}

/* Reads numbers of 64 bits: which kernel, blocks, threads, and the bytes of source and destination; then these bytes.
   Writes those of the destination afterwards. */
static int serve(void (*const *bodies)()) {
    uint64_t job[5];
    while (fread(job, sizeof job, 1, stdin) == 1) {
        std::vector<char> source(job[3]), destination(job[4]);
        if (fread(source.data(), 1, job[3], stdin) != job[3]) return 1;
        if (fread(destination.data(), 1, job[4], stdin) != job[4]) return 1;
        blocks = unsigned(job[1]), threads = unsigned(job[2]);
        char *given = on_device(source.data(), job[3]);
        from = given, to = on_device(destination.data(), job[4]);
        bodies[job[0]]();
        check(cudaFree(given), "memory");
        write(to, job[4]);
    }
    return 0;
}

/* Reads calls of `numbers` numbers, and writes what a thread for each of them gives. */
template <int numbers>
static int answer(void (*kernel)(const int64_t *, int64_t *, uint64_t)) {
    std::vector<int64_t> calls;
    int64_t call[numbers];
    while (fread(call, sizeof call, 1, stdin) == 1) calls.insert(calls.end(), call, call + numbers);
    const size_t bytes = calls.size() * sizeof(int64_t), count = calls.size() / numbers;
    const std::vector<int64_t> nothing(calls.size());
    char *given = on_device(calls.data(), bytes), *answers = on_device(nothing.data(), bytes);
    const int64_t *in = reinterpret_cast<int64_t *>(given);
    kernel<<<unsigned(count / 128 + 1), 128>>>(in, reinterpret_cast<int64_t *>(answers), count);
    finish();
    check(cudaFree(given), "memory");
    write(answers, bytes);
    return 0;
}
