// The kernels of ../src in CuTe C++.
#include <cute/tensor.hpp>

using namespace cute;

using Rows = Layout<Shape<int, int>, Stride<int, _1>>;
using Fractal = Layout<Shape<Shape<_16, _8>, Shape<_16, _8>>, Stride<Stride<_16, Int<256>>, Stride<_1, Int<2048>>>>;
using Square = Layout<Shape<_128, _128>, Stride<_128, _1>>;

CUTE_DEVICE int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class L>
CUTE_DEVICE void offsets(L layout, unsigned* dst) {
    int at = thread(), cols = size<1>(layout);
    dst[at] = layout(make_coord(at / cols, at % cols));
}

extern "C" __global__ void index_zn(unsigned* dst) { offsets(Fractal{}, dst); }

extern "C" __global__ void index_swizzle(unsigned* dst) {
    offsets(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}), dst);
}

extern "C" __global__ void index_xla(unsigned* dst) {
    offsets(Layout<Shape<Shape<_2, _4, _32>, Shape<_128, _4>>,
                   Stride<Stride<_1, Int<256>, Int<4096>>, Stride<_2, Int<1024>>>>{},
            dst);
}

template <class S, class D>
CUTE_DEVICE void element(const unsigned short* src, S from, unsigned short* dst, D to, int i, int j) {
    auto s = make_tensor(make_gmem_ptr(src), from);
    auto d = make_tensor(make_gmem_ptr(dst), to);
    if (elem_less(make_coord(i, j), make_coord(size<0>(s), size<1>(s))) &&
        elem_less(make_coord(i, j), make_coord(size<0>(d), size<1>(d))))
        d(i, j) = s(i, j);
}

extern "C" __global__ void zn_to_rows(const unsigned short* src, unsigned short* dst) {
    int at = thread();
    element(src, Fractal{}, dst, Square{}, at / 128, at % 128);
}

extern "C" __global__ void rows_to_zn(const unsigned short* src, unsigned short* dst) {
    int at = thread();
    element(src, Square{}, dst, Fractal{}, at / 128, at % 128);
}

extern "C" __global__ void copy_rows_narrow(const unsigned short* src, Rows from, unsigned short* dst, Rows to) {
    element(src, from, dst, to, 8 * blockIdx.y + threadIdx.y, 32 * blockIdx.x + threadIdx.x);
}

template <class S, class D>
CUTE_DEVICE void transposed(const float* src, S from, float* dst, D to) {
    extern __shared__ float memory[];
    auto s = make_tensor(make_gmem_ptr(src), from);
    auto d = make_tensor(make_gmem_ptr(dst), to);
    auto stage = make_tensor(make_smem_ptr(memory),
                             composition(Swizzle<5, 0, 5>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
    int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
    auto part = local_tile(s, Shape<_4, _1>{}, make_coord(8 * by + y, 32 * bx + x));
    auto at = local_tile(make_identity_tensor(shape(s)), Shape<_4, _1>{}, make_coord(8 * by + y, 32 * bx + x));
    CUTE_UNROLL
    for (int i = 0; i < 4; ++i)
        if (elem_less(at(i, 0), shape(s))) stage(4 * y + i, x) = part(i, 0);
    __syncthreads();
    auto out = local_tile(d, Shape<_4, _1>{}, make_coord(8 * bx + y, 32 * by + x));
    auto out_at = local_tile(make_identity_tensor(shape(d)), Shape<_4, _1>{}, make_coord(8 * bx + y, 32 * by + x));
    CUTE_UNROLL
    for (int i = 0; i < 4; ++i)
        if (elem_less(out_at(i, 0), shape(d))) out(i, 0) = stage(x, 4 * y + i);
}

extern "C" __global__ void transpose_narrow(const float* src, Rows from, float* dst, Rows to) { transposed(src, from, dst, to); }

extern "C" __global__ void transpose_fixed(const float* src, float* dst) {
    transposed(src, Layout<Shape<Int<1024>, Int<2048>>, Stride<Int<2048>, _1>>{}, dst,
               Layout<Shape<Int<2048>, Int<1024>>, Stride<Int<1024>, _1>>{});
}

extern "C" __global__ void product_narrow(const float* a, Rows of_a, const float* b, Rows of_b, float* c, Rows of_c) {
    extern __shared__ float memory[];
    auto A = make_tensor(make_gmem_ptr(a), of_a);
    auto B = make_tensor(make_gmem_ptr(b), of_b);
    auto C = make_tensor(make_gmem_ptr(c), of_c);
    auto left = make_tensor(make_smem_ptr(memory), Layout<Shape<_64, _16>, Stride<_1, _64>>{});
    auto right = make_tensor(make_smem_ptr(memory + 1024), Layout<Shape<_16, _64>, Stride<_64, _1>>{});
    int bx = blockIdx.x, by = blockIdx.y, x = threadIdx.x, y = threadIdx.y, thread = 16 * y + x;
    auto sums = make_tensor<float>(Shape<_4, _4>{});
    clear(sums);
    for (int done = 0; done < size<1>(A); done += 16) {
        CUTE_UNROLL
        for (int e = 0; e < 4; ++e) {
            int i = thread / 4, p = 4 * (thread % 4) + e;
            auto at_a = make_coord(64 * by + i, done + p);
            left(i, p) = elem_less(at_a, shape(A)) ? A(at_a) : 0;
            int q = thread / 16, j = 4 * (thread % 16) + e;
            auto at_b = make_coord(done + q, 64 * bx + j);
            right(q, j) = elem_less(at_b, shape(B)) ? B(at_b) : 0;
        }
        __syncthreads();
        CUTE_UNROLL
        for (int p = 0; p < 16; ++p)
            CUTE_UNROLL
            for (int i = 0; i < 4; ++i)
                CUTE_UNROLL
                for (int j = 0; j < 4; ++j) sums(i, j) += left(4 * y + i, p) * right(p, 4 * x + j);
        __syncthreads();
    }
    CUTE_UNROLL
    for (int i = 0; i < 4; ++i)
        CUTE_UNROLL
        for (int j = 0; j < 4; ++j) {
            auto at = make_coord(64 * by + 4 * y + i, 64 * bx + 4 * x + j);
            if (elem_less(at, shape(C))) C(at) = sums(i, j);
        }
}
