// Sets of cells as machine words: 81 cells (5×5 frame) in one 128-bit number, 169 cells (7×7) in three 64-bit words.
#pragma once
#include <bit>
#include <cstdint>

#include "base/isa.hpp"

namespace crownlands::CROWNLANDS_ISA {

__extension__ typedef unsigned __int128 U128;

// The index of the k-th set bit, counted from 0; the word must have one.
CROWNLANDS_INLINE int select(std::uint64_t word, int k) {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << k, word));
#else
    // Find the byte by prefix sums of byte populations, then walk its at most seven lower bits.
    std::uint64_t sums = word - ((word >> 1) & 0x5555555555555555ull);
    sums = (sums & 0x3333333333333333ull) + ((sums >> 2) & 0x3333333333333333ull);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0full) * 0x0101010101010101ull;
    const std::uint64_t below = 0x8080808080808080ull;
    const std::uint64_t wanted = static_cast<std::uint64_t>(k) * 0x0101010101010101ull;
    // A byte of `wanted | below` minus a prefix sum of at most 64 keeps its top bit exactly where the sum is at most k.
    const int byte = std::popcount(((wanted | below) - sums) & below);
    const int shift = byte * 8;
    const int before = byte ? static_cast<int>((sums >> (shift - 8)) & 0xff) : 0;
    std::uint64_t rest = word >> shift;
    for (int i = before; i < k; ++i) rest &= rest - 1;
    return shift + std::countr_zero(rest);
#endif
}

// 169 bits; only what the core needs.
struct U192 {
    std::uint64_t word[3];

    CROWNLANDS_INLINE friend constexpr U192 operator&(const U192& a, const U192& b) {
        return {{a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2]}};
    }
    CROWNLANDS_INLINE friend constexpr U192 operator|(const U192& a, const U192& b) {
        return {{a.word[0] | b.word[0], a.word[1] | b.word[1], a.word[2] | b.word[2]}};
    }
    CROWNLANDS_INLINE friend constexpr U192 operator~(const U192& a) { return {{~a.word[0], ~a.word[1], ~a.word[2]}}; }
    CROWNLANDS_INLINE constexpr U192& operator&=(const U192& b) { return *this = *this & b; }
    CROWNLANDS_INLINE constexpr U192& operator|=(const U192& b) { return *this = *this | b; }
    friend constexpr bool operator==(const U192&, const U192&) = default;
};

template <int N>
CROWNLANDS_INLINE constexpr U128 up(U128 x) {
    return x << N;
}
template <int N>
CROWNLANDS_INLINE constexpr U128 down(U128 x) {
    return x >> N;
}
template <int N>
CROWNLANDS_INLINE constexpr std::uint64_t up(std::uint64_t x) {
    return x << N;
}
template <int N>
CROWNLANDS_INLINE constexpr std::uint64_t down(std::uint64_t x) {
    return x >> N;
}
template <int N>
CROWNLANDS_INLINE constexpr U192 up(const U192& x) {
    return {{x.word[0] << N, (x.word[1] << N) | (x.word[0] >> (64 - N)), (x.word[2] << N) | (x.word[1] >> (64 - N))}};
}
template <int N>
CROWNLANDS_INLINE constexpr U192 down(const U192& x) {
    return {{(x.word[0] >> N) | (x.word[1] << (64 - N)), (x.word[1] >> N) | (x.word[2] << (64 - N)), x.word[2] >> N}};
}

CROWNLANDS_INLINE constexpr bool any(std::uint64_t x) { return x != 0; }
CROWNLANDS_INLINE constexpr bool any(U128 x) { return x != 0; }
CROWNLANDS_INLINE constexpr bool any(const U192& x) { return (x.word[0] | x.word[1] | x.word[2]) != 0; }

CROWNLANDS_INLINE constexpr int count(std::uint64_t x) { return std::popcount(x); }
CROWNLANDS_INLINE constexpr int count(U128 x) {
    return std::popcount(static_cast<std::uint64_t>(x)) + std::popcount(static_cast<std::uint64_t>(x >> 64));
}
CROWNLANDS_INLINE constexpr int count(const U192& x) {
    return std::popcount(x.word[0]) + std::popcount(x.word[1]) + std::popcount(x.word[2]);
}

// The lowest set bit; the set must not be empty.
CROWNLANDS_INLINE constexpr int lowest(std::uint64_t x) { return std::countr_zero(x); }
CROWNLANDS_INLINE constexpr int lowest(U128 x) {
    const auto low = static_cast<std::uint64_t>(x);
    return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(x >> 64));
}
CROWNLANDS_INLINE constexpr int lowest(const U192& x) {
    if (x.word[0]) return std::countr_zero(x.word[0]);
    if (x.word[1]) return 64 + std::countr_zero(x.word[1]);
    return 128 + std::countr_zero(x.word[2]);
}

CROWNLANDS_INLINE int select(U128 x, int k) {
    const auto low = static_cast<std::uint64_t>(x);
    const auto high = static_cast<std::uint64_t>(x >> 64);
    const int in_low = std::popcount(low);
    const bool upper = k >= in_low;
    return (upper ? 64 : 0) + select(upper ? high : low, upper ? k - in_low : k);
}
CROWNLANDS_INLINE int select(const U192& x, int k) {
    const int first = std::popcount(x.word[0]);
    const int second = first + std::popcount(x.word[1]);
    const int word = (k >= first) + (k >= second);
    const int before = word == 0 ? 0 : word == 1 ? first : second;
    return 64 * word + select(x.word[word], k - before);
}

template <class B>
CROWNLANDS_INLINE constexpr B single(int cell) {
    if constexpr (sizeof(B) == sizeof(U192)) {
        B result{};
        result.word[cell >> 6] = std::uint64_t{1} << (cell & 63);
        return result;
    } else {
        return static_cast<B>(1) << cell;
    }
}

template <class B>
CROWNLANDS_INLINE constexpr bool has(const B& x, int cell) {
    if constexpr (sizeof(B) == sizeof(U192)) {
        return (x.word[cell >> 6] >> (cell & 63)) & 1;
    } else {
        return static_cast<bool>((x >> cell) & 1);
    }
}

// Calls f(index) for every set bit, ascending.
template <class F>
CROWNLANDS_INLINE void each(std::uint64_t x, F&& f, int offset = 0) {
    for (; x; x &= x - 1) f(offset + std::countr_zero(x));
}
template <class F>
CROWNLANDS_INLINE void each(U128 x, F&& f) {
    each(static_cast<std::uint64_t>(x), f, 0);
    each(static_cast<std::uint64_t>(x >> 64), f, 64);
}
template <class F>
CROWNLANDS_INLINE void each(const U192& x, F&& f) {
    each(x.word[0], f, 0);
    each(x.word[1], f, 64);
    each(x.word[2], f, 128);
}

// The bits of x from `shift` on, in a narrower word W; what lies above W is lost.
template <class W>
CROWNLANDS_INLINE W window(U128 x, int shift) {
    return static_cast<W>(x >> shift);
}
template <class W>
CROWNLANDS_INLINE W window(const U192& x, int shift) {
    const U128 low = (static_cast<U128>(x.word[1]) << 64) | x.word[0];
    const U128 high = (static_cast<U128>(x.word[2]) << 64) | x.word[1];
    if (shift >= 64) return static_cast<W>(high >> (shift - 64));
    return static_cast<W>((low >> shift) | (shift ? (static_cast<U128>(x.word[2]) << (64 - shift)) << 64 : U128{0}));
}

}  // namespace crownlands::CROWNLANDS_ISA
