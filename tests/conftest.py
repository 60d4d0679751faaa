"""For all tests: the same Hypothesis examples on every machine, so that a failure can be seen again, and one order."""

import os
import signal
import threading

import pytest
from hypothesis import settings

# Processes of tests share the cores: where threads of numpy wait for each other, they keep a core busy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

settings.register_profile("crownlands", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("crownlands")

# What takes long comes first, so that at the end no core waits for another one's long test.
LONG = (
    "tests/web/test_games_by_",
    "tests/web/test_pages",
    "tests/web/test_table",
    "tests/arena/test_cluster",
    "tests/server/test_chaos",
    "tests/server/test_processes",
    "tests/server/test_hostile",
    "tests/test_documents",
    "tests/notation/test_fuzz",
    "tests/notation/test_round_trips",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: next((i for i, path in enumerate(LONG) if item.nodeid.startswith(path)), len(LONG)))


# A shell that runs the tests in the background lets them ignore Ctrl-C, and the programs they start inherit that.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)
