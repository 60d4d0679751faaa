// Picks the learner for a ruleset and an instruction set.
#include "engine/dispatch.hpp"
#include "learn/learner.hpp"

namespace crownlands {

CROWNLANDS_EACH_ISA(extern const Learner learners[4])

const Learner& any_learner(const char* isa) { return CROWNLANDS_PICK(learners, isa)[0]; }

const Learner& learner_for(const Ruleset& rules, const char* isa) {
    return CROWNLANDS_PICK(learners, isa)[2 * rules.board + (rules.frame == 7)];
}

}  // namespace crownlands
