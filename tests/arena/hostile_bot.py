"""A bot that fails in the way that its first argument says."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

WAY = sys.argv[1]


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def misbehave(actions: list[str]) -> None:
    """What it does when it is asked."""
    match WAY:
        case "late" | "orphan" | "deaf":
            time.sleep(60)
        case "crash":
            sys.exit("the dragon ate me")
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "nameless signal":
            os.kill(os.getpid(), 40)
        case "nonsense" | "repents":
            say("I would rather not")
        case "unreadable":
            say("action 0 place K99 north")
        case "not utf-8":
            sys.stdout.buffer.write(b"action \xff\xfe\n")
            sys.stdout.buffer.flush()
        case "illegal":
            say("action place K1 4,4 4,5" if "place" in actions[0] else "action choose K48")
        case "long line":
            say("action " + "x" * 5000)
        case "flood":
            while True:
                say("info " + "y" * 1000)
        case "no newline":
            sys.stdout.write(f"action {actions[0]}")
            sys.stdout.flush()
            time.sleep(60)
        case "closed":
            os.close(1)
            time.sleep(60)
        case "deaf ears":
            os.close(0)
            say(f"action {actions[0]}")
            time.sleep(60)
        case "twice":
            say(f"action {actions[0]}", f"action {actions[0]}")
        case "noisy":
            sys.stderr.write("noise\n" * 50_000)
            sys.stderr.flush()
            say(f"action {actions[0]}")
        case _:
            say(f"info {len(actions)} actions", f"action {actions[0]}")


def main() -> None:
    if WAY == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if WAY == "orphan":
        subprocess.Popen(["sleep", "4321"])
    if WAY == "silent":
        time.sleep(60)
    actions: list[str] = []
    block = ""
    for line in sys.stdin:
        word = line.strip()
        if line.startswith("crownlands bot"):
            say("ready") if WAY == "nameless" else say(f"name {WAY}", "ready")
        elif word in ("game", "position", "actions"):
            block, actions = word, []
        elif word == "end" and block == "game":
            say("ready")
        elif word.startswith(("error", "over")) and len(sys.argv) > 2:
            # Slower than a program that is killed at once would be.
            time.sleep(0.1)
            with Path(sys.argv[2]).open("a", encoding="utf-8") as heard:
                heard.write(f"{word}\n")
        elif word == "go":
            misbehave(actions)
        elif block == "actions":
            actions.append(word)
    if WAY == "clinging":
        time.sleep(300)  # longer than a test waits for it to be gone


main()
