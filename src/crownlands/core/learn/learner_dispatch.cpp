// Picks the learner for a ruleset and an instruction set, as dispatch.cpp does for the engine.
#include <cstring>

#include "base/errors.hpp"
#include "learn/learner.hpp"

namespace crownlands {

namespace base {
extern const Learner learners[2];
}
#if defined(CROWNLANDS_HAS_V3)
namespace v3 {
extern const Learner learners[2];
}
#endif

const Learner& learner_for(int frame, const char* isa) {
    const Learner* learners = base::learners;
    if (!isa) isa = best_isa();
#if defined(CROWNLANDS_HAS_V3)
    if (std::strcmp(isa, "v3") == 0) learners = v3::learners;
#endif
    return learners[frame == 7];
}

const Learner& learner_for(const Ruleset& rules, const char* isa) {
    if (rules.board)
        throw Refused("nothing was learned for " + ruleset_name(rules) +
                      ": a ruleset without a builders' board expected");
    return learner_for(rules.frame, isa);
}

}  // namespace crownlands
