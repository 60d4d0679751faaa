// What becomes of positions, future by future, so that two of them can be compared in the same futures.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/any_state.hpp"

namespace crownlands {

// How two trials differ for a realm, with standard errors; wins are shares of the win.
struct Difference {
    double win, points, win_error, points_error;
};

// Sums are of whole numbers: they are the same whatever the order in which they were made.
class Trials {
   public:
    Trials(const Ruleset& rules, std::vector<Standing> standings);

    int realms() const { return realms_; }
    std::size_t size() const { return standings_.size() / static_cast<std::size_t>(realms_); }
    std::vector<double> win() const { return means(shares_, whole_win); }
    std::vector<double> points() const { return means(points_, 1); }

    // This minus the other by realm, future by future; one of a single future, solved, is compared with every other.
    std::vector<Difference> against(const Trials& other) const;
    // With what later games of the match bring, future by future.
    Trials plus(const Trials& later) const;
    static Trials join(const std::vector<const Trials*>& parts);

   private:
    Ruleset rules_;
    int realms_;
    std::vector<Standing> standings_;  // of a future after the other, by realm; those of earlier games included
    std::vector<std::int32_t> shares_, points_;  // shares in parts of `whole_win`

    std::vector<double> means(const std::vector<std::int32_t>& values, double unit) const;
};

// Plays on from each state with its seed, or from one state with all of them, everybody by this level's evaluation. An
// end that is solved with so many scored kingdoms is not played: everybody does their best.
Trials play_trials(const std::vector<const AnyState*>& states, std::string_view level,
                   const std::vector<std::uint64_t>& seeds, int threads, std::uint64_t most_scored);

// By which `AnyState::sample` brings what comes now when trials with this seed are played.
std::uint64_t chance_seed(const AnyState& state, std::uint64_t seed);

// Where each state ends if everybody does their best; nothing if one is not over and has no end that is solved with so
// many scored kingdoms.
std::optional<Trials> solve_trials(const std::vector<const AnyState*>& states, std::string_view level,
                                   std::uint64_t most_scored);

}  // namespace crownlands
