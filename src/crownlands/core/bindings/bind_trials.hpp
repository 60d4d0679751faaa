#pragma once
#include <nanobind/nanobind.h>

// Adds what becomes of positions to the module: `Trials`, `play_trials` and `solve_trials`.
void bind_trials(nanobind::module_& m);
