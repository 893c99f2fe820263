#!/usr/bin/env python3
"""Checks the links of every Markdown page in the repository.

    tools/checks/check_links.py [ROOT]

A link to a file must lead to one, and a link to a heading to one with that name, spelt as GitHub spells it. Links to other hosts are not
followed. Prints `file:line: what is wrong` and exits with 1 when there is anything.
"""

import re
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"#{1,6} (.*)")


def text_lines(text):
    """Yields the number and text of each line that is no code: neither indented nor between fences, and without `code` in it."""
    is_fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            is_fenced = not is_fenced
        elif not is_fenced and not line.startswith("    "):
            yield number, line


def anchor_of(heading):
    """Returns the name by which links find a heading, before it is made unique."""
    shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip())
    return re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")


def anchors_in(text):
    """Returns the anchors of a page; a second heading of one name gets -1."""
    anchors = set()
    counts = {}
    for _, line in text_lines(text):
        heading = HEADING.match(line)
        if heading:
            anchor = anchor_of(heading[1])
            count = counts.get(anchor, 0)
            counts[anchor] = count + 1
            anchors.add(anchor if count == 0 else f"{anchor}-{count}")
    return anchors


def links_in(text):
    """Yields the line and target of each link to a file or a heading."""
    for number, line in text_lines(text):
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if not re.match(r"[a-z]+:", target):
                yield number, target


def check_page(page, read):
    """Yields the problems of a page as `line: problem`. `read` returns the text of a file, "" of a folder, and None of what is missing."""
    text = read(page)
    for number, target in links_in(text):
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        content = read(path)
        if content is None:
            yield f"{number}: {target} leads nowhere"
        elif anchor and path.suffix == ".md" and anchor not in anchors_in(content):
            yield f"{number}: {name or 'this page'} has no heading {anchor}"


def read_file(path):
    if path.is_dir():
        return ""
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else None


def list_pages(root):
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
                            capture_output=True, check=False)
    if listed.returncode == 0:
        pages = [root / name for name in listed.stdout.decode("utf-8", "replace").split("\0") if name]
    else:
        pages = [page for page in root.rglob("*.md") if not {"build", "node_modules"} & set(page.relative_to(root).parts)]
    return sorted(page for page in pages if page.is_file())


def main():
    root = (Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    count = 0
    for page in list_pages(root):
        for problem in check_page(page, read_file):
            print(f"{page.relative_to(root)}:{problem}")
            count += 1
    print(f"links: {count} problems" if count else "links: all lead somewhere")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
