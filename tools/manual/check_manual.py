#!/usr/bin/env python3
"""Checks the man pages and completions that the build has made, by the programs that read them.

    tools/manual/check_manual.py FOLDER

FOLDER is build/release/manual. mandoc must find no error in any page, and each option of `--help` must be in the page of its command.
bash, zsh and fish must take their completions; bash and fish must offer commands, options, values and paths. A program that is missing is
an error (tools/setup test): what is promised would not be tested.
"""
import gzip
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROBLEMS = []


def expect(condition, text):
    if not condition:
        PROBLEMS.append(text)


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, **options)


def check_pages(folder, program):
    pages = sorted(folder.glob("*.1"))
    expect(len(pages) > 10, f"{len(pages)} pages")
    for page in pages:
        # A page without a date keeps its bytes from build to build; mandoc only warns of that.
        linted = run("mandoc", "-T", "lint", "-W", "error", str(page))
        expect(linted.returncode == 0, f"{page.name}: {linted.stdout}{linted.stderr}")
        expect(gzip.decompress(page.with_suffix(".1.gz").read_bytes()) == page.read_bytes(), f"{page.name}: packed differently")
        shown = re.sub(r"\s+", " ", re.sub(".\b", "", run("mandoc", "-O", "width=200", str(page)).stdout))
        command = page.stem.removeprefix("rigkiln").removeprefix("-")
        if not command:
            continue
        asked = [str(program), command, "--help"] + (["all"] if command == "convert" else [])
        for option in set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", "\n".join(
                line for line in run(*asked).stdout.splitlines() if line.startswith("  -")))):
            expect(f"{option} " in shown or f"{option}," in shown, f"{page.name}: lacks {option}")


def bash_offers(script, *words, folder):
    quoted = " ".join("'" + word + "'" for word in words)
    text = f"source '{script}'; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _rigkiln; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return set(run("bash", "--norc", "-c", text, cwd=folder).stdout.split())


def fish_offers(script, line, folder):
    offered = run("fish", "--no-config", "-c", f"source '{script}'; complete -C '{line}'", cwd=folder).stdout
    return {entry.split("\t")[0] for entry in offered.splitlines()}


def check_completions(folder):
    bash, zsh, fish = folder / "bash/rigkiln", folder / "zsh/_rigkiln", folder / "fish/rigkiln.fish"
    for shell, script in (("bash", bash), ("zsh", zsh), ("fish", fish)):
        checked = run(shell, "-n", str(script))
        expect(checked.returncode == 0 and not checked.stderr, f"{shell}: {checked.stderr}")
    with tempfile.TemporaryDirectory() as name:
        (pathlib.Path(name) / "hero.alo").touch()
        cases = [(["rigkiln", ""], {"run", "convert", "inspect", "--version"}, set()),
                 (["rigkiln", "con"], {"convert"}, {"run"}),
                 (["rigkiln", "run", "--progress", ""], {"auto", "json"}, {"hero.alo"}),
                 (["rigkiln", "run", "--report", ""], {"hero.alo"}, set()),
                 (["rigkiln", "convert", "--alo-"], {"--alo-team-mask"}, {"--memory"}),
                 (["rigkiln", "convert", "hero.alo", "--keep", ""], {"collision", "lods"}, {"hero.alo"}),
                 (["rigkiln", "inspect", "her"], {"hero.alo"}, {"run"}),
                 (["rigkiln", "schema", ""], {"report", "progress", "events"}, {"hero.alo"}),
                 (["rigkiln", "run", "--jobs", ""], set(), {"hero.alo", "run"})]
        for words, wanted, unwanted in cases:
            offered = {"bash": bash_offers(bash, *words, folder=name), "fish": fish_offers(fish, " ".join(words), name)}
            for shell, words_offered in offered.items():
                # fish offers options only to a word that begins with a dash.
                missing = {word for word in wanted if not (shell == "fish" and word.startswith("--") and not words[-1])} - words_offered
                expect(not missing, f"{shell}: {words}: lacks {missing}, has {words_offered}")
                expect(not unwanted & words_offered, f"{shell}: {words}: offers {unwanted & words_offered}")
        split = bash_offers(bash, "rigkiln", "run", "--progress", "=", "li", folder=name)
        expect(split == {"live"}, f"bash: --progress=li: {split}")


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    missing = [program for program in ("mandoc", "bash", "zsh", "fish") if shutil.which(program) is None]
    if missing:
        sys.exit(f"manual: {', '.join(missing)} is not installed: run tools/setup test")
    check_pages(folder / "man", folder.parent / "bin/rigkiln")
    check_completions(folder / "completions")
    for problem in PROBLEMS:
        print(f"manual: {problem}")
    print(f"manual: {len(PROBLEMS)} problems")
    sys.exit(1 if PROBLEMS else 0)


if __name__ == "__main__":
    main()
