"""One Hypothesis profile for all tests: the same examples on every machine, so that a failure can be seen again."""

from hypothesis import settings

settings.register_profile("crownlands", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("crownlands")
