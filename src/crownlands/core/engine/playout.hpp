// Random play: every legal action of a step is equally likely.
#pragma once
#include "game/state.hpp"

namespace crownlands::CROWNLANDS_ISA {

// Counts of what a playout saw; a few additions a turn.
struct Meter {
    std::uint64_t turns = 0, placements = 0, discards = 0;
};

template <class S>
CROWNLANDS_INLINE void place_randomly(State<S>& state, std::uint32_t bits, Meter& meter) {
    const auto found = state.mine().kingdom.placements(state.domino());
    ++meter.turns;
    meter.placements += static_cast<std::uint64_t>(found.total);
    if (found.total == 0) {
        ++meter.discards;
        state.discard();
        return;
    }
    const int k = static_cast<int>(Random::scale(bits, static_cast<std::uint32_t>(found.total)));
    const int o = (k >= found.before[1]) + (k >= found.before[2]) + (k >= found.before[3]);
    state.place(o, select(found.cells[o], k - found.before[o]));
}

template <class S>
CROWNLANDS_INLINE void choose_randomly(State<S>& state, std::uint32_t bits) {
    const std::uint64_t free = state.next.free;
    const auto k = static_cast<int>(Random::scale(bits, static_cast<std::uint32_t>(std::popcount(free))));
    state.choose(select(free, k));
}

// Takes the optional phase that is open.
template <class S>
CROWNLANDS_INLINE void deal_randomly(State<S>& state, Random& random) {
    if constexpr (S::board) {
        if (state.step == Step::tax) {
            // Passing is as likely as each way to tax.
            const std::uint32_t k = random.below(state.mine().purse.knights_in_reserve >= 2 ? 4 : 3);
            if (k == 0) {
                state.pass();
            } else {
                state.tax(static_cast<int>(k - 1));
            }
        }
        if (state.step == Step::build) {
            const auto slots = static_cast<std::uint64_t>(state.affordable());
            const auto vacant = state.mine().purse.vacant;
            const auto squares = static_cast<std::uint32_t>(count(vacant));
            const std::uint32_t k = random.below(static_cast<std::uint32_t>(std::popcount(slots)) * squares + 1);
            if (k == 0) {
                state.pass();
            } else {
                state.build(select(slots, static_cast<int>((k - 1) / squares)),
                            select(vacant, static_cast<int>((k - 1) % squares)));
            }
        }
        if (state.step == Step::bribe) {
            const std::uint64_t filled = state.board.filled;
            const std::uint32_t k = random.below(static_cast<std::uint32_t>(std::popcount(filled)) + 1);
            if (k == 0) {
                state.pass();
            } else {
                state.bribe(select(filled, static_cast<int>(k - 1)));
            }
        }
    }
}

// Plays to the end.
template <class S>
void play_randomly(State<S>& state, Random& random, Meter& meter) {
    while (!state.over()) {
        if (state.step == Step::place) {
            const std::uint64_t bits = random.next();
            place_randomly(state, static_cast<std::uint32_t>(bits >> 32), meter);
            deal_randomly(state, random);
            if (state.step == Step::choose) choose_randomly(state, static_cast<std::uint32_t>(bits));
        } else if (state.step == Step::reveal) {
            state.draw(random);
        } else if (state.chance()) {
            state.sample(random);
        } else if (state.step == Step::choose) {
            choose_randomly(state, static_cast<std::uint32_t>(random.next() >> 32));
        } else {
            deal_randomly(state, random);
        }
    }
}

}  // namespace crownlands::CROWNLANDS_ISA
