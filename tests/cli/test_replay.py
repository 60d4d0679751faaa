"""`crownlands replay`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    run(
        "simulate",
        "queendomino/3",
        "--games",
        "1",
        "--seed",
        "r",
        "--seats",
        "random",
        "--out",
        str(tmp_path / "games"),
    )
    [record] = (tmp_path / "games").iterdir()
    return record


def test_the_state_reached_has_every_field_of_the_projection(run: Run, file: Path) -> None:
    state = json.loads(run("replay", str(file), "--json").stdout)
    assert {"ruleset", "over", "round", "realms", "ranking"} <= set(state)
    assert state["ruleset"] == "queendomino/3"
    assert state["over"] is True
    assert state["round"] == 12
    fields = {"seats", "squares", "discarded", "coins", "knights", "towers", "queen", "score", "laid", "terms"}
    for realm in state["realms"]:
        assert set(realm) == fields
        assert realm["score"] == sum(term["points"] for term in realm["terms"])
        for square in realm["squares"]:
            assert set(square) == {"x", "y", "terrain", "crowns", "domino", "knight", "building"}
            assert isinstance(square["knight"], bool)


def test_events_have_the_fields_of_the_projection(run: Run, file: Path) -> None:
    fields = {
        "kings": {"order"},
        "reveal": {"dominoes"},
        "buildings": {"tiles"},
        "choose": {"seat", "domino"},
        "place": {"seat", "domino", "squares"},
        "discard": {"seat", "domino"},
        "tax": {"seat", "squares"},
        "build": {"seat", "slot", "building", "square"},
        "bribe": {"seat", "slot", "building"},
        "pass": {"seat"},
    }
    events = json.loads(run("replay", str(file), "--json", "--events").stdout)
    assert [event["type"] for event in events[:3]] == ["reveal", "buildings", "kings"]
    for event in events:
        assert set(event) == {"type"} | fields[event["type"]]
    assert json.loads(run("replay", str(file), "--json", "--events", "--to", "5").stdout) == events[:5]


def test_to_stops_after_so_many_events(run: Run, file: Path) -> None:
    assert json.loads(run("replay", str(file), "--json", "--to", "0").stdout)["round"] == 0
    state = json.loads(run("replay", str(file), "--json", "--to", "20").stdout)
    assert (state["over"], state["round"] > 0) == (False, True)
    result = run("replay", str(file), "--to", "99999")
    assert result.exit_code == 1
    assert "--to 99999 is too far" in result.stderr
    assert run("replay", str(file), "--to", "-1").exit_code == 2


def test_without_a_terminal_it_shows_the_end(run: Run, file: Path) -> None:
    output = run("replay", str(file)).output
    assert "wins" in output or "shared" in output
    assert "over" in output.splitlines()[0]


def test_events_as_text_are_numbered(run: Run, file: Path) -> None:
    lines = run("replay", str(file), "--events").output.splitlines()
    assert lines[0].startswith("    1  reveal Q")
    assert lines[2].startswith("    3  kings")


def test_a_record_can_come_from_standard_input(run: Run, file: Path) -> None:
    state = json.loads(run("replay", "-", "--json", text=file.read_text()).stdout)
    assert state["ruleset"] == "queendomino/3"


def test_a_bad_file_is_refused_in_one_line(run: Run, tmp_path: Path, file: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00\x01")
    kingdom = tmp_path / "kingdom"
    kingdom.write_text("w1 w C\n")
    malformed = tmp_path / "malformed"
    malformed.write_text("crownlands game 1\nruleset: kingdomino/2\n\nreveal K1 K2 K3 Z4\n")
    illegal = tmp_path / "illegal"
    illegal.write_text("crownlands game 1\nruleset: kingdomino/2\n\nreveal K1 K2 K3\n")
    cases = {
        tmp_path / "missing": "No such file",
        tmp_path: "Is a directory",
        binary: "not a text file",
        kingdom: "is a kingdom, not the record of a game",
        malformed: "line 4, column 17",
        illegal: "this line cannot be drawn",
    }
    for path, reason in cases.items():
        result = run("replay", str(path))
        assert result.exit_code == 1
        assert reason in result.stderr
        assert str(path) in result.stderr
        assert result.stderr.count("\n") == 1
        assert not result.stdout
