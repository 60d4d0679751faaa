// Lines of dominoes and the kings on them (K3–K5).
#pragma once
#include "bits.hpp"
#include "position.hpp"
#include "random.hpp"

namespace crownlands::CROWNLANDS_ISA {

// Kings still to be put on the first line, in drawn order.
template <int Most>
struct Court {
    std::uint8_t first, last;
    std::uint8_t chooser[Most], owner[Most];

    bool empty() const { return first == last; }
};

// Dominoes whose kings have still to act; the first acts until its turn is over.
template <int Most>
struct Line {
    std::uint8_t first, last;
    std::uint8_t domino[Most], seat[Most];

    bool empty() const { return first == last; }
};

// The line that kings are moving to.
template <int Most>
struct NextLine {
    std::uint8_t size;
    std::uint8_t free;  // a bit for each domino without a king
    std::uint8_t domino[Most], seat[Most];

    CROWNLANDS_INLINE void claim(int slot, int owner) {
        free = static_cast<std::uint8_t>(free & ~(1 << slot));
        seat[slot] = static_cast<std::uint8_t>(owner);
    }
    CROWNLANDS_INLINE void lay(std::uint64_t numbers, int base) {
        int n = 0;
        for (; numbers; numbers &= numbers - 1) {
            domino[n++] = static_cast<std::uint8_t>(base + std::countr_zero(numbers));
        }
        size = static_cast<std::uint8_t>(n);
        free = static_cast<std::uint8_t>((1 << n) - 1);
    }
};

// The claimed dominoes become the line; the others are gone.
template <int Most>
CROWNLANDS_INLINE void advance(NextLine<Most>& next, Line<Most>& line) {
    int n = 0;
    for (int slot = 0; slot < next.size; ++slot) {
        line.domino[n] = next.domino[slot];
        line.seat[n] = next.seat[slot];
        n += !(next.free >> slot & 1);
    }
    line.first = 0;
    line.last = static_cast<std::uint8_t>(n);
    next.size = 0;
    next.free = 0;
}

inline void shuffle(std::uint8_t* items, int count, Random& random) {
    for (int i = count - 1; i > 0; --i) {
        const int j = static_cast<int>(random.below(static_cast<std::uint32_t>(i + 1)));
        const std::uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

// Draws the kings as the ruleset's opening says.
template <int Most>
void draw_kings(const Ruleset& rules, Court<Most>& court, Random& random) {
    const int kings = rules.king_count() < Most ? rules.king_count() : Most;
    court.first = 0;
    court.last = static_cast<std::uint8_t>(kings);
    if (rules.opening == Opening::there_and_back) {
        const auto a = static_cast<std::uint8_t>(random.below(2));
        const auto b = static_cast<std::uint8_t>(1 - a);
        const std::uint8_t order[4] = {a, b, b, a};
        for (int i = 0; i < 4; ++i) court.chooser[i] = court.owner[i] = order[i];
        return;
    }
    for (int i = 0; i < kings; ++i) court.owner[i] = static_cast<std::uint8_t>(i / rules.kings);
    shuffle(court.owner, kings, random);
    if (rules.opening == Opening::any_king) {
        for (int i = 0; i < rules.seats; ++i) court.chooser[i] = static_cast<std::uint8_t>(i);
        shuffle(court.chooser, rules.seats, random);
        for (int i = rules.seats; i < kings; ++i) court.chooser[i] = court.chooser[i - rules.seats];
    } else {
        for (int i = 0; i < kings; ++i) court.chooser[i] = court.owner[i];
    }
}

// Why these kings cannot be drawn, or nothing.
inline const char* why_not_kings(const Ruleset& rules, const Event& event) {
    const int kings = rules.king_count();
    if (event.count != kings) return "these kings cannot be drawn: every king once expected";
    int owned[most_seats] = {};
    for (int i = 0; i < kings; ++i) {
        if (event.first[i] >= rules.seats || event.second[i] >= rules.seats || ++owned[event.second[i]] > rules.kings) {
            return "these kings cannot be drawn: every king once expected";
        }
    }
    if (rules.opening == Opening::any_king) {
        int seen = 0;
        for (int i = 0; i < kings; ++i) {
            if (i < rules.seats) {
                seen |= 1 << event.first[i];
            } else if (event.first[i] != event.first[i - rules.seats]) {
                seen = 0;
            }
        }
        return seen == (1 << rules.seats) - 1 ? nullptr : "these kings cannot be drawn: one order of the seats expected";
    }
    for (int i = 0; i < kings; ++i) {
        if (event.first[i] != event.second[i]) {
            return "these kings cannot be drawn: every player choosing for an own king expected";
        }
    }
    if (rules.opening == Opening::there_and_back &&
        !(event.first[1] == event.first[2] && event.first[0] == event.first[3] && event.first[0] != event.first[1])) {
        return "these kings cannot be drawn: one king of a player, both of the other, the last of the first expected";
    }
    return nullptr;
}

}  // namespace crownlands::CROWNLANDS_ISA
