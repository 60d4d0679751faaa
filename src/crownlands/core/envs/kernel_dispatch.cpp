// Picks the kernel for a ruleset and an instruction set, as dispatch.cpp does for the engine.
#include <cstring>

#include "base/errors.hpp"
#include "envs/kernel.hpp"

namespace crownlands {

namespace base {
extern const Kernel kernels[4];
extern bool (*const shapes[4])(const Ruleset&);
}  // namespace base
#if defined(CROWNLANDS_HAS_V3)
namespace v3 {
extern const Kernel kernels[4];
}
#endif

const Kernel& kernel_for(const Ruleset& rules, const char* isa) {
    const Kernel* kernels = base::kernels;
    if (!isa) isa = best_isa();
#if defined(CROWNLANDS_HAS_V3)
    if (std::strcmp(isa, "v3") == 0) kernels = v3::kernels;
#endif
    for (int i = 0; i < 4; ++i) {
        if (base::shapes[i](rules)) return kernels[i];
    }
    throw Refused("the environments have no shape for " + ruleset_name(rules));
}

}  // namespace crownlands
