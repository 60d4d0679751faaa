#pragma once
#include <nanobind/nanobind.h>

// Adds the levels to the module: `decide` and `think`.
void bind_search(nanobind::module_& m);
