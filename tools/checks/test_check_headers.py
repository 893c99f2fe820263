#!/usr/bin/env python3
"""Tests of check_headers.py."""

import pathlib
import tempfile
import unittest

from check_headers import Check, choose_bases, headers_of


class HeadersOf(unittest.TestCase):
    def test_takes_the_headers_of_all_libraries_and_what_they_are_compiled_with(self):
        def entry(file, arguments):
            return {"file": file, "command": f"/usr/bin/clang++ {arguments} -Wall -o out -c {file}"}
        entries = [entry("/b/one_verify_interface_header_sets/one/b.hpp.cxx", "-DA -I/top -std=c++20"),
                   entry("/b/one_verify_interface_header_sets/one/a.hpp.cxx", "-DA -I/top -std=c++20"),
                   entry("/b/two_verify_interface_header_sets/two/c.hpp.cxx", "-DB=1 -I/top -isystem /else -std=c++20"),
                   entry("/top/one/a.cpp", "-DC -I/top")]
        self.assertEqual(headers_of(entries), (["one/a.hpp", "one/b.hpp", "two/c.hpp"],
                                               ["-DA", "-I/top", "-std=c++20", "-DB=1", "-isystem/else"]))


class ChooseBases(unittest.TestCase):
    sizes = {"/usr/large": 5_000_000, "/usr/small": 1_000, "a": 10, "b": 10, "c": 10, "d": 10}

    def test_takes_what_saves_others_a_large_header(self):
        included = {"a": ["a", "/usr/large"], "b": ["b", "a", "/usr/large"], "c": ["c", "a", "/usr/large"], "d": ["d", "/usr/large"]}
        self.assertEqual(choose_bases(included, self.sizes.get), ["a"])

    def test_takes_nothing_that_costs_more_than_it_saves(self):
        included = {"a": ["a", "/usr/small"], "b": ["b", "a", "/usr/small"], "c": ["c", "a", "/usr/small"]}
        self.assertEqual(choose_bases(included, self.sizes.get), [])

    def test_does_not_build_headers_that_include_each_other_on_each_other(self):
        included = {"a": ["a", "b", "/usr/large"], "b": ["b", "a", "/usr/large"]}
        self.assertEqual(choose_bases(included, self.sizes.get), [])


class Headers(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root, self.memory = pathlib.Path(scratch.name).resolve() / "root", pathlib.Path(scratch.name) / "memory"
        self.root.mkdir()
        self.write("text.hpp", "#include <algorithm>\n#include <map>\n#include <string>\nusing Text = std::string;\n")
        for name in "abc":  # enough of them that text.hpp is precompiled
            self.write(f"{name}.hpp", f'#include "text.hpp"\nstruct {name.upper()} {{ Text text; }};\n')

    def write(self, name, text):
        (self.root / name).write_text(f"#pragma once\n{text}")

    def check(self):
        names = sorted(path.name for path in self.root.glob("*.hpp"))
        with tempfile.TemporaryDirectory() as scratch:
            return Check(names, ["-std=c++20", f"-I{self.root}"], self.root, pathlib.Path(scratch), self.memory, 2)

    def test_compile_on_what_they_include(self):
        check = self.check()
        self.assertEqual((check.messages, check.bases), ({}, ["text.hpp"]))

    def test_fail_where_they_use_what_only_another_header_includes(self):
        self.write("d.hpp", "struct D { std::string text; };\n")
        check = self.check()
        self.assertEqual((list(check.messages), check.bases), (["d.hpp"], ["text.hpp"]))
        self.assertIn("'std'", check.messages["d.hpp"])

    def test_fail_with_the_header_that_they_include(self):
        self.write("text.hpp", "#include <algorithm>\n#include <map>\n#include <string>\nusing Text = std::strong;\n")
        self.assertEqual(sorted(self.check().messages), ["a.hpp", "b.hpp", "c.hpp", "text.hpp"])

    def test_fail_where_an_included_file_is_nowhere(self):
        self.write("d.hpp", '#include "nowhere.hpp"\n')
        check = self.check()
        self.assertEqual(list(check.messages), ["d.hpp"])
        self.assertIn("nowhere.hpp", check.messages["d.hpp"])

    def test_are_remembered_until_something_they_include_changes(self):
        self.check()
        self.write("b.hpp", "struct Other {};\n")
        self.write("d.hpp", "struct D { std::string text; };\n")
        check = self.check()
        self.assertEqual((check.remembered, list(check.messages)), (["a.hpp", "c.hpp", "text.hpp"], ["d.hpp"]))
        self.assertEqual(list(self.check().messages), ["d.hpp"])
        self.write("text.hpp", "using Text = std::string;\n")
        check = self.check()
        self.assertEqual((check.remembered, sorted(check.messages)), (["b.hpp"], ["a.hpp", "c.hpp", "d.hpp", "text.hpp"]))


if __name__ == "__main__":
    unittest.main()
