// Random numbers from a seed that the caller gives: 64-bit state, one multiplication a number (wyrand's mixing).
#pragma once
#include <cstdint>

namespace crownlands {

// Spreads a seed or a counter over all 64 bits (splitmix64's finaliser).
inline constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

struct Random {
    std::uint64_t state;

    explicit constexpr Random(std::uint64_t seed) : state(mix(seed)) {}
    // The generator of one game of many: independent of how games are spread over threads.
    constexpr Random(std::uint64_t seed, std::uint64_t game) : state(mix(mix(seed) + game)) {}

    std::uint64_t next() {
        __extension__ typedef unsigned __int128 Wide;
        state += 0xa0761d6478bd642full;
        const Wide product = static_cast<Wide>(state) * (state ^ 0xe7037ed1a0b428dbull);
        return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
    }
    // A number below n; n is tiny, so the bias (below n / 2³²) is out of sight.
    std::uint32_t below(std::uint32_t n) { return scale(static_cast<std::uint32_t>(next() >> 32), n); }

    static constexpr std::uint32_t scale(std::uint32_t bits, std::uint32_t n) {
        return static_cast<std::uint32_t>((static_cast<std::uint64_t>(bits) * n) >> 32);
    }
};

}  // namespace crownlands
