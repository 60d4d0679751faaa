"""What a golden game comes to, as the comment lines at its end."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from crownlands.notation import print_position
from crownlands.rules import Match, scores

FOLDER = Path(__file__).parent


def file_name(ruleset: str) -> str:
    """``file_name("kingdomino/2+harmony") == "kingdomino-2+harmony.game"``."""
    return f"{ruleset.replace('/', '-')}.game"


def outcome(match: Match) -> str:
    """Points, ranking, terms and position, one comment line each."""
    ranking = match.ranking()
    places = " > ".join(" = ".join(map(str, group)) for group in ranking.groups)
    decided = f" ({', '.join(ranking.decided)})" if ranking.decided else ""
    lines = [
        "points " + " ".join(str(total.points) for total in match.totals()),
        f"ranking {places}{decided}",
        *(
            f"terms {realm} " + ", ".join(f"{term.kind} {term.points}" for term in score.terms)
            for realm, score in enumerate(scores(match.state))
        ),
        f"position {sha256(print_position(match).encode()).hexdigest()}",
    ]
    return "".join(f"# {line}\n" for line in lines)
