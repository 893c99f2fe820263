"""Which lines of the decoders fuzzed inputs reach: for tools/fuzz --coverage."""
import collections
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "coverage"
PROGRAM = BUILD / "bin" / "fuzz_replay"
PROFILES = BUILD / "profiles"
# Test programs of the code that reads what strangers made.
TESTS = ("alamo_test", "bfres_test", "binary_test", "containers_test", "ctsa_test", "ctsa_way_back_test", "gltf_engine_rules_test", "gltf_format_test",
         "gltf_validate_test", "image_test", "recipe_test", "settings_test", "swat3_back_test", "swat3_test", "wayback_test")
# Folders of that code.
READERS = ("exporters/ctsa/", "exporters/swat3/", "formats/", "pipeline/binary/", "pipeline/recipe/", "pipeline/settings/", "pipeline/wayback/")
REASONS = ROOT / "tests" / "fuzz" / "unreached.tsv"
# Reached by fuzz targets, but no code that reads what strangers made.
LEFT_OUT = ("tests/", "tools/", "build/")


def replay(target, folders):
    """Runs the target with every input of the folders, counted by the compiler. Returns an error, or "" when all is well."""
    PROFILES.mkdir(parents=True, exist_ok=True)
    profile = PROFILES / f"{target}.profraw"
    folders = [folder for folder in folders if any(path.is_file() for path in folder.rglob("*"))]
    if not folders:
        return f"{target}: there is no input; fuzz it first"
    done = subprocess.run([str(PROGRAM), target, *map(str, folders)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT, check=False,
                          env={**os.environ, "LLVM_PROFILE_FILE": str(profile)})
    if done.returncode == 0:
        return ""
    return f"{target}: ended with {done.returncode}:\n" + "\n".join(done.stdout.decode(errors="replace").splitlines()[-5:])


def run_test(name):
    """Runs a test program, counted by the compiler. Returns an error, or "" when all is well."""
    done = subprocess.run([str(BUILD / "bin" / name), "--gtest_brief=1"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=BUILD / "bin", check=False,
                          env={**os.environ, "LLVM_PROFILE_FILE": str(PROFILES / f"{name}.profraw")})
    if done.returncode == 0:
        return ""
    return f"{name}: ended with {done.returncode}:\n" + "\n".join(done.stdout.decode(errors="replace").splitlines()[-5:])


def exported(programs, profiles):
    """Returns what llvm-cov tells of the lines of all programs together, in the format of lcov. `profiles` are names of targets and tests."""
    merged = PROFILES / "all.profdata"
    subprocess.run(["llvm-profdata-14", "merge", "-sparse", "-o", str(merged), *(str(PROFILES / f"{name}.profraw") for name in profiles)], check=True)
    first, *others = map(str, programs)
    return subprocess.run(["llvm-cov-14", "export", "-format=lcov", "-skip-functions", f"-instr-profile={merged}", first,
                           *(word for other in others for word in ("-object", other))], capture_output=True, text=True, check=True).stdout


def lines_of(lcov, root):
    """Returns {file below root: {line: whether it was reached}} of the project's own sources."""
    files, lines = {}, {}
    for row in lcov.splitlines():
        if row.startswith("SF:"):
            path = os.path.relpath(row[3:], root)
            is_own = not path.startswith(("..", *LEFT_OUT))
            lines = files.setdefault(path, {}) if is_own else {}
        elif row.startswith("DA:"):
            number, count = row[3:].split(",")[:2]
            lines[int(number)] = lines.get(int(number), False) or int(count) > 0
    return files


def by_folder(files):
    """Returns {folder: (lines, of these reached)}."""
    folders = collections.defaultdict(lambda: [0, 0])
    for path, lines in files.items():
        folder = folders[os.path.dirname(path)]
        folder[0] += len(lines)
        folder[1] += sum(lines.values())
    return {name: tuple(counts) for name, counts in sorted(folders.items())}


def unreached(files, root):
    """Returns (file, "FIRST" or "FIRST-LAST", text of the first line) for each row of lines that no input reaches. Lines without letters stand for
    nothing alone."""
    rows = []
    for path, lines in sorted(files.items()):
        text = (root / path).read_text(encoding="utf-8").splitlines()
        first = last = None
        for number, is_reached in [*sorted(lines.items()), (1 << 30, True)]:
            if not is_reached and last is not None and number == last + 1:
                last = number
                continue
            if first is not None and any(re.search(r"\w", text[at - 1]) for at in range(first, last + 1)):
                rows.append((path, f"{first}{f'-{last}' if last > first else ''}", text[first - 1].strip()))
            first, last = (None, None) if is_reached else (number, number)
    return rows


def without_reason(rows, reasons_file=REASONS):
    """Returns the rows of code that reads what strangers made for which the file does not say why nothing reaches them, and what it says of rows
    that are none any more."""
    reasons = dict.fromkeys(tuple(line.split("\t")[:2]) for line in reasons_file.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    of_readers = [row for row in rows if row[0].startswith(READERS)]
    there = {(path, text) for path, _, text in of_readers}
    return [row for row in of_readers if (row[0], row[2]) not in reasons], [reason for reason in reasons if reason not in there]
