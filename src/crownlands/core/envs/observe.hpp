// A seat's view of a state, as the bytes that layout.hpp describes: everything that matters from here on, nothing else.
#pragma once
#include "envs/expand.hpp"
#include "envs/kernel.hpp"
#include "game/state.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <int Terrains>
struct DominoRow {
    std::uint8_t bytes[domino_fields(Terrains)];
};

template <int Terrains>
constexpr auto make_domino_rows() {
    std::array<DominoRow<Terrains>, domino_count> rows{};
    for (int domino = 0; domino < domino_count; ++domino) {
        auto& bytes = rows[static_cast<std::size_t>(domino)].bytes;
        bytes[0] = static_cast<std::uint8_t>(domino + 1);
        for (int half = 0; half < 2; ++half) {
            const int terrain = dominoes[domino].terrain[half];
            if (terrain < Terrains) bytes[1 + half * Terrains + terrain] = 1;
            bytes[1 + 2 * Terrains + half] = dominoes[domino].crowns[half];
        }
    }
    return rows;
}
template <int Terrains>
inline constexpr auto domino_rows = make_domino_rows<Terrains>();

CROWNLANDS_INLINE std::uint8_t byte(int value) {
    return static_cast<std::uint8_t>(value < 0 ? 0 : value > 255 ? 255 : value);
}

template <class S>
CROWNLANDS_INLINE void observe_kingdom(const Realm<S>& realm, std::uint8_t* out) {
    using K = Kingdom<S::frame, S::terrains>;
    constexpr int cells = Geometry<S::frame>::cells;
    std::uint8_t* crowns = out + S::terrains * cells;
    for (int i = 0; i < realm.kingdom.placed; ++i) {
        const auto entry = realm.kingdom.log[i];
        const Domino& piece = dominoes[K::domino_of(entry)];
        int left, right;
        K::halves(K::orientation_of(entry), K::cell_of(entry), left, right);
        out[piece.terrain[0] * cells + left] = 1;
        out[piece.terrain[1] * cells + right] = 1;
        crowns[left] = piece.crowns[0];
        crowns[right] = piece.crowns[1];
    }
    expand(realm.kingdom.room, crowns + cells);
    if constexpr (S::board) {
        expand(realm.purse.taxed, crowns + 2 * cells);
        std::uint8_t* built = crowns + 3 * cells;
        for (int i = 0; i < realm.purse.built_count; ++i) {
            const auto [kind, cell] = realm.purse.built[i];
            built[cell] = static_cast<std::uint8_t>(kind + 1);
            crowns[cell] = static_cast<std::uint8_t>(crowns[cell] | buildings[kind].crowns);
        }
    }
}

template <class S>
void observe(const State<S>& state, const Episode& episode, const Layout& layout, int seat, std::uint8_t* out) {
    constexpr int cells = Geometry<S::frame>::cells;
    constexpr int planes = plane_count(S::terrains, S::board);
    const Ruleset& rules = state.rules;
    const int seats = rules.seats, realms = rules.realms(), mine = rules.realm_of(seat);
    // Everybody is counted from the seat that looks, in turn order.
    const auto seen = [&](int other) { return other >= seat ? other - seat : other - seat + seats; };
    const auto realm_at = [&](int place) { return mine + place < realms ? mine + place : mine + place - realms; };
    std::memset(out, 0, static_cast<std::size_t>(layout.size));

    for (int place = 0; place < realms; ++place) {
        const Realm<S>& realm = state.realms[realm_at(place)];
        observe_kingdom(realm, out + layout.kingdoms + place * planes * cells);
        int lost = 0;
        for (const std::uint64_t box : realm.discarded) lost += std::popcount(box);
        out[layout.discards + place] = byte(lost);
        if constexpr (S::board) {
            std::uint8_t* purse = out + layout.purses + place * purse_fields;
            purse[0] = byte(realm.purse.coins);
            purse[1] = byte(realm.purse.knights_in_reserve);
            purse[2] = byte(realm.purse.all_knights);
            purse[3] = byte(realm.purse.towers);
        }
    }

    constexpr int fields = domino_fields(S::terrains);
    const int row = fields + seats;
    std::uint8_t* at = out + layout.line;
    for (int i = state.line.first; i < state.line.last; ++i, at += row) {
        std::memcpy(at, domino_rows<S::terrains>[state.line.domino[i]].bytes, fields);
        at[fields + seen(state.line.seat[i])] = 1;
    }
    at = out + layout.next;
    for (int i = 0; i < state.next.size; ++i, at += row) {
        std::memcpy(at, domino_rows<S::terrains>[state.next.domino[i]].bytes, fields);
        if (!(state.next.free >> i & 1)) at[fields + seen(state.next.seat[i])] = 1;
    }
    at = out + layout.court;
    for (int i = 0; i < state.court.last; ++i, at += 2 * seats) {
        // Of kings that stand already only the order of the choosers matters, where it says who draws next.
        if (i >= state.court.first || rules.opening == Opening::any_king) at[seen(state.court.chooser[i])] = 1;
        if (i >= state.court.first) at[seats + seen(state.court.owner[i])] = 1;
    }

    for (int i = 0; i < rules.box_count; ++i) {
        const std::uint64_t left = state.undrawn[S::boxes == 1 ? 0 : rules.boxes[i]];
        for (int group = 0; group < dominoes_per_box / 8; ++group) {
            expand8(left >> (8 * group), out + layout.undrawn + i * dominoes_per_box + 8 * group);
        }
    }
    if (!state.over() && !state.chance()) {
        out[layout.phase + static_cast<int>(state.step) - static_cast<int>(Step::choose)] = 1;
        out[layout.decides + seen(state.seat())] = 1;
    }
    out[layout.round] = state.round;

    if constexpr (S::board) {
        if (state.step == Step::tax) {
            int smaller, larger;
            state.taxed_cells(smaller, larger);
            out[layout.placed + smaller] = out[layout.placed + larger] = 1;
        }
        for (int slot = 0; slot < slot_count; ++slot) {
            if (state.board.slots[slot] != nobody)
                out[layout.board + slot * building_count + state.board.slots[slot]] = 1;
        }
        for (int kind = 0; kind < building_count; ++kind) {
            out[layout.stack + kind] = byte(std::popcount(state.board.stack & tiles_of_kind(kind)));
        }
        if (state.board.dragon != nobody) out[layout.dragon + state.board.dragon] = 1;
        if (state.board.queen != nobody) {
            const int place = state.board.queen - mine;
            out[layout.queen + (place < 0 ? place + realms : place)] = 1;
        }
        if (rules.once) {
            for (int other = 0; other < seats; ++other) {
                out[layout.once + 2 * seen(other)] = state.board.done >> done_bit(other, Step::tax) & 1;
                out[layout.once + 2 * seen(other) + 1] = state.board.done >> done_bit(other, Step::build) & 1;
            }
        }
    }
    if (rules.games > 1) {
        out[layout.game] = episode.game;
        for (int place = 0; place < realms; ++place) {
            const auto& sums = episode.earlier[realm_at(place)];
            std::uint8_t* before = out + layout.match + place * match_fields;
            before[0] = static_cast<std::uint8_t>(sums[0] & 0xff);
            before[1] = byte(sums[0] >> 8);
            before[2] = byte(sums[1]);
            before[3] = byte(sums[2]);
        }
    }
}

// Which actions are legal, a byte for each number; none where nobody decides.
template <class S>
void write_mask(const State<S>& state, bool* out) {
    using G = Geometry<S::frame>;
    const ActionCode codes = state.code();
    auto* bytes = reinterpret_cast<std::uint8_t*>(out);
    if (state.step == Step::place) {
        const auto found = state.mine().kingdom.placements(state.domino());
        for (int o = 0; o < 4; ++o) expand(found.cells[o], bytes + o * G::cells);
        std::memset(bytes + codes.discard, 0, static_cast<std::size_t>(codes.count - codes.discard));
        bytes[codes.discard] = found.total == 0;
        return;
    }
    std::memset(bytes, 0, static_cast<std::size_t>(codes.count));
    if (state.step == Step::choose) {
        for (int slot = 0; slot < state.next.size; ++slot) bytes[codes.choose + slot] = state.next.free >> slot & 1;
    }
    if constexpr (S::board) {
        if (state.step == Step::tax) {
            bytes[codes.tax] = bytes[codes.tax + 1] = 1;
            bytes[codes.tax + 2] = state.mine().purse.knights_in_reserve >= 2;
        } else if (state.step == Step::build) {
            const int slots = state.affordable();
            for (int slot = 0; slot < slot_count; ++slot) {
                if (slots >> slot & 1) expand(state.mine().purse.vacant, bytes + codes.build + slot * G::cells);
            }
        } else if (state.step == Step::bribe) {
            for (int slot = 0; slot < slot_count; ++slot) bytes[codes.bribe + slot] = state.board.filled >> slot & 1;
        } else {
            return;
        }
        bytes[codes.pass] = 1;
    }
}

}  // namespace crownlands::CROWNLANDS_ISA
