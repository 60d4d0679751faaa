"""`crownlands play`, driven by what people type."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from crownlands.cli.lookups import scores_screen
from crownlands.draw.colours import UNICODE
from crownlands.draw.table import TableDrawing
from crownlands.notation import parse_record, print_position, replay
from crownlands.rules import CHANCE, Dealer, Match, Step, legal_actions, new_match, ruleset

from .conftest import Run

# At every prompt one of these goes on: a first choice, Enter for the end of a turn, a pass.
ANYTHING = "1\n\n0\n\n" * 400


def kept(tmp_path: Path) -> Path:
    [file] = (tmp_path / "state" / "crownlands").iterdir()
    return file


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("kingdomino/2", "you,greedy"),
        ("kingdomino/2+dynasty", "you,random"),
        ("queendomino/2", "you,random"),
        ("kingdomino/3+any-king", "you:Ann,you:Ben,random"),
        ("royal-wedding/8+teams", "you,greedy,random,random,random,random,random,random"),
    ],
)
def test_a_whole_game_can_be_played(run: Run, tmp_path: Path, name: str, seats: str) -> None:
    result = run("play", name, "--seats", seats, "--seed", "5", text=ANYTHING)
    assert result.exit_code == 0
    assert "wins" in result.output or "shared" in result.output
    record = parse_record(kept(tmp_path).read_text())
    *_, last = replay(record)
    assert last.over
    assert dict(record.tags)["seats"] == seats.replace(",", ", ")
    assert "crownlands replay" in result.output


def test_the_default_is_kingdomino_for_two_against_greedy(run: Run) -> None:
    output = run("play", text="").output
    assert "kingdomino/2" in output
    assert "yellow (greedy)" in output or "greedy" in output
    assert "crownlands rules" in output


def test_the_end_of_input_is_a_goodbye_with_the_way_back(run: Run, tmp_path: Path) -> None:
    result = run("play", "queendomino/4", "--seed", "eof", text="1\n")
    assert result.exit_code == 0
    assert "Goodbye" in result.output
    assert f"--resume {kept(tmp_path)}" in result.output.replace("\n", "")


def test_quit_save_and_resume_go_on_where_it_was(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    start = run("play", "kingdomino/2", "--seed", "5", text=f"1\n\n1\n\n1\nsave {file}\nquit\n")
    assert f"saved to {file}" in start.output.replace("\n", "")
    before = parse_record(file.read_text())
    assert dict(before.tags)["seats"] == "you, greedy"
    result = run("play", "--resume", str(file), text=ANYTHING)
    assert result.exit_code == 0
    record = parse_record(kept(tmp_path).read_text())
    assert record.events[: len(before.events)] == before.events
    straight = run("play", "kingdomino/2", "--seed", "5", text=ANYTHING)
    assert straight.exit_code == 0


def test_resume_deals_the_rest_of_the_same_deal(run: Run, tmp_path: Path) -> None:
    run("play", "kingdomino/2", "--seed", "same", text="1\n\n1\n\n1\n\n1\n\nquit\n")
    run("play", "--resume", str(kept(tmp_path)), text=ANYTHING)
    record = parse_record(kept(tmp_path).read_text())
    dealer = Dealer(record.ruleset, "same")
    for match, event in zip(replay(record), record.events, strict=False):
        if match.state.step in CHANCE:
            assert event == dealer.next(match.state)


def test_a_position_and_a_record_without_a_seed_can_be_played_on(run: Run, tmp_path: Path) -> None:
    match = middle_of("queendomino/2", 60)
    position = tmp_path / "position.txt"
    position.write_text(print_position(match))
    result = run("play", "--resume", str(position), text=ANYTHING)
    assert result.exit_code == 0
    assert "wins" in result.output or "shared" in result.output
    stopped = run("play", "--resume", str(position), text="quit\n")
    assert "Goodbye" in stopped.output
    again = run("play", "--resume", str(kept(tmp_path)), text=ANYTHING)
    assert again.exit_code == 0


def middle_of(name: str, events: int) -> Match:
    match = new_match(ruleset(name))
    dealer = Dealer(ruleset(name), "elsewhere")
    for _ in range(events):
        state = match.state
        match = match.apply(dealer.next(state) if state.step in CHANCE else legal_actions(state)[0])
    while match.state.step is not Step.PLACE:
        state = match.state
        match = match.apply(dealer.next(state) if state.step in CHANCE else legal_actions(state)[-1])
    return match


def test_undo_takes_back_each_decision_of_the_turn_and_no_more(run: Run, tmp_path: Path) -> None:
    # The opening's choice is a turn of its own; then place, choose, and both taken back.
    text = "1\nundo\nundo\n2\n\n2\n\nab\nundo\nquit\n"
    result = run("play", "kingdomino/2", "--seats", "you,you", "--seed", "5", text=text)
    assert "nothing of this turn to take back" in result.output
    record = parse_record(kept(tmp_path).read_text())
    choices = [event for event in record.events if type(event).__name__ == "Choose"]
    assert len(choices) == 2
    line = record.events[0]
    assert choices[0].domino == line.dominoes[1]  # type: ignore[union-attr]


def test_illegal_input_says_why_and_asks_again(run: Run) -> None:
    match = middle_of("kingdomino/2", 8)
    domino = match.state.domino
    result = run(
        "play",
        "kingdomino/2",
        "--seats",
        "you,you",
        "--seed",
        "elsewhere",
        text="K99\nchoose K1\nchoose\n77\n0\nplace K1 0,0 0,1\nquit\n",
    )
    output = " ".join(result.output.split())
    assert domino
    assert "is not in the line that kings are moving to" in output or "there is a king on" in output
    assert "there is no choice 77" in output
    assert "the game waits for choose" in output
    assert "Traceback" not in output
    assert output.count("Choose a domino") >= 7


def test_a_placement_is_refused_with_its_reason(run: Run, tmp_path: Path) -> None:
    position = tmp_path / "p.txt"
    position.write_text(print_position(middle_of("kingdomino/2", 9)))
    state = middle_of("kingdomino/2", 9).state
    far = f"place {state.domino} 9,9 9,10"
    result = run("play", "--resume", str(position), "--seats", "you,you", text=f"{far}\nzz\nquit\n")
    assert "the kingdom would not fit in its 5×5 grid" in " ".join(result.output.split())


def test_help_scores_undrawn_list_hint_and_table_answer_at_every_prompt(run: Run) -> None:
    commands = "?\nscores\nundrawn\ntable\nlist\nhint\n"
    text = commands + "1\n" + commands + "\n"
    result = run("play", "queendomino/2", "--seats", "you,you", "--seed", "5", text=text * 30)
    assert result.exit_code == 0
    for part in (
        "save FILE",
        "score",
        "dominoes undrawn",
        "buildings in the stack",
        "greedy would type",
        "Two letters",
    ):
        assert part in result.output


def test_a_save_that_fails_is_said_and_the_game_goes_on(run: Run) -> None:
    result = run("play", "--seed", "5", text="save /proc/no/where\n?\nquit\n")
    assert result.exit_code == 0
    assert "could not save to" in result.output
    assert "take back" in result.output


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("play", "kingdomino/2", "--seats", "you,bob"), "no player 'bob'"),
        (("play", "kingdomino/2", "--seats", "you,you,you"), "has 2 seats, not 3"),
        (("play", "whist/4"), "no ruleset 'whist/4'"),
        (("play", "--resume", "/no/such/file"), "No such file"),
        (("play", "--seed", "a\nb"), "one line of text"),
    ],
)
def test_bad_arguments_are_refused(run: Run, arguments: tuple[str, ...], reason: str) -> None:
    result = run(*arguments, text="")
    assert result.exit_code == 1
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1


def test_names_are_shown_as_they_are_typed(run: Run) -> None:
    result = run("play", "kingdomino/2", "--seats", "you:[/]x,you:[red]Ben", "--seed", "1", text=ANYTHING)
    assert result.exit_code == 0
    assert "[/]x" in result.output
    assert "[red]Ben" in result.output


def test_only_bots_play_on_by_themselves(run: Run) -> None:
    result = run("play", "kingdomino/2", "--seats", "greedy,random", "--seed", "1", text="")
    assert result.exit_code == 0
    assert "wins" in result.output


def test_quick_ends_turns_without_asking(run: Run) -> None:
    result = run("play", "kingdomino/2", "--quick", "--seed", "5", text="1\n" * 60)
    assert result.exit_code == 0
    assert "Enter ends the turn" not in result.output
    assert "wins" in result.output


def test_bonuses_are_within_reach_until_the_end_and_never_in_the_headline() -> None:
    rules = ruleset("kingdomino/2+middle-kingdom+harmony")
    match = new_match(rules)
    output = StringIO()
    Console(width=100, file=output).print(TableDrawing(match, width=100).draw(), scores_screen(match, (), UNICODE))
    text = output.getvalue()
    assert text.count(" 0 +10 middle +5 harmony") == 2
    assert text.count("within reach") == 4
    assert " 15" not in text
