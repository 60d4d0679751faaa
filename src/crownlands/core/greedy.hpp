// Greedy play: a sensible player that looks no further than its own realm.
#pragma once
#include "playout.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
int greedy_action(const State<S>& state, Random& random) {
    ActionList<S> list;
    state.legal(list);
    return list.items[random.below(static_cast<std::uint32_t>(list.size))];
}

template <class S>
void play_greedily(State<S>& state, Random& random) {
    while (!state.over()) {
        if (state.chance()) {
            state.sample(random);
        } else {
            state.apply(greedy_action(state, random));
        }
    }
}

}  // namespace crownlands::CROWNLANDS_ISA
