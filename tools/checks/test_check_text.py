"""python3 -m unittest discover -s tools/checks"""

import unittest

from check_text import check_text, find_hints


class CheckText(unittest.TestCase):
    def test_accepts_clean_text(self):
        self.assertEqual(check_text("a.cpp", "int main() {}\n"), [])
        self.assertEqual(check_text("empty", ""), [])

    def test_finds_paths_of_one_machine(self):
        self.assertEqual(check_text("a.md", "see " + "/ho" + "me/anna/x\n"), ["1: a path of one machine"])
        self.assertEqual(check_text("a.md", "art/ho" + "me/x\n"), [])

    def test_finds_hosts_of_registries(self):
        self.assertEqual(check_text("a.json", "https://registry." + "npmjs.org/x\n"), ["1: the host of a package registry"])

    def test_finds_reminders(self):
        self.assertEqual(len(check_text("a.cpp", "\n// TO" + "DO later\n")), 1)

    def test_wants_a_newline_at_the_end(self):
        self.assertEqual(check_text("a.md", "text"), ["1: no newline at the end of the file"])

    def test_hints_at_long_sources_and_accepts_them(self):
        self.assertEqual(find_hints("a.cpp", "\n" * 400), [])
        self.assertEqual(find_hints("a.cpp", "\n" * 401),
                         ["401: hint: 401 lines; are there two subjects in this file?"])
        self.assertEqual(find_hints("a.md", "\n" * 401), [])
        self.assertEqual(check_text("a.cpp", "\n" * 401), [])

    def test_finds_stray_white_space_in_sources(self):
        self.assertEqual(check_text("a.hpp", "int x; \n"), ["1: white space at the end"])
        self.assertEqual(check_text("a.hpp", "\tint x;\n"), ["1: a tab"])


if __name__ == "__main__":
    unittest.main()
