// The kernels of ../src as a person writes them in CUDA C++, over integers of type WORD: where rows have narrow ones, their kernels
// are named so.
#ifdef NARROW
#define WORD int
#define OF_ROWS(name) name##_narrow
#else
#define WORD size_t
#define OF_ROWS(name) name
#endif

struct Rows {
    WORD m, n, ld;
};

__device__ WORD thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void index_zn(unsigned* dst) {
    WORD at = thread(), i = at / 128, j = at % 128;
    dst[at] = i % 16 * 16 + i / 16 * 256 + j % 16 + j / 16 * 2048;
}

extern "C" __global__ void index_swizzle(unsigned* dst) {
    WORD at = thread(), i = at / 64, j = at % 64;
    dst[at] = i * 64 + (j ^ i * 8);
}

extern "C" __global__ void index_xla(unsigned* dst) {
    WORD at = thread(), i = at / 512, j = at % 512;
    dst[at] = i % 2 + i % 8 / 2 * 256 + i / 8 * 4096 + j % 128 * 2 + j / 128 * 1024;
}

extern "C" __global__ void zn_to_rows(const unsigned short* src, unsigned short* dst) {
    WORD at = thread(), i = at / 128, j = at % 128;
    if (i < 128) dst[at] = src[i % 16 * 16 + i / 16 * 256 + j % 16 + j / 16 * 2048];
}

extern "C" __global__ void rows_to_zn(const unsigned short* src, unsigned short* dst) {
    WORD at = thread(), i = at / 128, j = at % 128;
    if (i < 128) dst[i % 16 * 16 + i / 16 * 256 + j % 16 + j / 16 * 2048] = src[at];
}

extern "C" __global__ void OF_ROWS(copy_rows)(const unsigned short* src, Rows from, unsigned short* dst, Rows to) {
    WORD i = 8 * blockIdx.y + threadIdx.y, j = 32 * blockIdx.x + threadIdx.x;
    if (i < from.m && j < from.n && i < to.m && j < to.n) dst[i * to.ld + j] = src[i * from.ld + j];
}

__device__ void transposed(const float* src, Rows from, float* dst, Rows to) {
    extern __shared__ float stage[];
    WORD bx = blockIdx.x, by = blockIdx.y, x = threadIdx.x, y = threadIdx.y;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        WORD i = 4 * y + k, row = 32 * by + i, col = 32 * bx + x;
        if (row < from.m && col < from.n) stage[32 * i + (x ^ i)] = src[row * from.ld + col];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        WORD i = 4 * y + k, row = 32 * bx + i, col = 32 * by + x;
        if (row < to.m && col < to.n) dst[row * to.ld + col] = stage[32 * x + (i ^ x)];
    }
}

extern "C" __global__ void OF_ROWS(transpose)(const float* src, Rows from, float* dst, Rows to) { transposed(src, from, dst, to); }

extern "C" __global__ void transpose_fixed(const float* src, float* dst) {
    transposed(src, {1024, 2048, 2048}, dst, {2048, 1024, 1024});
}

extern "C" __global__ void OF_ROWS(product)(const float* a, Rows of_a, const float* b, Rows of_b, float* c, Rows of_c) {
    extern __shared__ float stages[];
    float *left = stages, *right = stages + 1024;
    WORD bx = blockIdx.x, by = blockIdx.y, x = threadIdx.x, y = threadIdx.y, thread = 16 * y + x;
    float sums[4][4] = {};
    for (WORD done = 0; done < of_a.n; done += 16) {
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            WORD i = thread / 4, p = 4 * (thread % 4) + e, row = 64 * by + i, col = done + p;
            left[i + 64 * p] = row < of_a.m && col < of_a.n ? a[row * of_a.ld + col] : 0;
            WORD q = thread / 16, j = 4 * (thread % 16) + e;
            row = done + q, col = 64 * bx + j;
            right[64 * q + j] = row < of_b.m && col < of_b.n ? b[row * of_b.ld + col] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; ++p)
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sums[i][j] += left[4 * y + i + 64 * p] * right[64 * p + 4 * x + j];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            WORD row = 64 * by + 4 * y + i, col = 64 * bx + 4 * x + j;
            if (row < of_c.m && col < of_c.n) c[row * of_c.ld + col] = sums[i][j];
        }
}
