// Chance: sampled from what is undrawn, or told from outside (K2–K4, Q3).
#pragma once
#include "game/state.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
CROWNLANDS_INLINE void State<S>::lay_line(std::uint64_t numbers, int box) {
    undrawn[box] &= ~numbers;
    next.lay(numbers, box * dominoes_per_box);
    ++drawn;
    after_reveal();
}

template <class S>
CROWNLANDS_INLINE void State<S>::after_reveal() {
    if (round == 0 && line.empty()) {
        step = S::board ? Step::buildings : Step::kings;
    } else {
        begin_round();
    }
}

template <class S>
void State<S>::reveal(std::uint64_t numbers) {
    lay_line(numbers, S::boxes == 1 ? 0 : line_box());
}

// Reveals a random line.
template <class S>
CROWNLANDS_INLINE void State<S>::draw(Random& random) {
    const int box = S::boxes == 1 ? 0 : line_box();
    std::uint64_t left = undrawn[box];
    std::uint64_t numbers = 0;
    auto size = static_cast<std::uint32_t>(std::popcount(left));
    for (int i = 0; i < rules.line; ++i, --size) {
        const std::uint64_t number = std::uint64_t{1} << select(left, static_cast<int>(random.below(size)));
        left ^= number;
        numbers |= number;
    }
    lay_line(numbers, box);
}

template <class S>
void State<S>::sample(Random& random) {
    if (step == Step::reveal) {
        draw(random);
    } else if (step == Step::kings) {
        draw_kings(rules, court, next, random);
        after_kings();
    } else if constexpr (S::board) {
        board.refill(random);
        after_buildings();
    }
}

template <class S>
const char* State<S>::why_not_chance(const Event& event) const {
    if (step == Step::over) return "the game is over";
    if (static_cast<int>(event.type) != static_cast<int>(step)) return "this event is not possible now";
    if (step == Step::kings) return why_not_kings(rules, court, next, event);
    if (step == Step::reveal) {
        const int box = line_box();
        bool right = event.count == rules.line;
        for (int i = 0; right && i < event.count; ++i) {
            const int number = event.first[i] - box * dominoes_per_box;
            right = number >= 0 && number < dominoes_per_box && (undrawn[box] >> number & 1) &&
                    (i == 0 || event.first[i - 1] < event.first[i]);
        }
        return right ? nullptr : "this line cannot be drawn: undrawn dominoes of its box, ascending, expected";
    }
    if constexpr (S::board) {
        bool right = event.count == board.to_reveal();
        int taken[building_count] = {};
        for (int i = 0; right && i < event.count; ++i) {
            const int kind = event.first[i];
            right = kind < building_count && ++taken[kind] <= std::popcount(board.stack & tiles_of_kind(kind));
        }
        if (right) return nullptr;
    }
    return "these tiles cannot be revealed: as many tiles of the stack as there are empty slots expected";
}

template <class S>
void State<S>::apply_chance(const Event& event) {
    if (step == Step::kings) {
        for (int i = 0; i < event.count; ++i) court.add(event.first[i], event.second[i]);
        after_kings();
    } else if (step == Step::reveal) {
        const int box = line_box();
        std::uint64_t numbers = 0;
        for (int i = 0; i < event.count; ++i) numbers |= std::uint64_t{1} << (event.first[i] - box * dominoes_per_box);
        lay_line(numbers, box);
    } else if constexpr (S::board) {
        for (int i = 0; i < event.count; ++i) {
            const std::uint32_t tiles = board.stack & tiles_of_kind(event.first[i]);
            board.stack &= ~(tiles & (~tiles + 1));
            board.put(board.cheapest_empty(), event.first[i]);
        }
        after_buildings();
    }
}

}  // namespace crownlands::CROWNLANDS_ISA
