"""Every language says everything, nothing is left over, and plural forms are complete."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tools.format_locales import formatted

from crownlands.server.protocol.refusals import TEXTS

WEB = Path(__file__).parents[2] / "web" / "src"
LANGUAGES = ["en", "fr", "de", "it", "es", "pt", "nl", "ru", "ro", "pl", "bg"]
# The categories of Intl.PluralRules for whole numbers; French, Italian, Spanish and Portuguese have one for millions.
PLURALS = {"ru": {"one", "few", "many"}, "pl": {"one", "few", "many"}, "ro": {"one", "few", "other"}}


def texts(code: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((WEB / "locales" / f"{code}.json").read_text())
    return found


def places(text: str | dict[str, str]) -> set[str]:
    forms = [text] if isinstance(text, str) else list(text.values())
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


def test_there_is_one_file_for_each_of_the_eleven_languages() -> None:
    assert sorted(path.stem for path in (WEB / "locales").glob("*.json")) == sorted(LANGUAGES)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_every_text_with_the_same_values(code: str) -> None:
    english, here = texts("en"), texts(code)
    assert sorted(here) == sorted(english)
    for key, text in here.items():
        assert type(text) is type(english[key]), key
        assert places(text) == places(english[key]), key
        for form in [text] if isinstance(text, str) else text.values():
            assert form.strip(), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_locale_file_has_one_text_a_line_in_the_order_of_keys(code: str) -> None:
    text = (WEB / "locales" / f"{code}.json").read_text()
    assert text == formatted(text), "run tools/format_locales.py"


@pytest.mark.parametrize("code", LANGUAGES)
def test_plural_forms_are_complete(code: str) -> None:
    needed = PLURALS.get(code, {"one", "other"})
    for key, text in texts(code).items():
        if isinstance(text, dict):
            assert needed <= set(text), key


def used() -> tuple[set[str], list[re.Pattern[str]]]:
    """Keys that the client asks for as they stand, and patterns of those that it puts together."""
    source = "\n".join(path.read_text() for path in [*WEB.rglob("*.svelte"), *WEB.rglob("*.ts")])
    plain = set(re.findall(r"'([a-z][\w-]*(?:\.[\w-]+)*)'", source))
    made = set(re.findall(r"`([a-z]+\.[^`\s]*\$\{[^`]*)`", source))
    patterns = [re.compile("[^.]+".join(map(re.escape, re.split(r"\$\{[^}]*\}", text)))) for text in made]
    return plain, patterns


def test_no_text_is_unused() -> None:
    plain, patterns = used()
    left = [key for key in texts("en") if key not in plain and not any(p.fullmatch(key) for p in patterns)]
    unused = [key for key in left if not re.fullmatch(r"rules\.(score\.q(\.title)?|\w+(\.title)?)", key)]
    assert unused == []


def test_no_text_is_missing() -> None:
    source = "\n".join(path.read_text() for path in [*WEB.rglob("*.svelte"), *WEB.rglob("*.ts")])
    asked = set(re.findall(r"\bt\('([^']+)'", source))
    assert asked - set(texts("en")) == set()


def test_every_terrain_building_option_and_reason_of_the_rules_has_its_words() -> None:
    pieces = (WEB / "generated" / "pieces.ts").read_text()
    keys = set(texts("en"))
    buildings = re.search(r"BUILDINGS[^{]*(\{.*?\});", pieces)
    options = re.findall(r'"name":"([\w-]+)"', pieces)
    assert buildings is not None
    for name in json.loads(buildings[1]):
        assert f"building.{name}" in keys
    for name in options:
        assert {f"option.{name}", f"option.{name}.text"} <= keys
    for code in ("occupied", "out-of-frame", "no-match", "cannot-afford", "dragon-away", "hosts-queen", "no-free-town"):
        assert f"reason.{code}" in keys


# What the page never causes: it sends only what the server knows, and asks only about what there is.
NOBODY_MEETS = {
    *("malformed", "hello-first", "no-such-seat", "no-such-person", "no-such-colour", "no-such-phrase", "superseded"),
    *("unreadable", "not-left", "no-such-piece", "no-review"),
}


def test_every_refusal_that_a_person_can_meet_has_its_words() -> None:
    keys = set(texts("en"))
    missing = {code for code in TEXTS if f"reason.{code}" not in keys}
    assert missing <= NOBODY_MEETS
