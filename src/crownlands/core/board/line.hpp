// Lines of dominoes and the kings on them (K3–K5).
#pragma once
#include "base/bits.hpp"
#include "base/random.hpp"
#include "notation/position.hpp"

namespace crownlands::CROWNLANDS_ISA {

// The kings drawn in the opening, in their order; those before `first` stand on the first line already.
template <int Most>
struct Court {
    std::uint8_t first, last;
    std::uint8_t chooser[Most], owner[Most];

    bool empty() const { return first == last; }
    void add(int who, int whose) {
        chooser[last] = static_cast<std::uint8_t>(who);
        owner[last++] = static_cast<std::uint8_t>(whose);
    }
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

// Kings of a seat that do not stand on the first line; in the opening between two draws those are still to come.
template <int Most>
int kings_to_come(const Ruleset& rules, const NextLine<Most>& next, int seat) {
    int left = rules.kings;
    for (int slot = 0; slot < next.size; ++slot) left -= !(next.free >> slot & 1) && next.seat[slot] == seat;
    return left;
}

// The seats that may draw next in *any king*, a bit for each: those that have not, then in the order of the first time.
template <int Most>
unsigned next_choosers(const Ruleset& rules, const Court<Most>& court) {
    if (court.last >= rules.seats) return 1U << court.chooser[court.last - rules.seats];
    unsigned left = (1U << rules.seats) - 1;
    for (int i = 0; i < court.last; ++i) left &= ~(1U << court.chooser[i]);
    return left;
}

// Draws the kings that the ruleset's opening shows now (K4).
template <int Most>
void draw_kings(const Ruleset& rules, Court<Most>& court, const NextLine<Most>& next, Random& random) {
    if (rules.opening == Opening::there_and_back) {
        const int a = static_cast<int>(random.below(2)), b = 1 - a;
        for (const int seat : {a, b, b, a}) court.add(seat, seat);
    } else if (rules.opening == Opening::top_down) {
        std::uint8_t owners[most_seats];
        for (int i = 0; i < rules.king_count(); ++i) owners[i] = static_cast<std::uint8_t>(i / rules.kings);
        shuffle(owners, rules.king_count(), random);
        for (int i = 0; i < rules.king_count(); ++i) court.add(owners[i], owners[i]);
    } else {
        int index = static_cast<int>(random.below(static_cast<std::uint32_t>(rules.king_count() - court.last)));
        int owner = 0;
        for (int left; index >= (left = kings_to_come(rules, next, owner)); ++owner) index -= left;
        if (rules.opening == Opening::drawn) return court.add(owner, owner);
        const std::uint64_t seats = next_choosers(rules, court);
        court.add(select(seats, static_cast<int>(random.below(static_cast<std::uint32_t>(std::popcount(seats))))),
                  owner);
    }
}

// Why these kings cannot be drawn now, or nothing.
template <int Most>
const char* why_not_kings(const Ruleset& rules, const Court<Most>& court, const NextLine<Most>& next,
                          const Event& event) {
    const int at_once = rules.kings_at_once();
    int owned[most_seats] = {};
    for (int i = 0; i < event.count; ++i) {
        const int chooser = event.first[i], owner = event.second[i];
        if (event.count != at_once || chooser >= rules.seats || owner >= rules.seats ||
            ++owned[owner] > kings_to_come(rules, next, owner)) {
            return at_once == 1 ? "these kings cannot be drawn: one king of those still to come expected"
                                : "these kings cannot be drawn: every king once expected";
        }
        if (rules.opening == Opening::any_king) {
            if (!(next_choosers(rules, court) >> chooser & 1)) {
                return "these kings cannot be drawn: a seat that is to draw now expected";
            }
        } else if (chooser != owner) {
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
