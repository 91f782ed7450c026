/* Reads calls of nine numbers of 64 bits, hands them to the kernel `run` of the file, and writes the answers. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 9 };

static void check(cl_int status, const char *what) {
    if (status != CL_SUCCESS) {
        fprintf(stderr, "%s: %d\n", what, status);
        exit(1);
    }
}

static char *all_of(FILE *file, size_t *length) {
    size_t room = 1 << 16;
    char *bytes = malloc(room);
    *length = 0;
    for (size_t count; (count = fread(bytes + *length, 1, room - *length, file)) > 0;) {
        *length += count;
        if (*length == room) {
            room *= 2;
            bytes = realloc(bytes, room);
        }
    }
    return bytes;
}

int main(int argc, char **argv) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int status = clGetPlatformIDs(1, &platform, NULL);
    if (status == CL_SUCCESS) status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    if (status != CL_SUCCESS) return 3;
    if (argc < 2 || strcmp(argv[1], "--devices") == 0) return 0;

    size_t length, bytes;
    FILE *file = fopen(argv[1], "rb");
    if (!file) return 1;
    char *source = all_of(file, &length);
    char *calls = all_of(stdin, &bytes);
    const size_t count = bytes / (NUMBERS * sizeof(cl_long));

    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "queue");
    const char *text = source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, &length, &status);
    check(status, "program");
    status = clBuildProgram(program, 1, &device, "-cl-std=CL1.2 -cl-opt-disable", NULL, NULL);
    if (status != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s\n", log);
    }
    check(status, "build");
    cl_kernel kernel = clCreateKernel(program, "run", &status);
    check(status, "kernel");
    cl_mem given = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, calls, &status);
    check(status, "given");
    cl_mem answers = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, NULL, &status);
    check(status, "answers");
    check(clSetKernelArg(kernel, 0, sizeof given, &given), "given");
    check(clSetKernelArg(kernel, 1, sizeof answers, &answers), "answers");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL), "run");
    check(clEnqueueReadBuffer(queue, answers, CL_TRUE, 0, bytes, calls, 0, NULL, NULL), "read");
    fwrite(calls, 1, bytes, stdout);
    return 0;
}
