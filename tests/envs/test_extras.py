"""Without its library, each part says which extra brings it."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {library!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name.partition(".")[0])
sys.meta_path.insert(0, Missing())
import {module}
"""


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("crownlands.envs", "numpy", "envs"),
        ("crownlands.envs.gymnasium", "gymnasium", "envs"),
        ("crownlands.envs.pettingzoo", "pettingzoo", "envs"),
        ("crownlands.envs.openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(module: str, library: str, extra: str) -> None:
    code = WITHOUT.format(library=library, module=module)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == (
        f"ModuleNotFoundError: this needs {library}, which comes with an extra: pip install 'crownlands[{extra}]'"
    )
