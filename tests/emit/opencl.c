/* Reads calls of nine numbers of 64 bits, hands them to the kernel `run` of the file, and writes the answers. */
#include "opencl.h"

enum { NUMBERS = 9 };

int main(int argc, char **argv) {
    if (!find_device()) return 3;
    if (argc < 2 || strcmp(argv[1], "--devices") == 0) return 0;

    cl_int status;
    size_t bytes;
    cl_program program = program_of(argv[1]);
    char *calls = all_of(stdin, &bytes);
    const size_t count = bytes / (NUMBERS * sizeof(cl_long));
    cl_kernel kernel = clCreateKernel(program, "run", &status);
    check(status, "kernel");
    cl_mem given = buffer_of(bytes, calls), answers = buffer_of(bytes, calls);
    check(clSetKernelArg(kernel, 0, sizeof given, &given), "given");
    check(clSetKernelArg(kernel, 1, sizeof answers, &answers), "answers");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL), "run");
    check(clEnqueueReadBuffer(queue, answers, CL_TRUE, 0, bytes, calls, 0, NULL, NULL), "read");
    fwrite(calls, 1, bytes, stdout);
    return 0;
}
