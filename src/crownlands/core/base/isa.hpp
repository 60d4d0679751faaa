// The hot part of the core is compiled once per instruction set, each time in its own namespace (`CROWNLANDS_ISA`), so
// that the linker never mixes the two; dispatch.cpp picks one at import.
#pragma once

#ifndef CROWNLANDS_ISA
#define CROWNLANDS_ISA base
#endif

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#if defined(__GNUC__)
#define CROWNLANDS_INLINE inline __attribute__((always_inline))
#else
#define CROWNLANDS_INLINE inline
#endif
