"""A program that is spoken to line by line, never waited for longer than promised, and always ended."""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from crownlands.rules import CrownlandsError

LONGEST_LINE = 4096
"""Bytes of a line, its end included."""
LARGEST_ANSWER = 65536
"""Bytes of everything printed for one answer."""
KEPT_COMPLAINTS = 500
"""Bytes of standard error that are kept to explain a crash."""
LARGEST_LOG = 2**20
"""Bytes of standard error that are written to a file."""
A_MOMENT = 0.02
"""Seconds between two looks at whether a program has ended."""


class BotFailure(CrownlandsError):
    """What a bot did wrong: a short code, and words for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code, self.text = code, text

    def __reduce__(self) -> tuple[type[BotFailure], tuple[str, str]]:
        """How it goes from one process to another: an exception is made again from what it was made of."""
        return BotFailure, (self.code, self.text)


def _signal(number: int) -> str:
    """What a signal is called; most of those for real time have no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class LineProcess:
    """A program in a process group of its own. Every call has a deadline, in the time of `time.monotonic`."""

    def __init__(self, command: Sequence[str], log: Path | None = None) -> None:
        self._log = log.open("wb", buffering=0) if log else None
        self._logged = 0
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            if self._log:
                self._log.close()
            raise BotFailure("crashed", f"{shlex.join(command)} does not start: {error}") from None
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._stdin, self._stdout, self._stderr = self._process.stdin, self._process.stdout, self._process.stderr
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._unread = b""
        self._unsent = b""
        self._complaints = b""
        self._ended = False
        self._answer = 0
        """Bytes read since something was last sent."""

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, text: str, deadline: float) -> None:
        """Says something; what the program prints meanwhile is kept."""
        self._unsent += text.encode()
        self._answer = len(self._unread)
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while self._unsent:
                self._wait(deadline)
        finally:
            self._selector.unregister(self._stdin)

    def tell(self, text: str) -> None:
        """Says something without waiting for anything; what does not fit into the pipe is not said."""
        with suppress(OSError):
            os.write(self._stdin.fileno(), self._unsent + text.encode())
        self._unsent = b""

    def read_line(self, deadline: float) -> str:
        """The next line, without its end."""
        while b"\n" not in self._unread[:LONGEST_LINE]:
            if len(self._unread) >= LONGEST_LINE:
                raise BotFailure("flood", f"a line of more than {LONGEST_LINE} bytes")
            self._wait(deadline)
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            return line.decode().removesuffix("\r")
        except UnicodeDecodeError:
            raise BotFailure("nonsense", "the answer is not UTF-8") from None

    def said_something(self) -> bool:
        """Whether there is output that nobody asked for."""
        with suppress(TimeoutError):
            self._wait(0.0)
        return bool(self._unread)

    def _wait(self, deadline: float) -> None:
        """Waits until a pipe is ready and does what can be done."""
        events = self._selector.select(max(0.0, deadline - time.monotonic()))
        if not events:
            raise TimeoutError
        for key, _ in events:
            if key.fileobj is self._stdin:
                self._write()
            else:
                self._read(key.fileobj is self._stdout)

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._stdin.fileno(), self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            raise self._crash("closed its input") from None

    def _read(self, is_output: bool) -> None:
        pipe = self._stdout if is_output else self._stderr
        data = os.read(pipe.fileno(), LARGEST_ANSWER)
        if not data:
            self._selector.unregister(pipe)
            if is_output:
                raise self._crash("closed its output")
        elif is_output:
            self._unread += data
            self._answer += len(data)
            if self._answer > LARGEST_ANSWER:
                raise BotFailure("flood", f"more than {LARGEST_ANSWER} bytes for one answer")
        else:
            self._keep(data)

    def _keep(self, complaint: bytes) -> None:
        """Remembers the last of what went to standard error, and writes it down if there is a file for it."""
        self._complaints = (self._complaints + complaint)[-KEPT_COMPLAINTS:]
        if self._log and self._logged < LARGEST_LOG:
            self._log.write(complaint[: LARGEST_LOG - self._logged])
            self._logged += len(complaint)

    def _crash(self, how: str) -> BotFailure:
        """How the program ended, if it has, and the last that it complained."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(0.2)
            how = f"ended with code {code}" if code >= 0 else f"ended by {_signal(-code)}"
        self._drain()
        lines = self._complaints.decode(errors="replace").strip().splitlines()
        return BotFailure("crashed", f"{how} ({lines[-1].strip()})" if lines else how)

    def _drain(self) -> None:
        """Reads what is still in the pipe of standard error."""
        with suppress(BlockingIOError):
            for _ in range(LARGEST_LOG // LARGEST_ANSWER):
                self._keep(os.read(self._stderr.fileno(), LARGEST_ANSWER))

    def close(self, patience: float = 0.0) -> None:
        """Ends the program and everything that it started; it has this many seconds to go by itself."""
        if self._ended:
            return
        self._ended = True
        self._stdin.close()
        self._linger(time.monotonic() + patience)
        # The group outlives its leader for as long as a child of the program runs.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._drain()
        self._selector.close()
        for pipe in (self._stdout, self._stderr, self._log):
            if pipe:
                pipe.close()

    def _linger(self, deadline: float) -> None:
        """Waits for the end of the program and reads on meanwhile, so that its last words block nothing."""
        while self._process.poll() is None and time.monotonic() < deadline:
            for key, _ in self._selector.select(A_MOMENT) if self._selector.get_map() else ():
                pipe = self._stdout if key.fileobj is self._stdout else self._stderr
                data = os.read(pipe.fileno(), LARGEST_ANSWER)
                if not data:
                    self._selector.unregister(pipe)
                elif pipe is self._stderr:
                    self._keep(data)
            if not self._selector.get_map():
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(max(0.0, deadline - time.monotonic()))
