// What the rest of the core sees of the search: plain data, and a table of functions for each shape and instruction set.
#pragma once
#include <cstdint>

#include "../engine.hpp"
#include "weights.hpp"

namespace crownlands {

inline constexpr int most_plans = 128;
inline constexpr int most_steps = 5;  // place, tax, build, bribe, choose

struct Limits {
    double seconds;          // 0: no limit of time
    std::uint64_t playouts;  // 0: no limit of work
    int threads;
    std::uint64_t seed;
    std::int32_t head_start[most_seats];  // points of earlier games, by realm
};

// How much each sign counts when a realm's final points are guessed, and how far off the guess usually is.
struct Prospects {
    float points, growth, crowning;  // of its territories: now, by more squares, by more crowns
    float holes, corners, room;      // cells alone, with one empty neighbour, in all
    float matches;                   // how likely coming squares find a place
    float middle, harmony;           // the share of a bonus that will be kept
    float chosen, order, lost;       // the dominoes under its kings: their worth, their place in the line, without a place
    float base;
    float spread;
    float trust;  // how much the guess counts beside a playout that goes on from there
};
inline constexpr int least_left = 2, most_left = 4;  // rounds to go when a guess is made

// How a level thinks; fixed numbers, so that a level stays what it was.
struct Style {
    const Weights* weights;  // of the playouts' judgement
    const Weights* rivals;   // of the others' in the playouts, who then have no tree; null: they judge and search alike
    int placements;          // tried at most
    int plans;               // compared at most
    float scale;             // the margin in points at which a win looks three quarters sure
    float soft;              // how much that counts beside winning itself
    float average;           // how much the lead over the average rival counts beside that over the best
    int branches;            // of a decision in the tree under a plan; 0: no tree
    float curious;           // how much the tree tries what is likely but untested
    float sharp;             // the difference in points that makes a choice a third as likely
    int ahead;                   // rounds after this one that are played before the rest is guessed
    const Prospects* prospects;  // by rounds left, from least_left on; null: nothing is guessed, all is played
};

// The rest of a turn, step by step, and what the playouts after it said.
struct Plan {
    std::uint16_t actions[most_steps];
    std::uint8_t count;
    float prior;
    float value, win, points, spread;
    std::uint32_t samples;
};

struct Report {
    int count;  // best first
    Plan plans[most_plans];
    std::uint64_t playouts;
    double seconds;
};

struct Searcher {
    // The greedy action by these weights.
    int (*decide)(const void* state, const Weights& weights, std::uint64_t seed);
    // Compares the ways to finish the turn; somebody must be to decide.
    void (*think)(const void* state, const Style& style, const Limits& limits, Report& report);
};

const Searcher& searcher_for(const Ruleset& rules, const char* isa = nullptr);

}  // namespace crownlands
