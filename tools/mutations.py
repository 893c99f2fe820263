"""Finds where a slip of the hand would make a check of an input wrong, and puts such changes into sources: for tools/mutate."""
import itertools
import random
import re
import typing


class Mutation(typing.NamedTuple):
    """One change of a source: characters first to last of its text become another text. They lie in a condition or a statement, `check`."""
    path: str
    kind: str  # bound, law or error
    check: tuple  # its first character and the one behind it
    first: int
    last: int
    text: str

    def changed_check(self, source):
        return source[self.check[0]:self.first] + self.text + source[self.last:self.check[1]]

    def name(self, source):
        """Place, what stands there and what it becomes: the same for the same change of the same source."""
        line = source.count("\n", 0, self.first) + 1
        begin = source.rfind("\n", 0, self.first) + 1
        end = source.find("\n", self.last)
        before = " ".join(source[begin:end].split())
        after = " ".join((source[begin:self.first] + self.text + source[self.last:end]).split())
        return f"{self.path}:{line}: {before} -> {after}"

    def place(self, source):
        """The name without the number of the line, which other changes of the source move."""
        return re.sub(r":\d+: ", ": ", self.name(source), count=1)


def equal_ones(table):
    """Places of mutations that change nothing which a test could see, from the lines of a table (place, tab, why)."""
    return {line.split("\t")[0] for line in table.splitlines() if line and not line.startswith("#")}


# Operators of comparisons with numbers, each with the operator that is off by one. The blanks keep brackets of templates out.
BOUNDS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " + 1": "", " - 1": ""}
# Operators of laws, each with its opposite.
LAWS = {" == ": " != ", " != ": " == ", " && ": " || ", " || ": " && "}

# Statement that refuses an input. Only conditions before one are changed: others may be shortcuts, and no test can notice that one is gone.
REFUSAL = re.compile(r"\s*\{?\s*(?:throw\b|(?:return\s+)?[\w.>-]*(?:\bfail|failAt|failExpecting|refuse\w*|[eE]rror\w*|report\w*|warn\w*|problem\w*)\b\s*[({=]"
                     r"|return\s+(?:std::nullopt|std::unexpected|Error)\b)")
CHECK = re.compile(r"^[ ]+(?:[\w.]+[.>])?(?:require|expect)\w*\([^;{}]*\);$", re.MULTILINE)


def without_texts(source):
    """The source with blanks instead of comments and of what stands in quotes, of the same length."""
    def blank(found):
        return re.sub(r"[^\n]", " ", found[0])
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', blank, source, flags=re.DOTALL)


def closing(code, opening):
    """Place of the parenthesis that closes the one at `opening`."""
    depth = 0
    for at in range(opening, len(code)):
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        if depth == 0:
            return at
    return len(code)


def mutations_of(path, source):
    """Yields the mutations of checks: of conditions before a refusal, and of calls that refuse what is wrong."""
    code = without_texts(source)
    for found in re.finditer(r"\bif \(", code):
        first = found.end()
        last = closing(code, first - 1)
        first = code.rfind("; ", first, last) + 2 if "; " in code[first:last] else first
        check = (first, last)
        if not REFUSAL.match(code, last + 1):
            continue
        for kind, table in (("bound", BOUNDS), ("law", LAWS)):
            for old, new in table.items():
                for operator in re.finditer(re.escape(old), code[first:last]):
                    yield Mutation(path, kind, check, first + operator.start(), first + operator.end(), new)
        yield Mutation(path, "error", check, first, last, f"false && ({source[first:last]})")
    for found in CHECK.finditer(code):
        yield Mutation(path, "error", found.span(), found.start(), found.end(), ";")


# Of what compilers say of a condition that is wrong on purpose.
SILENCE = "".join(f'#pragma GCC diagnostic ignored "-W{name}"\n' for name in ("parentheses", "unused", "maybe-uninitialized", "logical-op", "type-limits"))
# Says whether the environment asks for a change. Constants are computed without one.
SWITCH = """#ifndef RIGKILN_MUTANT
#define RIGKILN_MUTANT
#include <cstdlib>
#include <type_traits>
inline int mutantAsked() {
    static const char* const text = std::getenv("RIGKILN_MUTANT");
    static const int number = text == nullptr ? 0 : std::atoi(text);
    return number;
}
constexpr bool isMutant(int number) {
    return std::is_constant_evaluated() ? false : mutantAsked() == number;
}
#endif
"""


def switchable(source, numbered):
    """The source with changes in it, of which each is made when the environment asks for its number: pairs of number and mutation."""
    def place(pair):
        return pair[1].check
    for check, pairs in itertools.groupby(sorted(numbered, key=place, reverse=True), key=place):
        before = source[check[0]:check[1]]
        if before.endswith(";"):
            number = next(pairs)[0]
            text = f"isMutant({number}) ? void() : static_cast<void>({before[:-1].strip()});"
        else:
            text = "".join(f"isMutant({number}) ? static_cast<bool>({mutation.changed_check(source)}) : " for number, mutation in pairs)
            text += f"static_cast<bool>({before})"
        source = source[:check[0]] + text + source[check[1]:]
    return SILENCE + SWITCH + source


def drawn(by_path, count, seed):
    """Draws mutations of {path: source}: as many of each kind, in an order that the seed says."""
    chance = random.Random(seed)
    by_kind = {"bound": [], "law": [], "error": []}
    for path, source in sorted(by_path.items()):
        for mutation in mutations_of(path, source):
            by_kind[mutation.kind].append(mutation)
    for mutations in by_kind.values():
        chance.shuffle(mutations)
    order = []
    while len(order) < count and any(by_kind.values()):
        order += [mutations.pop() for mutations in by_kind.values() if mutations]
    return order[:count]
