"""The OpenAPI document, generated from the endpoints and their types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from crownlands import __version__
from crownlands.server.http.endpoints import Endpoint
from crownlands.server.protocol.bodies.status import Problem

_TEMPLATE = "#/components/schemas/{name}"
_PARAMETERS = {
    "code": ("the code of one of the links", "^[a-z0-9]{1,64}$"),
    "day": ("a date, UTC", r"^\d{4}-\d{2}-\d{2}$"),
    "family": ("a family with a daily deal", "^[a-z-]{1,32}$"),
    "key": ("what the first answer about a review calls it", "^[0-9a-f]{64}$"),
    "puzzle": ("the name of a puzzle", "^[0-9a-f]{8}$"),
    "player": ("a reference player: its level and number", "^[a-z]{1,16}-[0-9]$"),
}
"""What stands in paths: what it is, and its form."""
_REFUSALS = {
    401: "The token is missing or not valid here",
    404: "No such table, deal, review or puzzle",
    409: "The table or deal is not in a state for this",
    413: "Too large",
    422: "Malformed, or not allowed; with the reason",
    429: "Too many requests; wait a moment",
    503: "The database cannot be reached, or there is too much to do",
}


def document(endpoints: Sequence[Endpoint]) -> bytes:
    """The document as JSON."""
    types = [Problem]
    for endpoint in endpoints:
        types += [kind for kind in (endpoint.answer, endpoint.body) if kind not in (None, str)]
    schemas, components = msgspec.json.schema_components(types, ref_template=_TEMPLATE)
    refs = dict(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, refs)
    return msgspec.json.format(
        msgspec.json.encode(
            {
                "openapi": "3.1.0",
                "info": {
                    "title": "Crownlands",
                    "version": __version__,
                    "description": "Tables for Kingdomino, Queendomino and the Royal Wedding. "
                    "Play itself goes over the websocket `/ws`: docs/protocol.md. "
                    "An independent project, not affiliated with the games' publisher.",
                    "license": {"name": "MIT", "identifier": "MIT"},
                },
                "paths": paths,
                "components": {
                    "schemas": components,
                    "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
                },
            }
        ),
        indent=1,
    )


def _operation(endpoint: Endpoint, refs: dict[Any, Any]) -> dict[str, Any]:
    parameters = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": _PARAMETERS[name][0],
            "schema": {"type": "string", "pattern": _PARAMETERS[name][1]},
        }
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    query = msgspec.json.schema(endpoint.query)
    query = query["$defs"][endpoint.query.__name__]
    for name, schema in query["properties"].items():
        required = name in query.get("required", ())
        parameters.append({"name": name, "in": "query", "required": required, "schema": schema})
    content = (
        {"text/plain": {"schema": {"type": "string"}}}
        if endpoint.answer is str
        else {"application/json": {"schema": refs[endpoint.answer]}}
    )
    answers: dict[str, Any] = {str(endpoint.status): {"description": "Done", "content": content}}
    problems = {422, 429, 503, *endpoint.refusals, *((413,) if endpoint.body else ())}
    for status in sorted(problems):
        kind = refs[endpoint.answer] if endpoint.path == "/healthz" and status == 503 else refs[Problem]
        answers[str(status)] = {
            "description": _REFUSALS[status],
            "content": {"application/json": {"schema": kind}},
        }
    name = endpoint.path.removeprefix("/api/").replace("/", "-").replace("{", "").replace("}", "").strip("-")
    operation: dict[str, Any] = {
        "operationId": f"{endpoint.method.lower()}-{name}",
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": answers,
    }
    if endpoint.body:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": refs[endpoint.body]}},
        }
    if endpoint.token:
        operation["security"] = [{"token": []}]
    return operation
