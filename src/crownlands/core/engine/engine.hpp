// The hot part behind a table of functions, one table for each shape of game and instruction set.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/random.hpp"
#include "notation/position.hpp"

namespace crownlands {

// Room for a state of any shape.
inline constexpr std::size_t most_state_bytes = 4096;
struct alignas(16) Storage {
    std::byte bytes[most_state_bytes];
};

struct Turn {
    Step step;
    std::uint8_t round;
    std::uint8_t seat, realm;  // `nobody` where nobody decides
    std::uint8_t lines_drawn, tiles_left;
};

struct Engine {
    const char* isa;
    std::size_t size;  // bytes of a state
    bool (*fits)(const Ruleset& rules);
    void (*start)(void* state, const Ruleset& rules);
    void (*load)(void* state, const Position& position);
    void (*store)(const void* state, Position& position);
    Turn (*turn)(const void* state);
    int (*legal)(const void* state, std::uint16_t* out);  // room for `most_actions`
    bool (*is_legal)(const void* state, int action);
    void (*apply)(void* state, int action);
    void (*describe)(const void* state, int action, Event& event);
    int (*number_of)(const void* state, const Event& event, const char*& reason);
    const char* (*why_not_chance)(const void* state, const Event& event);
    void (*apply_chance)(void* state, const Event& event);
    void (*sample)(void* state, Random& random);
    int (*points)(const void* state, int realm);
    Standing (*standing)(const void* state, int realm);
    int (*terms)(const void* state, int realm, Term* out);  // room for `most_terms`
    void (*random_playout)(void* state, Random& random);
    // Plays games `first` to `last` − 1 from this state; `points` (or null) gets the realms' points of each.
    void (*random_games)(const void* state, std::uint64_t seed, std::uint64_t first, std::uint64_t last, Tally& tally,
                         std::int16_t* points);
    // Generates the legal placements of `count` states on the way of random games; returns how many placements there
    // were.
    std::uint64_t (*generations)(const void* state, std::uint64_t seed, std::uint64_t count);
};

inline constexpr int most_actions = 4 * 169;

// The engine for a ruleset: for the best instruction set of this machine, or for the one that is named.
const Engine& engine_for(const Ruleset& rules, const char* isa = nullptr);
const char* best_isa();

}  // namespace crownlands
