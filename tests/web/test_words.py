"""The words of each language: the rulebooks' terms, its own quotation marks and spaces, nothing left in English."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from tests.web.test_locales import LANGUAGES, places, texts

OTHERS = [code for code in LANGUAGES if code != "en"]
QUOTES = dict(zip(LANGUAGES, ["“”", "«»", "„“", "«»", "«»", "«»", "“”", "«»", "„”", "„”", "„“"], strict=True))
CYRILLIC = {"ru", "bg"}
NAMES = {"Kingdomino", "Queendomino", "Crownlands", "crownlands", "verify", "place", "Enter", "Escape"}
"""What stays in Latin letters, besides keys and numbers of dominoes."""
OTHERWISE = {"end.counting", "option.middle-kingdom", "tabs.kingdoms"}
"""Texts that say it in another way on purpose, the narrow tabs among them; buildings have names of their own, too."""


def table(name: str) -> list[dict[str, str]]:
    """The words are regular expressions that begin where a word begins: stems, so that every ending fits."""
    with (Path(__file__).parent / name).open() as file:
        return list(csv.DictReader(file))


TERMS = {row["term"]: row for row in table("glossary.csv")}


def forms(code: str) -> list[tuple[str, str]]:
    """Each text with its key, plural forms one by one."""
    found = []
    for key, text in texts(code).items():
        found += [(key, form) for form in ([text] if isinstance(text, str) else text.values())]
    return found


def whole(text: str | dict[str, str]) -> str:
    """All that is said under a key, without what is filled in."""
    return re.sub(r"\{\w+\}", "…", text if isinstance(text, str) else " ".join(text.values()))


def says(term: str, code: str, text: str) -> bool:
    return re.search(rf"\b(?:{TERMS[term][code]})", text, 0 if term[0].isupper() else re.IGNORECASE) is not None


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("term", TERMS)
def test_a_thing_has_its_own_word_wherever_it_is_spoken_of(term: str, code: str) -> None:
    english, here = texts("en"), texts(code)
    spoken = [
        key
        for key, text in english.items()
        if says(term, "en", whole(text)) and key not in OTHERWISE and not key.startswith("building.")
    ]
    assert spoken
    assert [(key, here[key]) for key in spoken if not says(term, code, whole(here[key]))] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_uses_a_word_that_was_found_wrong(code: str) -> None:
    for wrong, right in [(row["wrong"], row["right"]) for row in table("wrong_words.csv") if row["language"] == code]:
        found = [(key, text) for key, text in forms(code) if re.search(rf"\b{wrong}", text, re.IGNORECASE)]
        assert found == [], f"say {right!r}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_quotation_marks_and_dots_are_those_of_the_language(code: str) -> None:
    for key, text in forms(code):
        assert not re.search(r"""["'`´]|\.\.|--|  |^\s|\s$""", text), (key, text)
        assert set(re.findall("[“”„«»‹›]", text)) <= set(QUOTES[code]), (key, text)
        for pair in [QUOTES[code], "()", *(["¿?", "¡!"] if code == "es" else [])]:
            assert text.count(pair[0]) == text.count(pair[1]), (key, text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_spaces_before_marks_are_those_of_the_language(code: str) -> None:
    narrow, wide = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"
    for key, text in forms(code):
        if code == "fr":
            assert not re.search(f"(?<!{wide})[:»]|«(?!{wide})|(?<!{narrow})[;!?]", text), (key, text)
        else:
            assert not re.search(r"\s[:;!?»]|«\s", text), (key, text)
        if code == "de":
            assert not re.search(f"(?<!{wide})…", text), (key, text)
        else:
            assert not re.search(r"\s…", text), (key, text)


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_left_in_english_or_in_another_alphabet(code: str) -> None:
    english = texts("en")
    for key, text in forms(code):
        words = re.findall(r"[^\W\d_]{2,}", re.sub(r"\{\w+\}", "", text))
        if len(words) > 1 and set(words) - NAMES:
            assert text != english[key], key
        assert not {"the", "The", "your", "Your", "you", "with", "this", "that", "This"} & set(words), (key, text)
        foreign = "[A-Za-z]" if code in CYRILLIC else "[а-яА-Я]"
        assert [word for word in words if re.search(foreign, word) and word not in NAMES] == [], key
        assert not re.search("[şţŞŢ]", text), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_counts_has_plural_forms_and_every_form_says_the_same(code: str) -> None:
    for key, text in texts(code).items():
        if isinstance(text, str):
            ratio = len(places(text)) > 1  # "2 of 5" and "won: 3" have no noun to agree with
            assert not re.search(r"\{count\}\s\w", text) or ratio or key == "score.after", key
        else:
            assert {frozenset(places(form)) for form in text.values()} == {frozenset(places(text))}, key


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_stamped_on_a_placed_domino_is_short(code: str) -> None:
    """A domino is 52 pixels wide on a phone of 360."""
    assert len(texts(code)["line.placed"]) <= 7
