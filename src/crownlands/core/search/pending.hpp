// The dominoes that a realm has under its kings.
#pragma once
#include "search/eval/holding.hpp"

namespace crownlands::CROWNLANDS_ISA {

// Calls f(domino, place) for the dominoes that a realm has under its kings, in the order in which they will be placed:
// from this place of the line on, then those chosen. The place is that from where their kings will choose from a line
// to come; −1 for those who choose now.
template <class S, class F>
void each_pending(const State<S>& state, int realm, int from, F&& f) {
    for (int i = from; i < state.line.last; ++i) {
        if (state.rules.realm_of(state.line.seat[i]) == realm) f(int{state.line.domino[i]}, state.next.size ? -1 : i);
    }
    for (int slot = 0; slot < state.next.size; ++slot) {
        if (state.next.free >> slot & 1) continue;
        if (state.rules.realm_of(state.next.seat[slot]) == realm) f(int{state.next.domino[slot]}, slot);
    }
}

// All of them go to their best places. `error` is added to each value.
template <class S, class Error>
void receive_pending(Holding<S>& holding, const State<S>& state, int realm, int from, Error&& error) {
    each_pending(state, realm, from, [&](int domino, int place) { holding.receive(place, domino, error); });
}

}  // namespace crownlands::CROWNLANDS_ISA
