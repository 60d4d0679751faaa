"""What people may write: names and chat, as plain text of a bounded length."""

from __future__ import annotations

import unicodedata

from crownlands.server.protocol.refusals import Refused

NAME_LENGTH = 24
CHAT_LENGTH = 300

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format (which could turn text around), surrogates, private, unassigned, line ends."""
_JOINER = "\u200d"
"""Families of emoji hold together by it."""


def _clean(text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    visible = "".join(" " if char in "\t\n\r" else char for char in text)
    return " ".join(
        "".join(char for char in visible if char == _JOINER or unicodedata.category(char) not in _HIDDEN).split()
    )


def clean_name(text: str) -> str:
    """A name as others will see it; refuses nothing, too much, and what looks like markup."""
    name = _clean(text)
    if not name.strip(_JOINER):
        raise Refused("name-empty")
    if len(name) > NAME_LENGTH:
        raise Refused("name-too-long", length=len(name), limit=NAME_LENGTH)
    if any(char in "<>" for char in name):
        raise Refused("name-has-markup")
    return name


def clean_chat(text: str) -> str:
    said = _clean(text)
    if not said.strip(_JOINER):
        raise Refused("chat-empty")
    if len(said) > CHAT_LENGTH:
        raise Refused("chat-too-long", length=len(said), limit=CHAT_LENGTH)
    return said
