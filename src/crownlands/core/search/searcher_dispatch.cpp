// Picks the searcher for a ruleset and an instruction set, as dispatch.cpp does for the engine.
#include <cstring>

#include "base/errors.hpp"
#include "search/searcher.hpp"

namespace crownlands {

namespace base {
extern const Searcher searchers[4];
extern bool (*const shapes[4])(const Ruleset&);
}  // namespace base
#if defined(CROWNLANDS_HAS_V3)
namespace v3 {
extern const Searcher searchers[4];
}
#endif

const Searcher& searcher_for(const Ruleset& rules, const char* isa) {
    const Searcher* searchers = base::searchers;
    if (!isa) isa = best_isa();
#if defined(CROWNLANDS_HAS_V3)
    if (std::strcmp(isa, "v3") == 0) searchers = v3::searchers;
#endif
    for (int i = 0; i < 4; ++i) {
        if (base::shapes[i](rules)) return searchers[i];
    }
    throw Refused("the search has no shape for " + ruleset_name(rules));
}

}  // namespace crownlands
