//! What may be a name in a language.
use super::error::EmitError;
use super::language::Language;
use alloc::string::ToString;

/// Refuses what is no identifier, or a word that the language keeps for itself.
///
/// Names of functions that the language brings along are not looked at, but for those that are used here.
pub(super) fn check_name(name: &str, language: Language) -> Result<(), EmitError> {
    let refuse = |reason| Err(EmitError::Name { name: name.to_string(), language, reason });
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !name.starts_with(|c: char| is_word(c) && !c.is_ascii_digit()) || !name.chars().all(is_word) {
        return refuse("a name is made of letters of ASCII, digits and `_`, and begins with no digit");
    }
    if name == "_" || name.contains("__") || name.starts_with('_') && !matches!(language, Language::Rust) {
        return refuse("such names belong to compilers");
    }
    if name.len() > MOST_LETTERS {
        return refuse("it is too long");
    }
    let words: &[&str] = match language {
        Language::C => &[C, STDINT],
        Language::Cuda | Language::Hip => &[C, CPP, VECTORS],
        Language::OpenCl => &[C, OPENCL, VECTORS],
        Language::Metal => &[C, CPP, METAL, VECTORS],
        Language::Wgsl => &[WGSL],
        Language::Rust => &[RUST],
    };
    let is_vector = || {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        words.contains(&VECTORS) && VECTORS.split_whitespace().any(|word| word == base)
    };
    let is_kept = words.iter().flat_map(|words| words.split_whitespace()).any(|word| word == name);
    if is_kept || is_vector() { refuse("the language keeps this word for itself") } else { Ok(()) }
}

/// C99 promises so many significant letters, WGSL and others more.
const MOST_LETTERS: usize = 63;

/// ISO C, up to C23, and what every program has.
const C: &str = "auto break case char const continue default do double else enum extern float for goto if inline int
    long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    alignas alignof bool constexpr false nullptr static_assert thread_local true typeof typeof_unqual main asm NULL
    near far";

const STDINT: &str = "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t
    uintmax_t size_t ptrdiff_t wchar_t INT8_MIN INT16_MIN INT32_MIN INT64_MIN INT8_MAX INT16_MAX INT32_MAX INT64_MAX
    UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX SIZE_MAX PTRDIFF_MAX PTRDIFF_MIN INTPTR_MAX INTPTR_MIN UINTPTR_MAX
    INT8_C INT16_C INT32_C INT64_C UINT8_C UINT16_C UINT32_C UINT64_C INTMAX_C UINTMAX_C linux unix i386";

/// ISO C++, up to C++23, and what CUDA and HIP add.
const CPP: &str = "and and_eq bitand bitor catch char8_t char16_t char32_t class co_await co_return co_yield compl
    concept const_cast consteval constinit decltype delete dynamic_cast explicit export final friend import module
    mutable namespace new noexcept not not_eq operator or or_eq override private protected public reinterpret_cast
    requires static_cast template this throw try typeid typename using virtual wchar_t xor xor_eq std size_t dim3
    threadIdx blockIdx blockDim gridDim warpSize min max linux unix";

const OPENCL: &str = "kernel global local constant private generic read_only write_only read_write half quad complex
    imaginary uniform pipe size_t ptrdiff_t intptr_t uintptr_t sampler_t event_t image1d_t image2d_t image3d_t
    image1d_array_t image2d_array_t image1d_buffer_t queue_t ndrange_t clk_event_t reserve_id_t cl_mem_fence_flags
    min max vec_step as_type class namespace template this private linux unix SPIR";

const METAL: &str = "kernel vertex fragment compute device constant thread threadgroup threadgroup_imageblock
    ray_data object_data metal half bfloat packed_float packed_half texture1d texture2d texture3d texturecube sampler
    array vec matrix size_t ptrdiff_t atomic_int atomic_uint visible stitchable mesh object intersection min max
    patch linux unix";

/// The names of vectors without the number of their elements.
const VECTORS: &str =
    "char uchar short ushort int uint long ulong longlong ulonglong float double half bfloat bool";

/// Keywords, words reserved by the standard, and types and functions that are predeclared and used here.
const WGSL: &str = "alias break case const const_assert continue continuing default diagnostic discard else enable
    false fn for if let loop override requires return struct switch true var while
    NULL Self abstract active alignas alignof as asm asm_fragment async attribute auto await become cast catch class
    co_await co_return co_yield coherent column_major common compile compile_fragment concept const_cast consteval
    constexpr constinit crate debugger decltype delete demote demote_to_helper do dynamic_cast enum explicit export
    extends extern external fallthrough filter final finally friend from fxgroup get goto groupshared highp impl
    implements import inline instanceof interface layout lowp macro macro_rules match mediump meta mod module move mut
    mutable namespace new nil noexcept noinline nointerpolation non_coherent noncoherent noperspective null nullptr of
    operator package packoffset partition pass patch pixelfragment precise precision premerge priv protected pub public
    readonly ref regardless register reinterpret_cast require resource restrict self set shared sizeof smooth snorm
    static static_assert static_cast std subroutine super target template this thread_local throw trait try type
    typedef typeid typename typeof union unless unorm unsafe unsized use using varying virtual volatile wgsl where
    with writeonly yield
    array atomic bool f16 f32 i32 u32 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 ptr sampler
    sampler_comparison texture_1d texture_2d texture_3d vec2 vec3 vec4 vec2u vec3u vec4u vec2i vec3i vec4i vec2f vec3f
    vec4f min max i64 u64 f64";

const RUST: &str = "as break const continue crate else enum extern false fn for if impl in let loop match mod move mut
    pub ref return self Self static struct super trait true type unsafe use where while async await dyn abstract become
    box do final gen macro override priv typeof unsized virtual yield try u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128
    isize bool main";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_refused_where_they_are_words() {
        let takes = |name: &str| Language::ALL.map(|language| check_name(name, language).is_ok());
        let [c, cuda, hip, opencl, wgsl, metal, rust] = takes("kernel");
        assert_eq!([c, cuda, hip, opencl, wgsl, metal, rust], [true, true, true, false, true, false, true]);
        assert_eq!(takes("offset"), [true; 7]);
        for refused in ["", "9a", "a b", "a-b", "ä", "_", "a__b", "for", "true"] {
            assert_eq!(takes(refused), [false; 7], "{refused}");
        }
        assert!(
            check_name("float4", Language::Cuda).is_err() && check_name("float4", Language::Rust).is_ok()
        );
        assert!(check_name("layout", Language::Wgsl).is_err() && check_name("fn", Language::C).is_ok());
    }
}
