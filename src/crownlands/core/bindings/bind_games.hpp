#pragma once
#include <nanobind/nanobind.h>

// Adds what environments are made of to the module: `Layout` and `Games`.
void bind_games(nanobind::module_& m);
