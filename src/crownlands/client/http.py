"""The HTTP side: make, join and look at tables."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode


class ApiError(Exception):
    """The server said no, with its code and a sentence."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status}: {problem.get('text')}")
        self.status, self.code = status, str(problem.get("code"))


@dataclass(frozen=True)
class Http:
    """The API of the server at this address: ``await Http("http://127.0.0.1:8642").create("kingdomino/2", "Ada")``."""

    base: str
    timeout: float = 30.0

    async def call(self, method: str, path: str, body: Any = None, token: str | None = None, **query: Any) -> Any:
        """One request; answers in JSON are decoded, others are text."""
        return await asyncio.get_running_loop().run_in_executor(None, self._call, method, path, body, token, query)

    def _call(self, method: str, path: str, body: Any, token: str | None, query: dict[str, Any]) -> Any:
        url = f"{self.base}{path}" + (f"?{urlencode(query)}" if query else "")
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                text = answer.read().decode()
                return json.loads(text) if "json" in answer.headers.get("content-type", "") else text
        except urllib.error.HTTPError as error:
            text = error.read().decode(errors="replace")
            try:
                problem = json.loads(text)
            except ValueError:
                problem = {"code": "http", "text": text[:200]}
            raise ApiError(error.code, problem) from None

    async def create(self, ruleset: str, name: str, seats: list[dict[str, Any]] | None = None, **options: Any) -> Any:
        """A new table; the answer has `code`, `watch`, `person` and the secret `token`."""
        return await self.call(
            "POST", "/api/tables", {"ruleset": ruleset, "name": name, "seats": seats or [], **options}
        )

    async def join(self, code: str, name: str) -> Any:
        return await self.call("POST", f"/api/tables/{code}/join", {"name": name})

    async def rematch(self, code: str, token: str) -> Any:
        return await self.call("POST", f"/api/tables/{code}/rematch", token=token)

    async def record(self, code: str) -> str:
        return str(await self.call("GET", f"/api/tables/{code}/record"))
