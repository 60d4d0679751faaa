// Purses, knights and buildings of a realm (Q7, Q8, Q10), and the builders' board with its dragon (Q3, Q11).
#pragma once
#include "base/random.hpp"
#include "board/frame.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <int Frame, bool Board>
struct Purse {};

template <int Frame>
struct Purse<Frame, true> {
    using G = Geometry<Frame>;
    using Bits = typename G::Bits;
    static constexpr int most_built = 2 * G::most_placed < tile_count ? 2 * G::most_placed : tile_count;
    struct Tile {
        std::uint8_t kind, cell;
    };

    Bits vacant;  // own town squares without a building
    Bits taxed;   // squares with a knight
    std::int32_t coins;
    std::int16_t knights_in_reserve, all_knights;
    std::int16_t towers;
    std::uint8_t safes_for_knights, safes_for_towers;  // buildings that add to taxes
    std::uint8_t built_count;
    Tile built[most_built];

    // What a knight earns beside the squares of its territory.
    int tax_bonus() const { return safes_for_knights * all_knights + safes_for_towers * towers; }

    CROWNLANDS_INLINE void build(int kind, int cell) {
        const Building& tile = buildings[kind];
        vacant &= ~single<Bits>(cell);
        built[built_count++] = {static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(cell)};
        knights_in_reserve = static_cast<std::int16_t>(knights_in_reserve + tile.knights);
        all_knights = static_cast<std::int16_t>(all_knights + tile.knights);
        towers = static_cast<std::int16_t>(towers + tile.towers);
        safes_for_knights = static_cast<std::uint8_t>(safes_for_knights + (tile.tax == Tax::knights));
        safes_for_towers = static_cast<std::uint8_t>(safes_for_towers + (tile.tax == Tax::towers));
    }
};

template <bool Board>
struct BuildersBoard {};

template <>
struct BuildersBoard<true> {
    std::uint32_t stack;  // a bit for each tile not yet revealed; the tiles of a kind are neighbours
    std::uint8_t slots[slot_count];  // kinds by cost, `nobody` where empty
    std::uint8_t filled;             // a bit for each slot with a tile
    std::uint8_t dragon;             // its slot, or `nobody` in its cave
    std::uint8_t queen;              // the realm that hosts her, or `nobody`
    std::uint16_t done;              // what seats may do once a round and have done (`done_bit`)

    void clear() {
        stack = static_cast<std::uint32_t>((std::uint64_t{1} << tile_count) - 1);
        for (auto& slot : slots) slot = nobody;
        filled = 0;
        dragon = queen = nobody;
        done = 0;
    }
    CROWNLANDS_INLINE int empty_slots() const { return slot_count - std::popcount(filled); }
    CROWNLANDS_INLINE int to_reveal() const {
        const int left = std::popcount(stack), empty = empty_slots();
        return left < empty ? left : empty;
    }
    CROWNLANDS_INLINE int take(int slot) {
        const int kind = slots[slot];
        slots[slot] = nobody;
        filled = static_cast<std::uint8_t>(filled & ~(1 << slot));
        return kind;
    }
    CROWNLANDS_INLINE void put(int slot, int kind) {
        slots[slot] = static_cast<std::uint8_t>(kind);
        filled = static_cast<std::uint8_t>(filled | 1 << slot);
    }
    // The round ends for the board: dragon home, tiles to the cheapest slots in their order.
    CROWNLANDS_INLINE void slide() {
        dragon = nobody;
        done = 0;
        int n = 0;
        for (int slot = 0; slot < slot_count; ++slot) {
            const std::uint8_t kind = slots[slot];
            slots[slot] = nobody;
            slots[n] = kind;
            n += kind != nobody;
        }
        filled = static_cast<std::uint8_t>((1 << n) - 1);
    }
    // The cheapest empty slot.
    CROWNLANDS_INLINE int cheapest_empty() const { return std::countr_one(filled); }
    void refill(Random& random);
};

// Which kind a tile of the stack is.
inline constexpr auto kind_of_tile = [] {
    std::array<std::uint8_t, tile_count> kinds{};
    for (int kind = 0; kind < building_count; ++kind) {
        for (int i = 0; i < buildings[kind].copies; ++i) {
            kinds[static_cast<std::size_t>(buildings[kind].first_tile + i)] = static_cast<std::uint8_t>(kind);
        }
    }
    return kinds;
}();

inline constexpr std::uint32_t tiles_of_kind(int kind) {
    return ((std::uint32_t{1} << buildings[kind].copies) - 1) << buildings[kind].first_tile;
}

inline void BuildersBoard<true>::refill(Random& random) {
    for (int n = to_reveal(); n > 0; --n) {
        const auto left = static_cast<std::uint32_t>(std::popcount(stack));
        const int tile = select(static_cast<std::uint64_t>(stack), static_cast<int>(random.below(left)));
        stack &= ~(std::uint32_t{1} << tile);
        put(cheapest_empty(), kind_of_tile[static_cast<std::size_t>(tile)]);
    }
}

}  // namespace crownlands::CROWNLANDS_ISA
