"""A PostgreSQL of the tests' own: a cluster in a temporary folder, on loopback, run by a user who is not root."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.server.harness import free_port


def programs() -> Path:
    """The folder with initdb and pg_ctl."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    path = str(found[-1]) if found else shutil.which("initdb")
    assert path, "no PostgreSQL: run tools/ensure-postgres"
    return Path(path).parent


class Postgres:
    """One cluster; `restart` takes it away under its clients as a crash does."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="crownlands-pg-"))
        self.port = free_port()
        self._bin = programs()
        self._as: list[str] = []
        if os.getuid() == 0:
            user = "postgres" if self._has_user("postgres") else "nobody"
            entry = pwd.getpwnam(user)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
            self._as = ["setpriv", f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]
        self._run(
            "initdb", "-D", self._data, "-A", "trust", "-U", "crownlands", "--no-sync", "-E", "UTF8", "--locale=C"
        )
        self.start()

    @staticmethod
    def _has_user(name: str) -> bool:
        return any(entry.pw_name == name for entry in pwd.getpwall())

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as, str(self._bin / program), *arguments]
        done = subprocess.run(
            command, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert done.returncode == 0, done.stdout.decode()

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k '' -c max_connections=60"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def create(self, name: str) -> str:
        """A new database; returns its URL."""
        self._ask("createdb", name)
        return f"postgresql://crownlands@127.0.0.1:{self.port}/{name}"

    def _ask(self, program: str, *arguments: str) -> None:
        self._run(program, "-h", "127.0.0.1", "-p", str(self.port), "-U", "crownlands", *arguments)

    def dump(self, name: str) -> Path:
        """What pg_dump makes of a database, while it is used."""
        file = self.folder / f"{name}.sql"
        self._ask("pg_dump", "-f", str(file), name)
        return file

    def restore(self, file: Path, name: str) -> str:
        """A new database with what was dumped; returns its URL."""
        url = self.create(name)
        self._ask("psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", name, "-f", str(file))
        return url

    def processes(self) -> list[int]:
        """The cluster's processes, those for connections included."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It takes connections and never answers."""
        stopped = self.processes()
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in stopped:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def crash(self) -> None:
        """Stops without a goodbye; what was committed is recovered at the next start."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")

    def restart(self) -> None:
        self.crash()
        self.start()

    def remove(self) -> None:
        self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)
