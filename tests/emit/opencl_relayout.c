/* Runs kernels `k0`, `k1`, ... of a file. Reads numbers of 64 bits: which kernel, blocks, threads, and the bytes of source
   and destination; then these bytes. Writes those of the destination afterwards. */
#include "opencl.h"

int main(int argc, char **argv) {
    if (!find_device()) return 3;
    if (argc < 2 || strcmp(argv[1], "--devices") == 0) {
        char name[256] = "";
        clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
        printf("%s\n", name);
        return 0;
    }

    cl_program program = program_of(argv[1]);
    cl_ulong job[5];
    while (fread(job, sizeof job, 1, stdin) == 1) {
        cl_int status;
        char name[32];
        char *source = malloc(job[3]), *destination = malloc(job[4]);
        if (fread(source, 1, job[3], stdin) != job[3] || fread(destination, 1, job[4], stdin) != job[4]) return 1;
        sprintf(name, "k%lu", (unsigned long)job[0]);
        cl_kernel kernel = clCreateKernel(program, name, &status);
        check(status, name);
        cl_mem from = buffer_of(job[3], source), to = buffer_of(job[4], destination);
        check(clSetKernelArg(kernel, 0, sizeof from, &from), "source");
        check(clSetKernelArg(kernel, 1, sizeof to, &to), "destination");
        const size_t threads = job[2], all = job[1] * threads;
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &all, &threads, 0, NULL, NULL), name);
        check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, job[4], destination, 0, NULL, NULL), "read");
        fwrite(destination, 1, job[4], stdout);
        fflush(stdout);
        clReleaseMemObject(from);
        clReleaseMemObject(to);
        clReleaseKernel(kernel);
        free(source);
        free(destination);
    }
    return 0;
}
