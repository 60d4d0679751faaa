// The flow of a turn and of a round: place, tax, build, bribe, choose; what is not open is skipped (K5, Q5–Q12).
#pragma once
#include "game/state.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
CROWNLANDS_INLINE void State<S>::place(int orientation, int cell) {
    Realm<S>& realm = mine();
    realm.kingdom.place(domino(), orientation, cell);
    if constexpr (S::board) {
        int left, right;
        realm.kingdom.halves(orientation, cell, left, right);
        const Domino& piece = dominoes[domino()];
        if (piece.terrain[0] == town) realm.purse.vacant |= single<Bits>(left);
        if (piece.terrain[1] == town) realm.purse.vacant |= single<Bits>(right);
        open_tax();
    } else {
        open_choose();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::discard() {
    mine().discard(domino());
    if constexpr (S::board) {
        open_build();
    } else {
        open_choose();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::choose(int slot) {
    next.claim(slot, owner());
    if (!opening()) return end_turn();
    ++court.first;
    if (opening()) return;
    if (court.last < rules.king_count()) {
        step = Step::kings;
        return;
    }
    court.first = court.last = 0;
    end_round();
}

template <class S>
CROWNLANDS_INLINE void State<S>::pass() {
    if constexpr (S::board) {
        if (step == Step::tax) return open_build();
        if (step == Step::build) return open_bribe();
        open_choose();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::open_tax() {
    if constexpr (S::board) {
        if (mine().purse.knights_in_reserve > 0 && !done(Step::tax)) {
            step = Step::tax;
        } else {
            open_build();
        }
    }
}

template <class S>
CROWNLANDS_INLINE int State<S>::price(int slot) const {
    if constexpr (S::board) {
        if (board.queen == acting_realm()) return slot > queen_discount ? slot - queen_discount : 0;
    }
    return slot;
}

template <class S>
CROWNLANDS_INLINE int State<S>::affordable() const {
    if constexpr (S::board) {
        // Slots cost 0, 1, 2, …: what can be paid is a prefix of them.
        const int highest = mine().purse.coins + (board.queen == acting_realm() ? queen_discount : 0);
        return highest >= slot_count ? board.filled : board.filled & ((2 << highest) - 1);
    }
    return 0;
}

template <class S>
CROWNLANDS_INLINE void State<S>::open_build() {
    if constexpr (S::board) {
        if (any(mine().purse.vacant) && affordable() && !done(Step::build)) {
            step = Step::build;
        } else {
            open_bribe();
        }
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::open_bribe() {
    if constexpr (S::board) {
        if (board.filled && board.dragon == nobody && board.queen != acting_realm() &&
            mine().purse.coins >= bribe_cost) {
            step = Step::bribe;
        } else {
            open_choose();
        }
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::open_choose() {
    if (next.size) {
        step = Step::choose;
    } else {
        end_turn();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::end_turn() {
    ++line.first;
    if (line.empty()) {
        end_round();
    } else {
        step = Step::place;
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::end_round() {
    if (round == rules.rounds) {
        if constexpr (S::board) board.done = 0;
        step = Step::over;
        line.first = line.last = 0;
        return;
    }
    advance(next, line);
    if constexpr (S::board) {
        if (round) {
            board.slide();
            if (board.to_reveal()) {
                step = Step::buildings;
                return;
            }
        }
    }
    reveal_or_begin();
}

template <class S>
CROWNLANDS_INLINE void State<S>::reveal_or_begin() {
    if (drawn < rules.rounds) {
        step = Step::reveal;
    } else {
        begin_round();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::begin_round() {
    ++round;
    step = Step::place;
}

// Kings go onto the first line: where their seats like, or at once from the lowest number (K4).
template <class S>
inline void State<S>::after_kings() {
    if (rules.opening != Opening::top_down) {
        step = Step::choose;
        return;
    }
    for (int slot = 0; slot < court.last; ++slot) next.claim(slot, court.owner[slot]);
    court.last = 0;
    end_round();
}

template <class S>
inline void State<S>::after_buildings() {
    if (round == 0) {
        step = Step::kings;
    } else {
        reveal_or_begin();
    }
}

// Whether the acting seat has had this phase in this round, where it may only once (Q5, one court).
template <class S>
CROWNLANDS_INLINE bool State<S>::done(Step phase) const {
    if constexpr (S::board) return board.done >> done_bit(line.seat[line.first], phase) & 1;
    return false;
}

template <class S>
CROWNLANDS_INLINE void State<S>::note(Step phase) {
    if constexpr (S::board) {
        if (rules.once)
            board.done = static_cast<std::uint16_t>(board.done | 1 << done_bit(line.seat[line.first], phase));
    }
}

// --- taxes, buildings, the dragon

template <class S>
inline void State<S>::taxed_cells(int& smaller, int& larger) const {
    using K = Kingdom<S::frame, S::terrains>;
    const auto& kingdom = mine().kingdom;
    // The domino placed in this turn is the last in the log; its lower cell is also the smaller square (left or above).
    const auto entry = kingdom.log[kingdom.placed - 1];
    smaller = K::cell_of(entry);
    larger = K::second(K::orientation_of(entry), smaller);
}

// What one knight on this square of the domino just placed earns (Q7, Q10).
template <class S>
inline int State<S>::income(int cell) const {
    if constexpr (S::board) {
        using K = Kingdom<S::frame, S::terrains>;
        const auto& realm = mine();
        const auto& kingdom = realm.kingdom;
        const auto last = kingdom.log[kingdom.placed - 1];
        const int half = (cell == K::cell_of(last)) == ((K::orientation_of(last) & 1) != 0);
        const int terrain = dominoes[K::domino_of(last)].terrain[half];
        Bits ground{};
        for (int i = 0; i < kingdom.placed; ++i) {
            const auto entry = kingdom.log[i];
            const Domino& piece = dominoes[K::domino_of(entry)];
            int left, right;
            K::halves(K::orientation_of(entry), K::cell_of(entry), left, right);
            if (piece.terrain[0] == terrain) ground |= single<Bits>(left);
            if (piece.terrain[1] == terrain) ground |= single<Bits>(right);
        }
        return count(flood<G::side>(single<Bits>(cell), ground)) + realm.purse.tax_bonus();
    }
    return 0;
}

template <class S>
CROWNLANDS_INLINE void State<S>::tax(int which) {
    if constexpr (S::board) {
        int smaller, larger;
        taxed_cells(smaller, larger);
        auto& purse = mine().purse;
        if (which != 1) {
            purse.coins += income(smaller);
            purse.taxed |= single<Bits>(smaller);
            --purse.knights_in_reserve;
        }
        if (which != 0) {
            purse.coins += income(larger);
            purse.taxed |= single<Bits>(larger);
            --purse.knights_in_reserve;
        }
        note(Step::tax);
        open_build();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::build(int slot, int cell) {
    if constexpr (S::board) {
        const int realm = acting_realm();
        auto& purse = realms[realm].purse;
        purse.coins -= price(slot);
        const int kind = board.take(slot);
        purse.build(kind, cell);
        if (buildings[kind].towers) {
            bool most = true;
            for (int i = 0; i < rules.realms(); ++i) most &= realms[i].purse.towers <= purse.towers;
            if (most) board.queen = static_cast<std::uint8_t>(realm);
        }
        note(Step::build);
        open_bribe();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::bribe(int slot) {
    if constexpr (S::board) {
        mine().purse.coins -= bribe_cost;
        board.take(slot);
        board.dragon = static_cast<std::uint8_t>(slot);
        open_choose();
    }
}

}  // namespace crownlands::CROWNLANDS_ISA
