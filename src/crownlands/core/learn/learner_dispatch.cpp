// Picks the learner for a ruleset and an instruction set.
#include "base/errors.hpp"
#include "engine/dispatch.hpp"
#include "learn/learner.hpp"

namespace crownlands {

CROWNLANDS_EACH_ISA(extern const Learner learners[2])

const Learner& learner_for(int frame, const char* isa) { return CROWNLANDS_PICK(learners, isa)[frame == 7]; }

const Learner& learner_for(const Ruleset& rules, const char* isa) {
    if (rules.board)
        throw Refused("nothing was learned for " + ruleset_name(rules) +
                      ": a ruleset without a builders' board expected");
    return learner_for(rules.frame, isa);
}

}  // namespace crownlands
