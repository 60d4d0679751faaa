"""A server that many tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.harness import Server
from tests.server.postgres import Postgres


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process on SQLite; nothing that clients do may make it log an error."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
        assert running.errors() == []


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process on each kind of database."""
    if request.param == "sqlite":
        yield request.getfixturevalue("server")
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    folder = tmp_path_factory.mktemp("shared")
    with Server(folder, postgres.create(folder.name)) as running:
        yield running
        assert running.errors() == []


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One cluster for all tests; each makes a database of its own."""
    cluster = Postgres()
    yield cluster
    cluster.remove()
