/* What programs that run kernels have in common: the first device there is, and programs from files. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

/* The first device there is. */
static int find_device(void) {
    cl_platform_id platform;
    cl_int status = clGetPlatformIDs(1, &platform, NULL);
    if (status == CL_SUCCESS) status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    return status == CL_SUCCESS;
}

/* The program of a file, built for the device. */
static cl_program program_of(const char *path) {
    cl_int status;
    size_t length;
    FILE *file = fopen(path, "rb");
    if (!file) exit(1);
    char *source = all_of(file, &length);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "context");
    queue = clCreateCommandQueue(context, device, 0, &status);
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
    return program;
}

/* A buffer with these bytes. */
static cl_mem buffer_of(size_t bytes, void *contents) {
    cl_int status;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, contents, &status);
    check(status, "buffer");
    return buffer;
}
