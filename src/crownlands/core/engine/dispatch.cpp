// Picks the instruction set: the fastest that this machine has.
#include "engine/dispatch.hpp"

#include <cstring>

#include "base/errors.hpp"

namespace crownlands {

CROWNLANDS_EACH_ISA(extern const Engine engines[4])

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

bool is_v3(const char* isa) { return std::strcmp(isa ? isa : best_isa(), "v3") == 0; }

int shape_of(const Ruleset& rules) {
    for (int i = 0; i < 4; ++i) {
        if (base::engines[i].fits(rules)) return i;
    }
    throw Refused("the core has no shape for " + ruleset_name(rules));
}

const Engine& engine_for(const Ruleset& rules, const char* isa) {
    return CROWNLANDS_PICK(engines, isa)[shape_of(rules)];
}

}  // namespace crownlands
