"""One Hypothesis profile for all tests: the same examples on every machine, so that a failure can be seen again."""

import signal
import threading

from hypothesis import settings

settings.register_profile("crownlands", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("crownlands")

# A shell that runs the tests in the background lets them ignore Ctrl-C, and the programs they start inherit that.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)
