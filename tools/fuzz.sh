#!/bin/sh
# Fuzzes the core with clang's libFuzzer, under the address and undefined-behaviour sanitizers: `tools/fuzz.sh [SECONDS]`.
# Debian: apt-get install clang libclang-rt-14-dev
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
out=build/fuzz
core=src/crownlands/core
mkdir -p "$out/corpus" "$out/generated"
.venv/bin/python tools/generate_tables.py src/crownlands/data "$out/generated/tables.hpp"
flags="-std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I$core -I$out/generated"
# shellcheck disable=SC2086
clang++ $flags -o "$out/fuzz_core" tests/fuzz/fuzz_core.cpp "$core"/ruleset/*.cpp "$core"/notation/*.cpp \
    "$core"/search/*.cpp "$core"/search/eval/*.cpp \
    "$core/engine/any_state.cpp" "$core/engine/dispatch.cpp" "$core/engine/engine.cpp"
.venv/bin/python tests/fuzz/seeds.py "$out/corpus"
"$out/fuzz_core" -max_total_time="$seconds" -max_len=6000 -dict=tests/fuzz/core.dict -print_final_stats=1 \
    -artifact_prefix="$out/" "$out/corpus"
