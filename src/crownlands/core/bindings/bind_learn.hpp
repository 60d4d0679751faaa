#pragma once
#include <nanobind/nanobind.h>

// Adds the learned evaluation to the module, and how it is learned.
void bind_learn(nanobind::module_& m);
