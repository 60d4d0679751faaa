"""A token is a person at a table: readable, signed, and checked in constant time."""

from __future__ import annotations

import hmac
import os
import secrets
from base64 import urlsafe_b64encode
from pathlib import Path

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
CODE_LENGTH = 12
"""32 letters, 12 places: 60 bits, and guesses are counted."""


def new_code() -> str:
    """The unguessable part of a link."""
    return "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))


class Signer:
    """Makes and checks tokens with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) < 32:
            raise ValueError("the secret must have at least 32 bytes")
        self._secret = secret

    def token(self, code: str, person: int) -> str:
        """The token of this person at the table with this code: ``code.person.signature``."""
        return f"{code}.{person}.{self._signature(code, person)}"

    def person(self, token: str, code: str) -> int | None:
        """Whose token of this table it is, if it is one."""
        theirs, dot, rest = token.partition(".")
        number, dot2, signature = rest.partition(".")
        if not (dot and dot2 and number.isascii() and number.isdigit() and len(number) <= 4 and token.isascii()):
            return None
        right = hmac.compare_digest(signature, self._signature(code, int(number)))
        return int(number) if right and hmac.compare_digest(theirs, code) else None

    def _signature(self, code: str, person: int) -> str:
        digest = hmac.digest(self._secret, f"crownlands token 1\n{code}\n{person}".encode(), "sha256")
        return urlsafe_b64encode(digest).rstrip(b"=").decode()


def read_secret(path: Path) -> bytes:
    """The secret in this file, which is made, for its owner only, if it is not there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32) + "\n")
        try:
            os.link(draft, path)
        finally:
            draft.unlink()
    except FileExistsError:
        pass
    return path.read_text().strip().encode()
