// Picks the instruction set: the fastest that this machine has.
#include <cstring>

#include "base/errors.hpp"
#include "engine/engine.hpp"

namespace crownlands {

namespace base {
extern const Engine engines[4];
}
#if defined(CROWNLANDS_HAS_V3)
namespace v3 {
extern const Engine engines[4];
}
#endif

namespace {

bool has_v3() {
#if defined(CROWNLANDS_HAS_V3)
    __builtin_cpu_init();
    // The first two generations of Zen run PDEP, which selects a random placement, in microcode: the baseline is
    // faster.
    const bool slow_select = __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2");
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("fma") && !slow_select;
#else
    return false;
#endif
}

}  // namespace

const char* best_isa() { return has_v3() ? "v3" : "base"; }

const Engine& engine_for(const Ruleset& rules, const char* isa) {
    const Engine* engines = base::engines;
    if (!isa) isa = best_isa();
#if defined(CROWNLANDS_HAS_V3)
    if (std::strcmp(isa, "v3") == 0) engines = v3::engines;
#endif
    for (int i = 0; i < 4; ++i) {
        if (engines[i].fits(rules)) return engines[i];
    }
    throw Refused("the core has no shape for " + ruleset_name(rules));
}

}  // namespace crownlands
