"""Runs the program weft beside Blender: progress as it comes, errors with code and hint, a clean stop.

The program says a JSON object per line on its output (`--log-json`) and errors as text on the other; both go into a
log file too. Nothing here knows Blender."""
import collections
import json
import os
import queue
import re
import signal
import subprocess
import threading

Message = collections.namedtuple("Message", "kind code what where hint")

HEAD = re.compile(r"(error|warning)\[(\w+)\]: (.*)")
EXCERPT = re.compile(r"\s*\d+ \| ")  # a line of the scene; only the log shows it as it is


def messages(text):
    """The errors and warnings in what weft wrote for people."""
    found = []
    for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines():
        head = HEAD.match(line)
        if head:
            found.append({"kind": head[1], "code": head[2], "what": head[3], "where": "", "hint": []})
        elif found and line.startswith("  --> "):
            found[-1]["where"] = line[6:]
        elif found and line.strip() and not EXCERPT.match(line):
            found[-1]["hint"].append(line.strip().removeprefix("help: ").lstrip("|^ "))
    return [Message(**{**m, "hint": "\n".join(m["hint"])}) for m in found]


def told(message):
    """A message as one text for a report."""
    text = f"{message.what} ({message.code})"
    if message.where:
        text += f"\nin {message.where}"
    return text + (f"\n{message.hint}" if message.hint else "")


class Runner:
    """One process of weft. Call `poll` now and then; `finished` says when there is nothing more to come."""

    def __init__(self, words, folder, log_path):
        self.errors, self.warnings = "", []
        self._events = queue.SimpleQueue()
        self._log = open(log_path, "w", encoding="utf-8")
        self._lock = threading.Lock()
        self._write("$ " + " ".join(words) + "\n")
        try:
            self._process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                             text=True, encoding="utf-8", errors="replace")
        except OSError:
            self._log.close()
            raise
        self._readers = [threading.Thread(target=self._read_events, daemon=True),
                         threading.Thread(target=self._read_errors, daemon=True)]
        for t in self._readers:
            t.start()

    def _write(self, text):
        with self._lock:
            self._log.write(text)
            self._log.flush()

    def _read_events(self):
        for line in self._process.stdout:
            self._write(line)
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if isinstance(event, dict):
                self._events.put(event)

    def _read_errors(self):
        for line in self._process.stderr:
            self._write(line)
            self.errors += line

    @property
    def finished(self):
        return self._process.poll() is not None and not any(t.is_alive() for t in self._readers) and self._events.empty()

    @property
    def returncode(self):
        return self._process.poll()

    def poll(self):
        """The events since last time."""
        events = []
        while not self._events.empty():
            events.append(self._events.get())
        self.warnings += [e for e in events if e.get("event") == "warning"]
        return events

    def cancel(self):
        """Stops at the next safe place; the run can be resumed."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)

    def close(self, seconds=30):
        """Waits for the end, but not for ever."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for t in self._readers:
            t.join(seconds)
        self._log.close()

    def error(self):
        """The error that ended it, or None."""
        if self._process.poll() in (0, None, 130, 143):
            return None
        found = [m for m in messages(self.errors) if m.kind == "error"]
        return found[-1] if found else Message("error", f"exit {self._process.poll()}", "weft ended without a word", "", self.errors.strip()[-500:])


def run_state(folder):
    """run.json of a run folder, or None: its "status" is running, done, stopped, failed or interrupted."""
    try:
        with open(os.path.join(folder, "run.json"), encoding="utf-8") as f:
            state = json.load(f)
    except (OSError, ValueError):
        return None
    return state if isinstance(state, dict) else None


def resumable(folder):
    """The frame at which the run in this folder would go on, or None when it is done or not there."""
    state = run_state(folder)
    if not state or state.get("status") == "done":
        return None
    return state.get("frame")


def check(program, folder, scene, quality):
    """(kind, text) of `weft check`: what it says of points, memory and steps, or its error."""
    done = subprocess.run([program, "check", scene, "--quality", quality], cwd=folder, capture_output=True, text=True, encoding="utf-8", errors="replace",
                          timeout=120)
    found = messages(done.stderr)
    errors = [told(m) for m in found if m.kind == "error"]
    if errors or done.returncode:
        return "ERROR", "\n".join(errors) or done.stderr.strip()
    warnings = [told(m) for m in found]
    return "WARNING" if warnings else "INFO", "\n".join([done.stdout.strip()] + warnings)
