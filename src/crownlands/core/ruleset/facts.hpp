// The shapes of the printed facts; their values are generated from src/crownlands/data into tables.hpp.
#pragma once
#include <cstdint>

namespace crownlands {

inline constexpr int terrain_count = 7;
inline constexpr int town = 6;  // the last terrain; only boxes with a builders' board have it
inline constexpr int dominoes_per_box = 48;
inline constexpr int box_count = 2;
inline constexpr int domino_count = box_count * dominoes_per_box;
inline constexpr int most_seats = 8;

enum class Tax : std::uint8_t { none, knights, towers };

// What a building's points count; the first values are the terrains (their territories are counted).
enum class Per : std::uint8_t { knights = terrain_count, towers, none };

enum class Opening : std::uint8_t { drawn, any_king, top_down, there_and_back };

// Dominoes are numbered 0–95: box K, then box Q. `same`: both halves are equal, so turning it round changes nothing.
struct Domino {
    std::uint8_t terrain[2];
    std::uint8_t crowns[2];
    bool same;
};

struct Building {
    const char* id;
    std::uint8_t first_tile;
    std::uint8_t copies;
    std::uint8_t knights;
    std::uint8_t towers;
    std::uint8_t crowns;
    Tax tax;
    std::uint8_t points;
    std::uint8_t each;
    Per per;
};

struct Family {
    const char* name;
    std::uint8_t boxes[2];
    std::uint8_t box_count;
    bool board;
    std::uint8_t ties;  // bits: 1 largest territory, 2 crowns
    std::uint8_t coins;
    std::uint8_t knights;
};

struct Setup {
    std::uint8_t family;
    std::uint8_t players;
    std::uint8_t kings;
    std::uint8_t dominoes;
    std::uint8_t line;
    std::uint8_t frame;
    std::uint8_t opening;
};

// What an option changes; 0 leaves a value alone, `opening` −1 likewise.
struct Option {
    const char* name;
    std::uint16_t fits[3];
    struct {
        std::uint8_t dominoes, line, frame, team, middle_kingdom, harmony, games, once;
    } sets;
    std::int8_t opening;
};

}  // namespace crownlands
