#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>

// Any Python integer is a seed; only its lowest 64 bits count.
inline std::uint64_t seed_of(const nanobind::int_& seed) {
    const unsigned long long bits = PyLong_AsUnsignedLongLongMask(seed.ptr());
    if (PyErr_Occurred()) throw nanobind::python_error();
    return bits;
}
