#!/usr/bin/env python3
"""Compiles every public header alone, so that whoever includes it needs to include nothing else before it.

    tools/checks/check_headers.py [--jobs N] [HEADER...]

Takes the headers from build/tidy/compile_commands.json (cmake --preset tidy), by default all of them. Prints what the compiler says
of those that fail, and exits with 1 when there are any.

Nearly all of the time of a header goes into the headers that it includes. Those that save most are precompiled, and a header is compiled
on the largest of those that it includes itself. It sees nothing that it does not include: so a missing include is still missing.

A header that compiled alone is remembered, below $XDG_CACHE_HOME/rigkiln-headers, as an empty file. Its name is a hash of everything
that the result can depend on: the compiler, the arguments, and path and content of each file that the header includes.
"""
import argparse
import collections
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = ROOT / "build/tidy/compile_commands.json"
MEMORY = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "rigkiln-headers"
COMPILER = shutil.which("clang++") or "clang++"  # the scanner finds its headers beside a whole path
SCANNER = "clang-scan-deps-14"
WRAPPER = re.compile(r"_verify_interface_header_sets/(.*)\.cxx$")  # CMake's source that includes one header
# Costs in bytes of library headers that are parsed in the same time: reading and writing a precompiled header, and one byte of the
# project's own headers, which instantiate templates.
BYTES_OF_READING, BYTES_OF_WRITING, WEIGHT_OF_OURS = 100_000, 300_000, 12


def headers_of(entries):
    """The paths of the headers that CMake would compile alone, counted from the checkout, and their arguments: the definitions and
    folders of all libraries, since a header means the same whatever else the program links."""
    headers, arguments = set(), []
    for entry in entries:
        wrapper = WRAPPER.search(entry["file"])
        if not wrapper:
            continue
        headers.add(wrapper[1])
        words = shlex.split(entry["command"])
        arguments += [word for word in words if word.startswith(("-D", "-I", "-std=")) and word not in arguments]
        arguments += [f"-isystem{folder}" for option, folder in zip(words, words[1:])
                      if option == "-isystem" and f"-isystem{folder}" not in arguments]
    return sorted(headers), arguments


def included_by(headers, arguments, root, scratch, jobs):
    """All files that each header includes, itself first."""
    commands = [{"directory": str(root), "file": str(root / header), "output": header,
                 "arguments": [COMPILER, *arguments, "-xc++", "-o", header, "-c", str(root / header)]} for header in headers]
    database = scratch / "compile_commands.json"
    database.write_text(json.dumps(commands))
    scan = subprocess.run([SCANNER, "-compilation-database", str(database), "-j", str(jobs)], capture_output=True, text=True, check=False)
    included = {}
    for rule in scan.stdout.replace("\\\n", " ").splitlines():
        header, _, files = rule.partition(":")
        included[header] = [os.path.relpath(file, root) if file.startswith(f"{root}/") else file for file in files.split()]
    # A header that includes what is nowhere has no rule: the compiler says more about it.
    return {header: included.get(header, [header]) for header in headers}


def choose_bases(included, size):
    """The headers to precompile for those that include them, from the files that each header includes and the size of a file in bytes.
    Takes greedily the header that saves most."""
    total = {header: sum(map(size, files)) for header, files in included.items()}
    users = collections.defaultdict(list)
    for header, files in included.items():
        for file in files:
            if file in included and total[file] < total[header]:
                users[file].append(header)
    cost = dict(total)
    chosen = []
    while True:
        def saved(candidate):
            # It is not compiled on another itself: clang 14 loses macros of a chain.
            lost = total[candidate] - cost[candidate] + BYTES_OF_WRITING
            return sum(max(0, cost[header] - (total[header] - total[candidate] + BYTES_OF_READING)) for header in users[candidate]) - lost
        best = max((header for header in users if header not in chosen), key=saved, default=None)
        if best is None or saved(best) <= 0:
            return chosen
        chosen.append(best)
        cost[best] = total[best]
        for header in users[best]:
            cost[header] = min(cost[header], total[header] - total[best] + BYTES_OF_READING)


@functools.lru_cache(maxsize=None)
def digest_of(path):
    """Hash of a file; None where it cannot be read."""
    try:
        return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


class Check:
    """One look at headers below a folder. `messages` has what the compiler says of each header that fails."""

    def __init__(self, headers, arguments, root, scratch, memory, jobs):
        self.root, self.scratch, self.memory = root, scratch, memory
        self.arguments = [COMPILER, *arguments]
        self.version = subprocess.run([COMPILER, "--version"], capture_output=True, check=True).stdout
        self.included = included_by(headers, arguments, root, scratch, jobs)
        self.remembered = [header for header in headers if self._key(header) and (memory / self._key(header)).exists()]
        unknown = {header: self.included[header] for header in sorted(set(headers) - set(self.remembered))}
        self.cost = {header: sum(map(self._size, files)) for header, files in unknown.items()}
        self.bases = sorted(choose_bases(unknown, self._size), key=self.cost.get)
        self.precompiled = {}
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for number, header in enumerate(self.bases):
                self.precompiled[header] = pool.submit(self._compile, header, number)
            others = {header: pool.submit(self._compile, header) for header in unknown if header not in self.precompiled}
        results = {header: result.result() for header, result in (self.precompiled | others).items()}
        self.messages = {header: message for header, (message, _) in results.items() if message}

    @functools.lru_cache(maxsize=None)
    def _size(self, file):
        path = self.root / file
        try:
            return path.stat().st_size * (1 if os.path.isabs(file) else WEIGHT_OF_OURS)
        except OSError:
            return 0

    @functools.lru_cache(maxsize=None)
    def _key(self, header):
        digest = hashlib.sha256(self.version + "\0".join(self.arguments).replace(str(self.root), ".").encode())
        for file in self.included[header]:
            content = digest_of(self.root / file)
            if not content:
                return None
            digest.update(f"{file}\0{content}\n".encode())
        return digest.hexdigest()

    def _compile(self, header, number=None):
        """What the compiler says of a header ("": it compiles alone, which is remembered), and its precompiled form where a number is
        given."""
        source = self.scratch / f"{header.replace('/', '+')}.hpp"
        source.write_text(f'#include "{self.root / header}"\n')
        fitting = [] if number is not None else [base for base in self.bases if base in self.included[header] and self.cost[base] < self.cost[header]]
        on = next((file for base in reversed(fitting) if (file := self.precompiled[base].result()[1])), None)
        result = self.scratch / f"{number}.pch"
        # Templates are instantiated once, and not again by each header on it.
        form = ["-fsyntax-only", "-xc++"] if number is None else ["-fpch-instantiate-templates", "-xc++-header", "-o", str(result)]
        run = subprocess.run([*self.arguments, *(["-include-pch", str(on)] if on else []), *form, str(source)], cwd=self.root,
                             capture_output=True, text=True, check=False)
        if run.returncode:
            return run.stderr.strip() or f"{header}: {COMPILER} ended with {run.returncode}", None
        if key := self._key(header):
            self.memory.mkdir(parents=True, exist_ok=True)
            (self.memory / key).touch()
        return "", result if number is not None else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("headers", nargs="*", metavar="HEADER")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()

    for program in (COMPILER, SCANNER):
        if not shutil.which(program):
            sys.exit(f"headers: {program} is not here: tools/setup check installs it")
    headers, arguments = headers_of(json.loads(COMMANDS.read_text()))
    wanted = [str(pathlib.Path(header).resolve().relative_to(ROOT)) for header in options.headers] or headers
    unknown = sorted(set(wanted) - set(headers))
    if unknown:
        sys.exit(f"headers: {unknown[0]}: is no public header of the build")
    with tempfile.TemporaryDirectory() as scratch:
        check = Check(wanted, arguments, ROOT, pathlib.Path(scratch), MEMORY, options.jobs)
    for message in check.messages.values():
        print(message)
    print(f"headers: {len(wanted)} headers alone, {len(check.messages)} fail, {len(check.remembered)} known to compile, "
          f"{len(check.bases)} precompiled for others")
    sys.exit(1 if check.messages else 0)


if __name__ == "__main__":
    main()
