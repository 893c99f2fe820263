#!/usr/bin/env python3
"""Tests of fuzz_coverage.py."""

import pathlib
import tempfile
import unittest

from fuzz_coverage import by_folder, lines_of, unreached, without_reason

LCOV = """SF:/top/formats/a/one.cpp
DA:1,7
DA:2,0
DA:3,0
DA:5,0
end_of_record
SF:/top/formats/a/one.hpp
DA:4,0
DA:4,1
end_of_record
SF:/top/tests/fuzz/fuzz_a.cpp
DA:1,1
end_of_record
SF:/usr/include/glm/glm.hpp
DA:1,1
end_of_record
"""


class Coverage(unittest.TestCase):
    def test_counts_the_own_lines_of_each_folder(self):
        self.assertEqual(by_folder(lines_of(LCOV, "/top")), {"formats/a": (5, 2)})

    def test_lists_rows_of_lines_that_nothing_reaches(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "one.cpp").write_text("int a;\nint b;\nint c;\n}\n  int d;\n}\n", encoding="utf-8")
            lines = {"one.cpp": {1: True, 2: False, 3: False, 4: True, 5: False, 6: True}}
            self.assertEqual(unreached(lines, root), [("one.cpp", "2-3", "int b;"), ("one.cpp", "5", "int d;")])

    def test_leaves_out_rows_that_say_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "one.cpp").write_text("int a;\n  }\n}\n", encoding="utf-8")
            self.assertEqual(unreached({"one.cpp": {1: True, 2: False, 3: False}}, root), [])

    def test_tells_of_rows_without_a_reason_and_of_reasons_without_a_row(self):
        with tempfile.TemporaryDirectory() as folder:
            reasons = pathlib.Path(folder) / "unreached.tsv"
            reasons.write_text("# Why.\nformats/a/one.cpp\tint b;\tneeds 4 GiB\nformats/a/one.cpp\tint c;\tneeds 4 GiB\n", encoding="utf-8")
            rows = [("formats/a/one.cpp", "2", "int b;"), ("formats/a/one.cpp", "9", "int d;"), ("pipeline/run/two.cpp", "1", "int a;")]
            self.assertEqual(without_reason(rows, reasons), ([("formats/a/one.cpp", "9", "int d;")], [("formats/a/one.cpp", "int c;")]))


if __name__ == "__main__":
    unittest.main()
