// Bits into bytes of 0 and 1: how sets of cells become planes and masks.
#pragma once
#include <cstring>

#include "base/bits.hpp"

namespace crownlands::CROWNLANDS_ISA {

CROWNLANDS_INLINE void expand8(std::uint64_t bits, std::uint8_t* out) {
#if defined(__BMI2__)
    const std::uint64_t bytes = _pdep_u64(bits, 0x0101010101010101ull);
#else
    // Each byte keeps its own bit of a copy, which then moves to the lowest place.
    const std::uint64_t copies = (bits & 0xff) * 0x0101010101010101ull & 0x8040201008040201ull;
    const std::uint64_t bytes = ((copies + 0x7f7f7f7f7f7f7f7full) | copies) >> 7 & 0x0101010101010101ull;
#endif
    std::memcpy(out, &bytes, 8);
}

CROWNLANDS_INLINE void expand64(std::uint64_t bits, std::uint8_t* out) {
#if defined(__AVX2__)
    const __m256i spread = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i own = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ull));
    const __m256i one = _mm256_set1_epi8(1);
    for (int half = 0; half < 2; ++half) {
        const __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits >> (32 * half))), spread);
        const __m256i set = _mm256_cmpeq_epi8(_mm256_and_si256(copies, own), own);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 32 * half), _mm256_and_si256(set, one));
    }
#else
    for (int i = 0; i < 8; ++i) expand8(bits >> (8 * i), out + 8 * i);
#endif
}

// Exactly the cells of a field, 81 or 169; no byte beyond is touched.
CROWNLANDS_INLINE void expand(U128 cells, std::uint8_t* out) {
    const auto high = static_cast<std::uint64_t>(cells >> 64);
    expand64(static_cast<std::uint64_t>(cells), out);
    expand8(high, out + 64);
    expand8(high >> 8, out + 72);
    out[80] = high >> 16 & 1;
}
CROWNLANDS_INLINE void expand(const U192& cells, std::uint8_t* out) {
    expand64(cells.word[0], out);
    expand64(cells.word[1], out + 64);
    for (int i = 0; i < 5; ++i) expand8(cells.word[2] >> (8 * i), out + 128 + 8 * i);
    out[168] = cells.word[2] >> 40 & 1;
}

}  // namespace crownlands::CROWNLANDS_ISA
