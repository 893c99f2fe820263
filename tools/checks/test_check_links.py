"""python3 -m unittest discover -s tools/checks"""

import unittest
from pathlib import Path

from check_links import anchors_in, check_page

ROOT = Path("/r")


def problems(text, others=None):
    files = {ROOT / "page.md": text, **{ROOT / name: other for name, other in (others or {}).items()}}
    return list(check_page(ROOT / "page.md", files.get))


class CheckLinks(unittest.TestCase):
    def test_accepts_files_headings_and_other_hosts(self):
        text = "# A page\n[here](#a-page) [there](docs/b.md#its-heading) ![picture](c.png) [host](https://example.org/x)\n"
        self.assertEqual(problems(text, {"docs/b.md": "## Its heading\n", "c.png": "."}), [])

    def test_finds_missing_files(self):
        self.assertEqual(problems("\n[x](b.md#y)\n"), ["2: b.md#y leads nowhere"])

    def test_finds_missing_headings(self):
        self.assertEqual(problems("[x](#y)\n"), ["1: this page has no heading y"])
        self.assertEqual(problems("[x](b.md#y)\n", {"b.md": "# Z\n"}), ["1: b.md has no heading y"])

    def test_spells_headings_as_pages_show_them(self):
        self.assertEqual(anchors_in("# What `a_b` is, and [why](c.md)\n"), {"what-a_b-is-and-why"})
        self.assertEqual(anchors_in("# A\n## A\n# a\n"), {"a", "a-1", "a-2"})

    def test_leaves_code_alone(self):
        self.assertEqual(problems("    [x](y)\n```\n# no heading\n[x](y)\n```\n`[x](y)`\n"), [])
        self.assertEqual(problems("```\n# A\n```\n[x](#a)\n"), ["4: this page has no heading a"])


if __name__ == "__main__":
    unittest.main()
