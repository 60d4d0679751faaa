// What the rest of the core sees of the search: plain data, and a table of functions for each shape and instruction
// set.
#pragma once
#include <cstdint>

#include "engine/engine.hpp"
#include "search/eval/network.hpp"
#include "search/eval/weights.hpp"

namespace crownlands {

inline constexpr int most_plans = 128;
inline constexpr int most_steps = 5;  // place, tax, build, bribe, choose

struct Limits {
    double seconds;          // 0: no limit of time
    std::uint64_t playouts;  // 0: no limit of work
    int threads;
    std::uint64_t seed;
    std::int32_t head_start[most_seats];  // points of earlier games, by realm
    bool processor = false;  // seconds are processor time of the thinking thread, not those of the wall clock
    const std::uint64_t* lines = nullptr;  // still to come, each by its numbers in its box; null: nobody knows them
};

// How a level thinks: fixed numbers, so that a level stays what it was. A new way to think is a new value here, and
// what it is without one is the old way: `monarch-1` must never change (monarch_1.hpp).
struct Style {
    const Weights* weights;           // of the playouts' evaluation
    const Weights* rivals =
        nullptr;  // of the others' in the playouts, who then have no tree; null: they evaluate and search alike
    int placements = 1;               // tried at most
    int plans = 1;                    // compared at most
    float scale = 25.0F;              // the margin in points at which a win looks three quarters sure
    float margin_weight = 1.0F;                // how much that counts beside winning itself
    float average = 0.5F;             // how much the lead over the average rival counts beside that over the best
    int branches = 0;                 // of a decision in the tree under a plan; 0: no tree
    float exploration = 0.0F;             // how much the tree tries what is likely but untested
    float prior_temperature = 1.0F;               // the difference in points that makes a choice a third as likely
    bool free_only = false;  // it leaves dominoes alone that a rival without a tree has taken in a future
    int ahead = 0;                    // rounds after this one that are played before the rest is guessed
    const ScoreModel* score_models =
        nullptr;  // by rounds left, from least_left on; null: nothing is guessed, all is played
    int solved = 0;  // the end: 1 once the last line is out, 2 in futures one round before, with time; 0: never
    double decided = 0.05;  // what is left of `margin_weight` once the last line is out: winning counts first
    double patience = 0.15;  // the seconds from which there is time to solve futures instead of playing them,
    std::uint64_t long_work = 6000;  // or the playouts: few that are solved say less than many that are played
    int offers = 4;  // ways to build that are tried at most, and tiles for the dragon
    int bribes = 2;
    int bribed_plans = 4;  // with a learned evaluation, which values one realm at a time: plans that get a bribe, too
    const Network* network = nullptr;  // a learned evaluation: says what plans promise; null: the weights do
    double prior_trust = 0.0;  // a point of that counts so much of a point that was played
    bool learned_ends = false;  // it guesses how futures end that are played for `ahead` rounds
    int whole_futures = 0;  // every so manieth future is played to its end all the same; 0: none
    int learned_futures = 0;  // every so manieth future it plays itself, 1: all, 0: none; without a builders' board
    int learned_ahead = 1;  // for so many rounds after this one, and guesses the rest
    float noise = 0.0F;  // of its values there, in points
    bool clairvoyant = false;  // lines are known: the tree goes on past them
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
    std::uint64_t playouts;  // or kingdoms scored, where the end was solved
    double seconds;
};

// What a learned evaluation expects of a realm.
struct Forecast {
    float points, spread;  // at the end, those of earlier games included, and how far off that usually is
    float win;
    float parts[part_count];  // of the points of this game
};

struct Searcher {
    // The greedy action by these weights.
    int (*decide)(const void* state, const Weights& weights, std::uint64_t seed);
    // Plays on to the end, everybody by these weights. The same seed brings the same chance at the same moment,
    // whatever was decided before it.
    void (*finish)(void* state, const Weights& weights, std::uint64_t seed);
    // The same until the last line is out, and with a builders' board to the end: there chance goes on.
    void (*play_to_last_line)(void* state, const Weights& weights, std::uint64_t seed);
    // The seed of the chance that comes now in a playout of this seed.
    std::uint64_t (*chance_seed)(const void* state, std::uint64_t seed);
    // Where the game ends if everybody does their best, by realm; false: a line or tiles are still to come, or it takes
    // more than so many scored kingdoms.
    bool (*solve)(const void* state, const Style& style, const Limits& limits, std::uint64_t most_scored,
                  Standing* standings);
    // Compares the ways to finish the turn; somebody must be to decide.
    void (*think)(const void* state, const Style& style, const Limits& limits, Report& report);
    // The same by a learned evaluation alone.
    void (*one_ply)(const void* state, const Network& network, const Limits& limits, Report& report);
    // What it expects of every realm.
    void (*forecast)(const void* state, const Network& network, const Limits& limits, Forecast* out);
};

const Searcher& searcher_for(const Ruleset& rules, const char* isa = nullptr);

}  // namespace crownlands
