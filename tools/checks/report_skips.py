#!/usr/bin/env python3
"""Counts the skipped tests of a run and names their reasons, from the JUnit files that ctest and GoogleTest write.

    report_skips.py CTEST.xml [GOOGLETEST.xml...]

GOOGLETEST.xml has the cases of one process of a test program, which are a single test of ctest.

Exit code 1 when a test was skipped for a reason that is not in ALLOWED: a test that skips because something is missing that
tools/setup installs has not run, and a green run would hide it.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter

# Properties of the machine or of the person who runs the tests; tools/setup can provide none of them.
ALLOWED = (
    "RIGKILN_REAL_FILES is not set",
    "RIGKILN_REAL_FILES has no file for this test",
    "RIGKILN_SAMPLES_FOLDER is not set",
    "RIGKILN_SAMPLES_FOLDER has no file for this test",
    "Blender is not installed (tools/setup blender)",
    "root reads everything",
    "root writes everywhere",
    "this machine lets no test mount a tmpfs",
    "this process may not mount anything",
    "only root may run a program as another user",
    "the program is not for other users",
    "the file system has no files without names",
    "a sanitizer has the heap",
    "sanitizers start threads in their own way",
)


def reason_of(case):
    """The line that GTEST_SKIP printed; without one, a text that says so."""
    found = re.search(r": Skipped\n(.+)", case.findtext("system-out") or "")
    found = found or re.search(r"^\S+:\d+\s*\n(.+)", case.find("skipped").get("message") or "")
    return found.group(1).strip() if found else "no reason given"


def name_of(case):
    """SUITE.TEST: ctest has it as the name, GoogleTest as the class and the name."""
    is_googletest = "result" in case.attrib
    return f"{case.get('classname')}.{case.get('name')}" if is_googletest else case.get("name")


def skipped_cases(results):
    return [case for case in results.iter("testcase") if case.find("skipped") is not None]


def report(*results):
    """The lines to print, and whether every reason is allowed."""
    cases = [case for result in results for case in result.iter("testcase")]
    skipped = [case for result in results for case in skipped_cases(result)]
    reasons = Counter(reason_of(case) for case in skipped)
    lines = [
        f"not allowed: {name_of(case)} was skipped: {reason_of(case)}"
        for case in skipped
        if reason_of(case) not in ALLOWED
    ]
    is_allowed = not lines
    counted = "; ".join(f"{count} because {reason}" for reason, count in sorted(reasons.items()))
    lines.append(f"skipped: {len(skipped)} of {len(cases)} tests" + (f": {counted}" if counted else ""))
    return lines, is_allowed


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    lines, is_allowed = report(*(ElementTree.parse(file).getroot() for file in arguments))
    print("\n".join(lines))
    return 0 if is_allowed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
