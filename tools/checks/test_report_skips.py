#!/usr/bin/env python3
"""Tests of report_skips.py."""

import unittest
import xml.etree.ElementTree as ElementTree

from report_skips import report


def results(*cases):
    return ElementTree.fromstring("<testsuite>" + "".join(cases) + "</testsuite>")


def passed(name):
    return f'<testcase name="{name}" status="run"><system-out>fine</system-out></testcase>'


def skipped(name, reason):
    output = f"[ RUN      ] {name}\nsome_test.cpp:12: Skipped\n{reason}\n\n[  SKIPPED ] {name} (0 ms)"
    return f'<testcase name="{name}" status="notrun"><skipped message="x"/><system-out>{output}</system-out></testcase>'


class ReportSkips(unittest.TestCase):
    def test_says_that_nothing_was_skipped(self):
        self.assertEqual(report(results(passed("A.B"))), (["skipped: 0 of 1 tests"], True))

    def test_counts_each_allowed_reason(self):
        run = results(
            passed("A.B"),
            skipped("A.C", "root reads everything"),
            skipped("A.D", "RIGKILN_REAL_FILES is not set"),
            skipped("A.E", "RIGKILN_REAL_FILES is not set"),
        )
        expected = "skipped: 3 of 4 tests: 2 because RIGKILN_REAL_FILES is not set; 1 because root reads everything"
        self.assertEqual(report(run), ([expected], True))

    def test_refuses_any_other_reason_and_names_the_test(self):
        lines, is_allowed = report(results(skipped("Images.Read", "ImageMagick is not installed")))
        self.assertFalse(is_allowed)
        self.assertEqual(lines[0], "not allowed: Images.Read was skipped: ImageMagick is not installed")

    def test_refuses_a_skip_without_a_reason(self):
        case = '<testcase name="A.B" status="notrun"><skipped message="x"/></testcase>'
        self.assertEqual(report(results(case))[1], False)

    def test_reads_the_results_of_whole_programs(self):
        program = results('<testcase name="files_test.0" status="run"/>')
        cases = results(
            '<testcase name="Read" status="run" result="completed" classname="Disk"/>',
            '<testcase name="Full" status="run" result="skipped" classname="Disk">'
            '<skipped message="tests/a_test.cpp:12&#x0A;root writes everywhere&#x0A;"/></testcase>',
            '<testcase name="Lock" status="run" result="skipped" classname="Disk">'
            '<skipped message="tests/a_test.cpp:14&#x0A;flock is missing&#x0A;"/></testcase>',
        )
        lines, is_allowed = report(program, cases)
        self.assertFalse(is_allowed)
        self.assertEqual(lines[0], "not allowed: Disk.Lock was skipped: flock is missing")
        self.assertTrue(lines[1].startswith("skipped: 2 of 4 tests: 1 because flock is missing; 1 because root writes"))


if __name__ == "__main__":
    unittest.main()
