/* Kernels of CUDA on the host: the threads of a block are contexts, each of which runs up to a barrier before any goes on
   behind it; the shared memory of the one block that runs is static. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>

#define __global__
#define __host__
#define __device__
#define __shared__ static
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(threads)

struct __align__(8) uint2 {
    unsigned int x, y;
};
struct __align__(16) uint4 {
    unsigned int x, y, z, w;
};
static inline uint2 make_uint2(unsigned int x, unsigned int y) { return uint2{x, y}; }
static inline uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) { return uint4{x, y, z, w}; }

static inline unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int bytes) {
    const uint64_t both = (uint64_t)b << 32 | a;
    unsigned int result = 0;
    for (int i = 0; i < 4; i++) result |= (unsigned int)(both >> 8 * (bytes >> 4 * i & 7) & 0xff) << 8 * i;
    return result;
}

struct Index {
    unsigned int x;
};
static Index threadIdx, blockIdx;

enum { MOST_THREADS = 1024, STACK = 1 << 16 };
static ucontext_t host, threads[MOST_THREADS];
static char stacks[MOST_THREADS][STACK];
static bool is_waiting[MOST_THREADS];
static void (*body)();

static inline void __syncthreads() {
    is_waiting[threadIdx.x] = true;
    swapcontext(&threads[threadIdx.x], &host);
}

static void thread() { body(); }

static void begin(ucontext_t *context, char *stack) {
    getcontext(context);
    context->uc_stack.ss_sp = stack;
    context->uc_stack.ss_size = STACK;
    context->uc_link = &host;
    makecontext(context, thread, 0);
}

/* Runs a block; a barrier that only some threads come to ends the program. */
static void run_block(unsigned int block, unsigned int count) {
    blockIdx.x = block;
    for (unsigned int i = 0; i < count; i++) begin(&threads[i], stacks[i]);
    for (unsigned int waiting = count; waiting > 0;) {
        waiting = 0;
        for (unsigned int i = 0; i < count; i++) {
            threadIdx.x = i;
            is_waiting[i] = false;
            swapcontext(&host, &threads[i]);
            waiting += is_waiting[i];
        }
        if (waiting != 0 && waiting != count) {
            fprintf(stderr, "%u of %u threads wait at a barrier\n", waiting, count);
            abort();
        }
    }
}

static const void *from;
static void *to;

template <class From, class To>
static void call(void (*kernel)(const From *, To *)) {
    kernel(static_cast<const From *>(from), static_cast<To *>(to));
}

/* Reads numbers of 64 bits: which kernel, blocks, threads, and the bytes of source and destination; then these bytes.
   Writes those of the destination afterwards. */
static int serve(void (*const *bodies)()) {
    uint64_t job[5];
    while (fread(job, sizeof job, 1, stdin) == 1) {
        char *source = static_cast<char *>(aligned_alloc(16, job[3]));
        char *destination = static_cast<char *>(aligned_alloc(16, job[4]));
        if (fread(source, 1, job[3], stdin) != job[3] || fread(destination, 1, job[4], stdin) != job[4]) return 1;
        from = source;
        to = destination;
        body = bodies[job[0]];
        for (uint64_t block = 0; block < job[1]; block++) run_block(unsigned(block), unsigned(job[2]));
        fwrite(destination, 1, job[4], stdout);
        fflush(stdout);
        free(source);
        free(destination);
    }
    return 0;
}
