// Many games at once, step by step: the hot part behind a table of functions, for each shape of game and instruction
// set.
#pragma once
#include "envs/layout.hpp"
#include "search/searcher.hpp"

namespace crownlands {

enum class Reward : std::uint8_t { margin, share, points };
enum class Autoreset : std::uint8_t { none, next_step, same_step };

// What is around the state of one game: whence its chance comes, whose turns are not asked for, and what came before.
struct Episode {
    std::uint64_t seed = 0;
    std::uint64_t number = 0;  // games begun from this seed
    Random chance{0}, rivals{0};
    std::int32_t earlier[most_seats][3] = {};  // points, largest, crowns of a match's earlier games, by realm
    std::int32_t told[most_seats] = {};        // points that were given as rewards so far
    std::uint8_t game = 1;                     // of the match
    std::uint8_t acted = 0;                    // the seat that decided last
};

// Who plays the seats that are not asked: a level's judgement, or any legal action where there is none.
struct Rivals {
    int (*decide)(const void* state, const Weights& weights, std::uint64_t seed) = nullptr;
    const Weights* weights = nullptr;
};

// The caller's arrays, game by game.
struct Views {
    std::uint8_t* observations;
    bool* masks;
    std::int8_t* seats;     // who decides; −1 at the end
    float* rewards;         // of every seat
    bool* ends;             // whether the game ended in this step
    std::int32_t* scores;   // of every realm, from the last game that ended
    std::uint8_t* finals;   // the last observation of a game that ended, where the next one begins at once; or null
};

struct Play {
    const Ruleset* rules;
    const Layout* layout;
    std::byte* states;
    Episode* episodes;
    Views views;
    Rivals rivals;
    int learner;  // the seat that is asked; −1: all are
    Reward reward;
    Autoreset autoreset;
};

struct Kernel {
    std::size_t size;  // bytes of a state
    // Begins the games that `which` says (null: all), from the seeds in their episodes.
    void (*begin)(const Play& play, const bool* which, std::int64_t first, std::int64_t last);
    // The first game whose action is not legal, or `last`. Games that are over take any action; −1 leaves a game alone.
    std::int64_t (*check)(const Play& play, const std::int32_t* actions, std::int64_t first, std::int64_t last);
    void (*step)(const Play& play, const std::int32_t* actions, std::int64_t first, std::int64_t last);
    // Goes on from a state that was put there, and shows it.
    void (*resume)(const Play& play, std::int64_t game);
    // Any legal action for each game, from a seed; −1 where a game is over.
    void (*sample)(const Play& play, std::uint64_t seed, std::int32_t* actions, std::int64_t first, std::int64_t last);
    void (*observe)(const void* state, const Episode& episode, const Layout& layout, int seat, std::uint8_t* out);
    void (*mask)(const void* state, bool* out);
};

const Kernel& kernel_for(const Ruleset& rules, const char* isa = nullptr);

}  // namespace crownlands
