// Many random games over threads.
#pragma once
#include <functional>
#include <vector>

#include "engine/engine.hpp"

namespace crownlands {

struct Batch {
    Tally tally{};
    int realms = 0;
    int threads = 0;
    double seconds = 0;
    std::vector<std::int16_t> points;  // of every realm in every game, if asked for
};

// Plays `games` random games from this state. Results depend on the seed only, not on the number of threads (0: all
// cores). `interrupted` is asked now and then by the calling thread; when it says so, the games that are left are not
// played.
Batch play_batch(const Engine& engine, const void* state, int realms, std::uint64_t games, std::uint64_t seed,
                 int threads, bool keep_points, const std::function<bool()>& interrupted);

}  // namespace crownlands
