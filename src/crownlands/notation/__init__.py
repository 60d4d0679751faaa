"""Text and JSON for events, positions, kingdoms and whole games; `docs/notation.md` is the specification."""

from crownlands.notation.detect import parse_any
from crownlands.notation.errors import IllegalRecord, ParseError
from crownlands.notation.events import parse_action, parse_event, print_event
from crownlands.notation.kingdoms import HandKingdom, parse_kingdom, print_kingdom
from crownlands.notation.position_reader import parse_position
from crownlands.notation.positions import print_position
from crownlands.notation.projection import event_from_json, event_json, score_json, state_json, terms_json
from crownlands.notation.records import Record, parse_record, print_record, replay

__all__ = [
    "HandKingdom",
    "IllegalRecord",
    "ParseError",
    "Record",
    "event_from_json",
    "event_json",
    "parse_action",
    "parse_any",
    "parse_event",
    "parse_kingdom",
    "parse_position",
    "parse_record",
    "print_event",
    "print_kingdom",
    "print_position",
    "print_record",
    "replay",
    "score_json",
    "state_json",
    "terms_json",
]
