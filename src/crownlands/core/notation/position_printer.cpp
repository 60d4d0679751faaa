// Prints positions (docs/notation.md, "Positions").
#include <array>
#include <bit>

#include "notation/reader.hpp"

namespace crownlands {

namespace {

std::string claim_text(int domino, int seat) {
    return " " + domino_text(domino) + (seat == nobody ? "" : "=" + std::to_string(seat));
}

// Numbers of a box, runs of two or more as a-b.
std::string runs_text(std::uint64_t numbers) {
    std::string text;
    while (numbers) {
        const int first = std::countr_zero(numbers);
        const int length = std::countr_one(numbers >> first);
        text += " " + std::to_string(first + 1);
        if (length > 1) text += "-" + std::to_string(first + length);
        numbers &= ~(((std::uint64_t{1} << length) - 1) << first);
    }
    return text;
}

// Kinds of building in the alphabetical order of their ids.
constexpr auto alphabetical = [] {
    std::array<int, building_count> order{};
    for (int kind = 0; kind < building_count; ++kind) {
        std::size_t at = static_cast<std::size_t>(kind);
        for (; at > 0 && std::string_view(buildings[kind].id) < buildings[order[at - 1]].id; --at)
            order[at] = order[at - 1];
        order[at] = kind;
    }
    return order;
}();

void print_board(const Position& position, std::string& text) {
    text += "board";
    for (int slot = 0; slot < slot_count; ++slot) {
        const int kind = position.slots[slot];
        text += " " + std::to_string(slot) + "=" + (kind == nobody ? "-" : buildings[kind].id);
    }
    text += position.dragon == nobody ? "\ndragon cave\n" : "\ndragon " + std::to_string(position.dragon) + "\n";
    std::string stack;
    for (const int kind : alphabetical) {
        if (!position.stack[kind]) continue;
        stack += std::string(" ") + buildings[kind].id;
        if (position.stack[kind] > 1) stack += "*" + std::to_string(position.stack[kind]);
    }
    if (!stack.empty()) text += "stack" + stack + "\n";
    if (position.queen != nobody) text += "queen " + std::to_string(position.queen) + "\n";
    std::string done;
    for (int seat = 0; seat < position.rules.seats; ++seat) {
        for (const Step phase : {Step::tax, Step::build}) {
            if (!(position.done >> done_bit(seat, phase) & 1)) continue;
            done += " " + std::to_string(seat) + "=" + step_names[static_cast<int>(phase)];
        }
    }
    if (!done.empty()) text += "done" + done + "\n";
}

void print_realm(const Position& position, int index, std::string& text) {
    const RealmPosition& realm = position.realms[index];
    text += "realm " + std::to_string(index) + "\n";
    if (position.rules.board) {
        text += "coins " + std::to_string(realm.coins) + "\nknights " + std::to_string(realm.knights_in_reserve) + "\n";
        if (realm.taxed_count) {
            text += "taxed";
            for (int i = 0; i < realm.taxed_count; ++i) text += " " + square_text(realm.taxed[i].x, realm.taxed[i].y);
            text += "\n";
        }
    }
    for (int i = 0; i < realm.placed_count; ++i) {
        const auto& [domino, left, right] = realm.placed[i];
        text +=
            "domino " + domino_text(domino) + " " + square_text(left.x, left.y) + " " + square_text(right.x, right.y);
        text += "\n";
    }
    for (int i = 0; i < realm.built_count; ++i) {
        const auto& [kind, square] = realm.built[i];
        text += std::string("building ") + buildings[kind].id + " " + square_text(square.x, square.y) + "\n";
    }
    std::string discarded;
    for (int domino = 0; domino < domino_count; ++domino) {
        if (realm.discarded[domino / dominoes_per_box] >> (domino % dominoes_per_box) & 1) {
            discarded += " " + domino_text(domino);
        }
    }
    if (!discarded.empty()) text += "discarded" + discarded + "\n";
}

}  // namespace

std::string position_text(const Position& position) {
    std::string text = "crownlands position 1\nruleset " + ruleset_name(position.rules) + "\n";
    if (position.rules.games > 1) {
        text += "match " + std::to_string(position.game);
        for (int realm = 0; realm < position.rules.realms(); ++realm) {
            const auto& [points, largest, crowns] = position.earlier[realm];
            text += " " + std::to_string(points) + "/" + std::to_string(largest) + "/" + std::to_string(crowns);
        }
        text += "\n";
    }
    text += "round " + std::to_string(position.round) + "\nstep " + step_names[static_cast<int>(position.step)] + "\n";
    if (position.king_count) {
        text += "kings";
        for (int i = 0; i < position.king_count; ++i) {
            text += " " + std::to_string(position.chooser[i]);
            if (position.chooser[i] != position.owner[i]) text += ">" + std::to_string(position.owner[i]);
        }
        text += "\n";
    }
    if (position.earlier_count) {
        text += "choosers";
        for (int i = 0; i < position.earlier_count; ++i) text += " " + std::to_string(position.earlier_choosers[i]);
        text += "\n";
    }
    if (position.line_count) {
        text += "line";
        for (int i = 0; i < position.line_count; ++i) text += claim_text(position.line[i], position.line_seat[i]);
        text += "\n";
    }
    if (position.next_count) {
        text += "next";
        for (int i = 0; i < position.next_count; ++i) text += claim_text(position.next[i], position.next_seat[i]);
        text += "\n";
    }
    for (int box = 0; box < box_count; ++box) {
        if (position.undrawn[box])
            text += std::string("undrawn ") + box_letters[box] + runs_text(position.undrawn[box]) + "\n";
    }
    if (position.rules.board) print_board(position, text);
    for (int index = 0; index < position.rules.realms(); ++index) print_realm(position, index, text);
    return text;
}

}  // namespace crownlands
