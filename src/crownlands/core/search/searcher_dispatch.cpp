// Picks the searcher for a ruleset and an instruction set.
#include "engine/dispatch.hpp"
#include "search/searcher.hpp"

namespace crownlands {

CROWNLANDS_EACH_ISA(extern const Searcher searchers[4])

const Searcher& searcher_for(const Ruleset& rules, const char* isa) {
    return CROWNLANDS_PICK(searchers, isa)[shape_of(rules)];
}

}  // namespace crownlands
