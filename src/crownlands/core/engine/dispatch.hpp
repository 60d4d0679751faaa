// What is compiled once per instruction set stands in arrays of the same name in two namespaces (base/isa.hpp), one
// item for each shape; here one of them is picked.
#pragma once

#include "engine/engine.hpp"

#if defined(CROWNLANDS_HAS_V3)
#define CROWNLANDS_EACH_ISA(declaration) \
    namespace base {                     \
    declaration;                         \
    }                                    \
    namespace v3 {                       \
    declaration;                         \
    }
#define CROWNLANDS_PICK(array, isa) (is_v3(isa) ? v3::array : base::array)
#else
#define CROWNLANDS_EACH_ISA(declaration) \
    namespace base {                     \
    declaration;                         \
    }
#define CROWNLANDS_PICK(array, isa) (static_cast<void>(isa), base::array)
#endif

namespace crownlands {

// Whether this is x86-64-v3; no name means the best of this machine.
bool is_v3(const char* isa);
// The place of the shape that fits a ruleset.
int shape_of(const Ruleset& rules);

}  // namespace crownlands
