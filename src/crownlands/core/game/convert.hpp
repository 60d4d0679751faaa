// Between a state and a position, and between action numbers and events.
#pragma once
#include "game/state.hpp"

namespace crownlands::CROWNLANDS_ISA {

// The position must be one of a game (validate.cpp).
template <class S>
void State<S>::load(const Position& position) {
    start(position.rules);
    step = position.step;
    round = position.round;
    line.last = position.line_count;
    next.size = position.next_count;
    for (int i = 0; i < position.line_count; ++i) {
        line.domino[i] = position.line[i];
        line.seat[i] = position.line_seat[i];
    }
    for (int i = 0; i < position.next_count; ++i) {
        next.domino[i] = position.next[i];
        next.seat[i] = position.next_seat[i];
        if (position.next_seat[i] == nobody) {
            next.free = static_cast<std::uint8_t>(next.free | 1 << i);
        } else if (round == 0) {
            court.add(nobody, position.next_seat[i]);
        }
    }
    court.first = court.last;
    for (int i = 0; i < position.earlier_count; ++i) court.chooser[i] = position.earlier_choosers[i];
    for (int i = 0; i < position.king_count; ++i) court.add(position.chooser[i], position.owner[i]);
    int left = 0;
    for (int box = 0; box < S::boxes; ++box) {
        undrawn[box] = position.undrawn[box];
        left += std::popcount(undrawn[box]);
    }
    drawn = static_cast<std::uint8_t>((rules.box_count * dominoes_per_box - left) / rules.line);
    const int acting = position.line_count ? position.line[0] : nobody;
    for (int r = 0; r < rules.realms(); ++r) {
        const RealmPosition& from = position.realms[r];
        Realm<S>& realm = realms[r];
        const auto put = [&](const Placement& placement) {
            const auto& [number, a, b] = placement;
            const int orientation = a.y == b.y ? (a.x < b.x ? 0 : 1) : (a.y < b.y ? 2 : 3);
            const int cell = orientation & 1 ? G::cell(b.x, b.y) : G::cell(a.x, a.y);
            realm.kingdom.place(number, orientation, cell);
            if constexpr (S::board) {
                if (dominoes[number].terrain[0] == town) realm.purse.vacant |= single<Bits>(G::cell(a.x, a.y));
                if (dominoes[number].terrain[1] == town) realm.purse.vacant |= single<Bits>(G::cell(b.x, b.y));
            }
        };
        // The domino placed in this turn comes last: taxes look for it there.
        for (int i = 0; i < from.placed_count; ++i) {
            if (from.placed[i].domino != acting) put(from.placed[i]);
        }
        for (int i = 0; i < from.placed_count; ++i) {
            if (from.placed[i].domino == acting) put(from.placed[i]);
        }
        for (int box = 0; box < S::boxes; ++box) realm.discarded[box] = from.discarded[box];
        if constexpr (S::board) {
            auto& purse = realm.purse;
            purse.knights_in_reserve = purse.all_knights = 0;
            for (int i = 0; i < from.built_count; ++i) {
                purse.build(from.built[i].kind, G::cell(from.built[i].square.x, from.built[i].square.y));
            }
            for (int i = 0; i < from.taxed_count; ++i) {
                purse.taxed |= single<Bits>(G::cell(from.taxed[i].x, from.taxed[i].y));
            }
            purse.coins = from.coins;
            purse.knights_in_reserve = static_cast<std::int16_t>(from.knights_in_reserve);
            purse.all_knights = static_cast<std::int16_t>(from.knights_in_reserve + from.taxed_count);
        }
    }
    if constexpr (S::board) {
        board.done = position.done;
        board.dragon = position.dragon;
        board.queen = position.queen;
        for (int slot = 0; slot < slot_count; ++slot) {
            if (position.slots[slot] != nobody) board.put(slot, position.slots[slot]);
        }
        board.stack = 0;
        for (int kind = 0; kind < building_count; ++kind) {
            board.stack |= ((std::uint32_t{1} << position.stack[kind]) - 1) << buildings[kind].first_tile;
        }
    }
}

template <class S>
void State<S>::store(Position& position) const {
    using K = Kingdom<S::frame, S::terrains>;
    position = Position{};
    position.rules = rules;
    position.step = step;
    position.round = round;
    position.dragon = position.queen = nobody;
    for (int i = court.first; i < court.last; ++i) {
        position.chooser[position.king_count] = court.chooser[i];
        position.owner[position.king_count++] = court.owner[i];
    }
    if (rules.opening == Opening::any_king) {
        for (int i = 0; i < court.first; ++i) position.earlier_choosers[position.earlier_count++] = court.chooser[i];
    }
    for (int i = line.first; i < line.last; ++i) {
        position.line[position.line_count] = line.domino[i];
        position.line_seat[position.line_count++] = line.seat[i];
    }
    for (int i = 0; i < next.size; ++i) {
        position.next[i] = next.domino[i];
        position.next_seat[i] = next.free >> i & 1 ? static_cast<std::uint8_t>(nobody) : next.seat[i];
    }
    position.next_count = next.size;
    for (int box = 0; box < S::boxes; ++box) position.undrawn[box] = undrawn[box];
    for (int r = 0; r < rules.realms(); ++r) {
        const Realm<S>& realm = realms[r];
        RealmPosition& to = position.realms[r];
        for (int i = 0; i < realm.kingdom.placed; ++i) {
            const auto entry = realm.kingdom.log[i];
            int left, right;
            K::halves(K::orientation_of(entry), K::cell_of(entry), left, right);
            const Placement placement{static_cast<std::uint8_t>(K::domino_of(entry)), G::square(left),
                                      G::square(right)};
            int at = to.placed_count++;
            for (; at > 0 && placement.domino < to.placed[at - 1].domino; --at) to.placed[at] = to.placed[at - 1];
            to.placed[at] = placement;
        }
        for (int box = 0; box < S::boxes; ++box) to.discarded[box] = realm.discarded[box];
        if constexpr (S::board) {
            to.coins = realm.purse.coins;
            to.knights_in_reserve = realm.purse.knights_in_reserve;
            each(realm.purse.taxed, [&](int cell) {
                const Square square = G::square(cell);
                int at = to.taxed_count++;
                for (; at > 0 && square < to.taxed[at - 1]; --at) to.taxed[at] = to.taxed[at - 1];
                to.taxed[at] = square;
            });
            for (int i = 0; i < realm.purse.built_count; ++i) {
                const Built tile{realm.purse.built[i].kind, G::square(realm.purse.built[i].cell)};
                int at = to.built_count++;
                for (; at > 0 && tile.square < to.built[at - 1].square; --at) to.built[at] = to.built[at - 1];
                to.built[at] = tile;
            }
        }
    }
    if constexpr (S::board) {
        position.done = board.done;
        position.dragon = board.dragon;
        position.queen = board.queen;
        for (int slot = 0; slot < slot_count; ++slot) position.slots[slot] = board.slots[slot];
        for (int kind = 0; kind < building_count; ++kind) {
            position.stack[kind] = static_cast<std::uint8_t>(std::popcount(board.stack & tiles_of_kind(kind)));
        }
    } else {
        for (auto& slot : position.slots) slot = nobody;
    }
}

// The event that this action, which must be legal, is now.
template <class S>
void describe(const State<S>& state, int action, Event& event) {
    using G = Geometry<S::frame>;
    using K = Kingdom<S::frame, S::terrains>;
    const ActionCode codes = state.code();
    event = Event{};
    event.seat = state.seat();
    const auto add_square = [&](int cell) {
        const Square square = G::square(cell);
        event.squares[event.count++] = {square.x, square.y};
    };
    if (action < codes.discard) {
        event.type = EventType::place;
        event.first[0] = static_cast<std::uint8_t>(state.domino());
        int left, right;
        K::halves(action / G::cells, action % G::cells, left, right);
        add_square(left);
        add_square(right);
    } else if (action == codes.discard) {
        event.type = EventType::discard;
        event.first[0] = static_cast<std::uint8_t>(state.domino());
    } else if (action < codes.pass) {
        event.type = EventType::choose;
        event.first[0] = state.next.domino[action - codes.choose];
    } else if (action == codes.pass) {
        event.type = EventType::pass;
    } else if (action < codes.bribe) {
        event.type = EventType::tax;
        int smaller, larger;
        state.taxed_cells(smaller, larger);
        if (action != codes.tax + 1) add_square(smaller);
        if (action != codes.tax) add_square(larger);
    } else {
        if constexpr (S::board) {
            event.type = action < codes.build ? EventType::bribe : EventType::build;
            event.slot = action < codes.build ? action - codes.bribe : (action - codes.build) / G::cells;
            event.first[0] = state.board.slots[event.slot];
            if (action >= codes.build) add_square((action - codes.build) % G::cells);
        }
    }
}

// The number of an action, or −1 with the reason if the state cannot have it.
template <class S>
int number_of(const State<S>& state, const Event& event, const char*& reason) {
    using G = Geometry<S::frame>;
    const ActionCode codes = state.code();
    const auto refuse = [&](const char* why) {
        reason = why;
        return -1;
    };
    if (state.over()) return refuse("the game is over");
    if (state.chance()) return refuse("no action is possible now: the game waits for chance");
    if (event.seat != state.seat()) return refuse("it is another seat's turn");
    static constexpr Step steps[] = {Step::choose, Step::place, Step::place, Step::tax, Step::build, Step::bribe};
    const int kind = static_cast<int>(event.type) - static_cast<int>(EventType::choose);
    if (event.type == EventType::pass) {
        if (state.step < Step::tax) return refuse("passing is not possible now");
        return codes.pass;
    }
    if (steps[kind] != state.step) return refuse("this action is not possible now");
    int cells[2] = {-1, -1};
    for (int i = 0; i < event.count; ++i) {
        const auto [x, y] = event.squares[i];
        if (!G::inside(x, y)) return refuse("a square is out of the frame");
        cells[i] = G::cell(x, y);
    }
    int action = -1;
    switch (event.type) {
        case EventType::choose:
            for (int slot = 0; slot < state.next.size; ++slot) {
                if (state.next.domino[slot] == event.first[0]) action = codes.choose + slot;
            }
            if (action < 0) return refuse("this domino is not in the line that kings are moving to");
            if (!state.is_legal(action)) return refuse("there is a king on this domino already");
            return action;
        case EventType::place: {
            if (event.first[0] != state.domino()) return refuse("the king stands on another domino");
            const auto [x0, y0] = event.squares[0];
            const auto [x1, y1] = event.squares[1];
            const int dx = x1 - x0, dy = y1 - y0;
            if (dx * dx + dy * dy != 1) return refuse("a domino covers two squares that share a side");
            const int orientation = dy == 0 ? (dx > 0 ? 0 : 1) : (dy > 0 ? 2 : 3);
            action = orientation * G::cells + cells[orientation & 1];
            return state.is_legal(action) ? action : refuse("the domino cannot be placed there");
        }
        case EventType::discard:
            if (event.first[0] != state.domino()) return refuse("the king stands on another domino");
            return state.is_legal(codes.discard) ? codes.discard : refuse("the domino can be placed, so it must be");
        case EventType::tax: {
            int smaller, larger;
            state.taxed_cells(smaller, larger);
            if (event.count == 1 && cells[0] == smaller) action = codes.tax;
            if (event.count == 1 && cells[0] == larger) action = codes.tax + 1;
            if (event.count == 2 && cells[0] == smaller && cells[1] == larger) action = codes.tax + 2;
            if (action < 0) return refuse("knights go on the squares of the domino placed in this turn, ascending");
            return state.is_legal(action) ? action : refuse("it takes more knights than there are in reserve");
        }
        default:
            break;
    }
    if constexpr (S::board) {
        if (event.slot < 0 || event.slot >= slot_count) return refuse("the builders' board has no such slot");
        if (state.board.slots[event.slot] != event.first[0]) return refuse("the slot does not hold this tile");
        if (event.type == EventType::bribe) return codes.bribe + event.slot;
        action = codes.build + event.slot * G::cells + cells[0];
        return state.is_legal(action) ? action : refuse("this tile cannot be built there");
    }
    return refuse("this action is not possible now");
}

}  // namespace crownlands::CROWNLANDS_ISA
