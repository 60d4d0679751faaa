#!/bin/sh
# Builds the core with the address and undefined-behaviour sanitizers and runs its tests on it: lockstep (fewer games, as all
# is slower there), perft, hostile input, the searching players. Further arguments go to pytest.
set -eu
cd "$(dirname "$0")/.."
bin=$PWD/.venv/bin
out=$PWD/build/sanitize
PATH=$bin:$PATH
cmake -S . -B "$out" -G Ninja -DPython_EXECUTABLE="$bin/python" -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g" -DCROWNLANDS_SANITIZE=address,undefined >"$out.log"
cmake --build "$out"

# A package of links with the sanitized extension, and an interpreter that does not look for the installed one (-S).
rm -rf "$out/lib"
mkdir -p "$out/lib/crownlands/core"
for part in src/crownlands/*; do
    [ "$(basename "$part")" = core ] || ln -s "$PWD/$part" "$out/lib/crownlands/"
done
ln -s "$PWD"/src/crownlands/core/*.py "$PWD"/src/crownlands/core/_core.pyi "$out"/_core*.so "$out/lib/crownlands/core/"
site=$("$bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
LD_PRELOAD="$(${CXX:-c++} -print-file-name=libasan.so) $(${CXX:-c++} -print-file-name=libstdc++.so.6)" \
    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 LOCKSTEP_GAMES="${LOCKSTEP_GAMES:-5}" PYTHONPATH="$out/lib:$site:$PWD" \
    "$bin/python" -S -m pytest -p no:cacheprovider tests/core tests/envs/test_batch.py tests/envs/test_lockstep.py tests/players/test_levels.py tests/players/test_endgame_solver.py "$@"
