#!/usr/bin/env python3
"""Checks the text of every file in the repository.

    tools/checks/check_text.py [ROOT]

No paths of somebody's machine, no hosts of package registries (what is downloaded comes from where the machine is told
to), no reminders left in the code, no stray white space. Prints `file:line: what is wrong` and exits with 1 when there is
anything. For long source files it prints a hint, which fails nothing: a file ends where its subject ends, not at a number
of lines.
"""

import re
import subprocess
import sys
from pathlib import Path

LINES_WITHOUT_HINT = 400
SOURCES = (".cpp", ".hpp")
SKIPPED_FOLDERS = {".git", "build", "node_modules"}
RAW_INPUTS = Path("tests/fuzz/regressions")  # kept byte for byte as they were found

FORBIDDEN = [
    (re.compile(r"(?<![\w.$}~-])/(?:work|home|root|Users)/"), "a path of one machine"),
    (re.compile(r"[A-Za-z]:\\Users\\"), "a path of one machine"),
    (re.compile(r"registry\.(?:npmjs|yarnpkg)\.|(?:deb|security)\.debian\.|pypi\.org|proxy\.golang\.|static\.crates\."),
     "the host of a package registry"),
    (re.compile(r'"resolved"\s*:\s*"http'), "the host of a package registry; `npm ci` finds its own"),
    (re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b"), "a reminder: do it, or write down why not"),
]


def list_files(root):
    """Lists files that git does not ignore; all files outside of a git repository."""
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True, check=False)
    if listed.returncode == 0:
        names = [name for name in listed.stdout.decode("utf-8", "replace").split("\0") if name]
        paths = [root / name for name in names]
    else:
        paths = list(root.rglob("*"))
    return sorted(path for path in paths
                  if path.is_file() and not SKIPPED_FOLDERS & set(path.relative_to(root).parts))


def check_line(line, is_source):
    for pattern, what in FORBIDDEN:
        if pattern.search(line):
            yield what
    if "\r" in line:
        yield "a carriage return"
    if is_source and "\t" in line:
        yield "a tab"
    if is_source and line != line.rstrip():
        yield "white space at the end"


def check_text(name, text):
    """Lists the problems of a file as `line: problem`."""
    is_source = name.endswith(SOURCES)
    lines = text.split("\n")
    problems = [f"{number}: {what}" for number, line in enumerate(lines, 1) for what in check_line(line, is_source)]
    if text and lines[-1] != "":
        problems.append(f"{len(lines)}: no newline at the end of the file")
    return problems


def find_hints(name, text):
    """What is worth a look in a file and not wrong, as `line: what it is`."""
    count = text.count("\n")
    if not name.endswith(SOURCES) or count <= LINES_WITHOUT_HINT:
        return []
    return [f"{count}: hint: {count} lines; are there two subjects in this file?"]


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    count = 0
    for path in list_files(root):
        if RAW_INPUTS in path.relative_to(root).parents:
            continue
        data = path.read_bytes()
        if b"\0" in data:
            continue  # not text
        text = data.decode("utf-8", "replace")
        for hint in find_hints(path.name, text):
            print(f"{path.relative_to(root)}:{hint}")
        for problem in check_text(path.name, text):
            print(f"{path.relative_to(root)}:{problem}")
            count += 1
    print(f"text: {count} problems" if count else "text: clean")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
