// Actions by number: which are legal, and applying one.
#pragma once
#include "game/state.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
void State<S>::legal(ActionList<S>& list) const {
    const ActionCode codes = code();
    list.size = 0;
    if (step == Step::place) {
        const auto found = mine().kingdom.placements(domino());
        found.visit([&](int o, int cell) { list.add(o * G::cells + cell); });
        if (!found.total) list.add(codes.discard);
    } else if (step == Step::choose) {
        for (int slot = 0; slot < next.size; ++slot) {
            if (next.free >> slot & 1) list.add(codes.choose + slot);
        }
    }
    if constexpr (S::board) {
        if (step == Step::tax) {
            list.add(codes.tax);
            list.add(codes.tax + 1);
            if (mine().purse.knights_in_reserve >= 2) list.add(codes.tax + 2);
        } else if (step == Step::build) {
            each(static_cast<std::uint64_t>(affordable()), [&](int slot) {
                each(mine().purse.vacant, [&](int cell) { list.add(codes.build + slot * G::cells + cell); });
            });
        } else if (step == Step::bribe) {
            each(static_cast<std::uint64_t>(board.filled), [&](int slot) { list.add(codes.bribe + slot); });
        } else {
            return;
        }
        list.add(codes.pass);
    }
}

template <class S>
bool State<S>::is_legal(int action) const {
    const ActionCode codes = code();
    if (action < 0 || action >= codes.count) return false;
    if (step == Step::place) {
        if (action > codes.discard) return false;
        const auto found = mine().kingdom.placements(domino());
        if (action == codes.discard) return found.total == 0;
        return has(found.cells[action / G::cells], action % G::cells);
    }
    if (step == Step::choose) {
        return action >= codes.choose && action < codes.pass && (next.free >> (action - codes.choose) & 1);
    }
    if constexpr (S::board) {
        if (step != Step::tax && step != Step::build && step != Step::bribe) return false;
        if (action == codes.pass) return true;
        if (action < codes.pass) return false;
        if (step == Step::tax)
            return action < codes.tax + 2 || (action == codes.tax + 2 && mine().purse.knights_in_reserve >= 2);
        if (step == Step::bribe) {
            return action >= codes.bribe && action < codes.build && (board.filled >> (action - codes.bribe) & 1);
        }
        if (action < codes.build) return false;
        const int slot = (action - codes.build) / G::cells, cell = (action - codes.build) % G::cells;
        return (affordable() >> slot & 1) && has(mine().purse.vacant, cell);
    }
    return false;
}

template <class S>
void State<S>::apply(int action) {
    const ActionCode codes = code();
    if (action < codes.discard) return place(action / G::cells, action % G::cells);
    if (action == codes.discard) return discard();
    if (action < codes.pass) return choose(action - codes.choose);
    if (action == codes.pass) return pass();
    if (action < codes.bribe) return tax(action - codes.tax);
    if (action < codes.build) return bribe(action - codes.bribe);
    build((action - codes.build) / G::cells, (action - codes.build) % G::cells);
}

}  // namespace crownlands::CROWNLANDS_ISA
