"""A token is a person at a table: readable, signed, and checked in constant time.

A person's number only says where to look: numbers are counted at each table, so two people can have the same one at two
tables that belong together. Who somebody is, is the key that the server drew when they first came.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from pathlib import Path

from crownlands.rules import CrownlandsError

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LEAST_SECRET = 32
"""Bytes."""
CODE_LENGTH = 12
"""32 letters, 12 places: 60 bits, and guesses are counted."""
_CODE = re.compile(r"[a-z0-9]{1,64}")


def new_code() -> str:
    """The unguessable part of a link."""
    return "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))


def may_be_code(text: str) -> bool:
    """Whether the database can be asked for a link with this code: PostgreSQL does not even take every text."""
    return _CODE.fullmatch(text) is not None


def new_key() -> str:
    """What tells a person apart from every other one, at this table and at those that follow: 128 bits, no secret."""
    return secrets.token_hex(16)


class Signer:
    """Makes and checks tokens with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def token(self, code: str, person: int, key: str) -> str:
        """The token of this person at the table with this code: ``code.person.signature``."""
        return f"{code}.{person}.{self._signature(code, person, key)}"

    def daily_seed(self, day: str, ruleset: str) -> str:
        """The seed of a day's deal: the same in every process with this secret, and nobody else knows it."""
        return hmac.digest(self._secret, f"crownlands daily 1\n{day}\n{ruleset}".encode(), "sha256").hex()

    def person(self, token: str, code: str, keys: Sequence[str]) -> int | None:
        """Whose token of this table it is, if it is one; `keys` are those of the table's persons."""
        theirs, dot, rest = token.partition(".")
        number, dot2, signature = rest.partition(".")
        if not (dot and dot2 and number.isascii() and number.isdigit() and len(number) <= 4 and token.isascii()):
            return None
        person = int(number)
        if person >= len(keys):
            return None
        right = hmac.compare_digest(signature, self._signature(code, person, keys[person]))
        return person if right and hmac.compare_digest(theirs, code) else None

    def _signature(self, code: str, person: int, key: str) -> str:
        """Persons of logs from before there were keys keep their tokens."""
        signed = f"crownlands token 2\n{code}\n{person}\n{key}" if key else f"crownlands token 1\n{code}\n{person}"
        digest = hmac.digest(self._secret, signed.encode(), "sha256")
        return urlsafe_b64encode(digest).rstrip(b"=").decode()


def read_secret(path: Path) -> bytes:
    """The secret in this file, which is made, for its owner only, if it is not there."""
    try:
        if not path.exists():
            _make_secret(path)
        secret = path.read_bytes().strip()
    except OSError as error:
        raise CrownlandsError(f"cannot use the secret {path}: {error.strerror}") from None
    if len(secret) < LEAST_SECRET:
        raise CrownlandsError(f"the secret in {path} has {len(secret)} bytes: it needs at least {LEAST_SECRET}")
    return secret


def _make_secret(path: Path) -> None:
    """Whole or not at all, and only once if several try."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_hex(LEAST_SECRET) + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
