// The closed-form numbers of actions (docs/core.md): the same for every ruleset with the same frame, line and board.
#pragma once
#include <cstdint>

#include "ruleset/ruleset.hpp"
#include "tables.hpp"

namespace crownlands {

struct ActionCode {
    int cells;    // of the field
    int discard;  // place is below: orientation · cells + cell
    int choose;   // + index in the next line
    int pass;
    int tax;    // + 0 smaller square, 1 larger square, 2 both
    int bribe;  // + slot
    int build;  // + slot · cells + cell
    int count;

    constexpr ActionCode(int frame, int line, bool board)
        : cells((2 * frame - 1) * (2 * frame - 1)),
          discard(4 * cells),
          choose(discard + 1),
          pass(choose + line),
          tax(pass + 1),
          bribe(tax + 3),
          build(bribe + slot_count),
          count(board ? build + slot_count * cells : pass) {}
    explicit constexpr ActionCode(const Ruleset& rules) : ActionCode(rules.frame, rules.line, rules.board) {}
};

}  // namespace crownlands
