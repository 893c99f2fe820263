"""Processes of this machine, found in /proc and ended."""
import contextlib
import os
import pathlib
import re
import signal
import time

SECONDS_TO_END = 10


class Wrong(Exception):
    """What the user is told before the program ends with 1."""


def read_process(pid, name):
    """Returns a file of /proc, empty when the process has ended or belongs to somebody else."""
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{pid}/{name}").read_bytes()
    return b""


def list_processes():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def find_descendants(pids):
    """Lists the processes that these have started, and those that those have."""
    children = {}
    for pid in list_processes():
        status = re.search(rb"^PPid:\t(\d+)", read_process(pid, "status"), re.MULTILINE)
        if status:
            children.setdefault(int(status[1]), []).append(pid)
    found, open_ends = [], list(pids)
    while open_ends:
        more = children.get(open_ends.pop(), [])
        found += more
        open_ends += more
    return found


def send(pids, number):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def is_running(pid):
    """A process that has ended stays as a zombie where nothing waits for orphans, as in some containers."""
    state = re.search(rb"^State:\t(.)", read_process(pid, "status"), re.MULTILINE)
    return bool(state) and state[1] not in b"ZX"


def wait_until(condition, seconds):
    """Returns whether the condition became true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def end_processes(pids):
    """Ends processes, by force when they take long."""
    for number, seconds in ((signal.SIGTERM, 2), (signal.SIGKILL, SECONDS_TO_END)):
        send(pids, number)
        if wait_until(lambda: not any(map(is_running, pids)), seconds):
            return
    raise Wrong(f"processes {' '.join(map(str, filter(is_running, pids)))} do not end")


def kill_processes(pids):
    send(pids, signal.SIGKILL)
    if not wait_until(lambda: not any(map(is_running, pids)), SECONDS_TO_END):
        raise Wrong(f"processes {' '.join(map(str, filter(is_running, pids)))} do not end")
