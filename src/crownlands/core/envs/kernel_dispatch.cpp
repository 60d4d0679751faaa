// Picks the kernel for a ruleset and an instruction set.
#include "engine/dispatch.hpp"
#include "envs/kernel.hpp"

namespace crownlands {

CROWNLANDS_EACH_ISA(extern const Kernel kernels[4])

const Kernel& kernel_for(const Ruleset& rules, const char* isa) {
    return CROWNLANDS_PICK(kernels, isa)[shape_of(rules)];
}

}  // namespace crownlands
