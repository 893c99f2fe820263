#!/usr/bin/env python3
"""Tests of mutations.py."""

import pathlib
import unittest

from mutations import drawn, equal_ones, mutations_of, switchable


def changed(source):
    return [(mutation.kind, source[:mutation.first] + mutation.text + source[mutation.last:]) for mutation in mutations_of("a.cpp", source)]


def switched(source):
    """The source with all its changes, without what stands above it."""
    return switchable(source, list(enumerate(mutations_of("a.cpp", source), 1))).split("#endif\n")[1]


class MutationsOf(unittest.TestCase):
    def test_makes_the_condition_of_a_refusal_wrong(self):
        self.assertEqual(changed("  if (a > b) return fail(a);"),
                         [("bound", "  if (a >= b) return fail(a);"), ("error", "  if (false && (a > b)) return fail(a);")])

    def test_makes_each_law_wrong(self):
        self.assertEqual(changed("if (a == b && c) {\n    throw Wrong();"),
                         [("law", "if (a != b && c) {\n    throw Wrong();"), ("law", "if (a == b || c) {\n    throw Wrong();"),
                          ("error", "if (false && (a == b && c)) {\n    throw Wrong();")])

    def test_leaves_the_first_part_of_a_condition_with_two(self):
        self.assertEqual(changed("if (const int a = f(b < c); !a) in.failAt(0);"), [("error", "if (const int a = f(b < c); false && (!a)) in.failAt(0);")])

    def test_leaves_shortcuts_comments_and_texts(self):
        self.assertEqual(changed("if (a == b) return;\n// if (a == b) throw c;\ncall(\"if (a == b) throw c;\");"), [])

    def test_leaves_a_quote_in_a_text_and_a_digit_separator(self):
        source = "const int many = 1'000; const char quote = '\"';\nif (!a) throw Wrong(\"it's\");"
        self.assertEqual(changed(source), [("error", source.replace("(!a)", "(false && (!a))"))])

    def test_takes_out_calls_that_check(self):
        self.assertEqual(changed("{\n    reader.expectEnd(field);\n}"), [("error", "{\n;\n}")])

    def test_names_the_place_and_both_lines(self):
        source = "\n  if (!a) throw Wrong();\n"
        self.assertEqual([mutation.name(source) for mutation in mutations_of("a.cpp", source)],
                         ["a.cpp:2: if (!a) throw Wrong(); -> if (false && (!a)) throw Wrong();"])


class Switchable(unittest.TestCase):
    def test_puts_all_changes_of_a_condition_behind_their_numbers(self):
        self.assertEqual(switched("if (a > b) throw c;\nif (f(); !d) throw e;\n"),
                         "if (isMutant(1) ? static_cast<bool>(a >= b) : isMutant(2) ? static_cast<bool>(false && (a > b)) : static_cast<bool>(a > b)) throw c;\n"
                         "if (f(); isMutant(3) ? static_cast<bool>(false && (!d)) : static_cast<bool>(!d)) throw e;\n")

    def test_puts_a_call_behind_its_number(self):
        self.assertEqual(switched("if (a)\n    reader.expectEnd(field);\nelse"),
                         "if (a)\nisMutant(1) ? void() : static_cast<void>(reader.expectEnd(field));\nelse")


class Drawn(unittest.TestCase):
    sources = {"a.cpp": "if (a > b && c) throw d;\n" * 5, "b.cpp": "if (a < b || c) throw d;\n" * 5}

    def test_takes_as_many_of_each_kind(self):
        kinds = [mutation.kind for mutation in drawn(self.sources, 9, 1)]
        self.assertEqual({kind: kinds.count(kind) for kind in set(kinds)}, {"bound": 3, "law": 3, "error": 3})

    def test_is_the_same_for_the_same_seed(self):
        self.assertEqual(drawn(self.sources, 12, 4), drawn(dict(reversed(self.sources.items())), 12, 4))
        self.assertNotEqual(drawn(self.sources, 12, 4), drawn(self.sources, 12, 5))


class EqualOnes(unittest.TestCase):
    def test_are_mutations_of_the_sources(self):
        root = pathlib.Path(__file__).resolve().parents[1]
        for place in equal_ones((root / "tools" / "equal_mutations.tsv").read_text(encoding="utf-8")):
            path = place.split(":")[0]
            source = (root / path).read_text(encoding="utf-8")
            self.assertIn(place, {mutation.place(source) for mutation in mutations_of(path, source)})

    def test_are_known_wherever_they_stand(self):
        moved = "\n\nif (a > b) return fail(a);"
        self.assertEqual({mutation.place(moved) for mutation in mutations_of("a.cpp", moved)},
                         {mutation.place(moved.strip()) for mutation in mutations_of("a.cpp", moved.strip())})


if __name__ == "__main__":
    unittest.main()
