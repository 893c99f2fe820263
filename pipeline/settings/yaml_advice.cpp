#include "pipeline/settings/yaml_advice.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr std::size_t kLongestWord = 60;

/// A line as far as indentation and brackets matter. Columns count from 1; 0 means none.
struct Line {
    std::string_view text{};     ///< without comment and trailing spaces
    std::size_t indent = 0;      ///< spaces in front
    std::size_t tab = 0;         ///< column of a tab among the spaces in front
    std::size_t hash = 0;        ///< column of a comment that stands where a value may
    std::string_view comment{};  ///< from `hash` on
    bool isInside = false;       ///< begins inside of brackets or quotes
    bool isEmpty = true;
};

struct Bracket {
    char character = '{';
    SourcePosition position{};
};

/// Splits a text into lines and follows brackets and quotes through them.
class Scan {
public:
    explicit Scan(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            add(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    std::vector<Line> lines{};
    std::vector<Bracket> open{};         ///< brackets without an end
    std::optional<Bracket> openQuote{};  ///< quote without an end
    /// The first quote that goes on to another line, and ends there before something that cannot follow a
    /// text: its end was forgotten, and what ends it should begin the next text.
    std::optional<Bracket> lostQuote{};
    std::size_t endOfLostQuote = 0;  ///< line

private:
    void add(std::string_view raw) {
        Line& line = lines.emplace_back();
        line.isInside = !open.empty() || openQuote.has_value();
        const std::size_t content = std::min(raw.find_first_not_of(kSpaces), raw.size());
        line.indent = std::min(raw.find_first_not_of(' '), raw.size());
        if (const std::size_t tab = raw.substr(0, content).find('\t'); tab != std::string_view::npos)
            line.tab = tab + 1;
        const std::size_t end = readCharacters(raw, content, line);
        line.text = raw.substr(0, end);
        const std::size_t last = line.text.find_last_not_of(kSpaces);
        line.text = line.text.substr(0, last == std::string_view::npos ? 0 : last + 1);
        line.isEmpty = line.text.empty();
    }

    /// Returns where the comment begins, or the length of the line.
    std::size_t readCharacters(std::string_view raw, std::size_t begin, Line& line) {
        for (std::size_t i = begin; i < raw.size(); ++i) {
            const char character = raw[i];
            if (openQuote) {
                if (character == '\\' && openQuote->character == '"') ++i;
                if (character == openQuote->character) closeQuote(raw, i);
                continue;
            }
            const char before = i == 0 ? ' ' : raw[i - 1];
            const bool isBehindSpace = before == ' ' || before == '\t';
            if (character == '#' && isBehindSpace) {
                noteComment(raw, i, line);
                return i;
            }
            readMark(character, before, positionOf(i));
        }
        return raw.size();
    }

    void closeQuote(std::string_view raw, std::size_t at) {
        const std::size_t next = raw.find_first_not_of(kSpaces, at + 1);
        const bool isEnd = next == std::string_view::npos ||
                           std::string_view(",]}:#").find(raw[next]) != std::string_view::npos;
        if (!isEnd && !lostQuote && openQuote->position.line < lines.size()) {
            lostQuote = openQuote;
            endOfLostQuote = lines.size();
        }
        openQuote.reset();
    }

    /// Opens and closes brackets and opens quotes.
    void readMark(char character, char before, SourcePosition position) {
        const bool beginsValue = std::string_view(" \t{[,:").find(before) != std::string_view::npos;
        if (beginsValue && (character == '"' || character == '\'')) {
            openQuote = Bracket{character, position};
        } else if (character == '{' || character == '[') {
            if ((beginsValue || !open.empty()) && before != '$') open.push_back({character, position});
        } else if ((character == '}' || character == ']') && !open.empty()) {
            open.pop_back();
        }
    }

    void noteComment(std::string_view raw, std::size_t at, Line& line) const {
        const std::string_view before = raw.substr(0, at);
        const std::size_t last = before.find_last_not_of(kSpaces);
        const bool isAtValue = last != std::string_view::npos &&
                               std::string_view(":,[{").find(before[last]) != std::string_view::npos;
        const bool isText =
            at + 1 < raw.size() && std::string_view(" \t#").find(raw[at + 1]) == std::string_view::npos;
        if (!isAtValue || !isText) return;
        line.hash = at + 1;
        line.comment = raw.substr(at);
    }

    [[nodiscard]] SourcePosition positionOf(std::size_t index) const { return {lines.size(), index + 1}; }
};

/// The first word of a text, up to what ends a value inside of brackets.
std::string firstWord(std::string_view text) {
    return std::string(text.substr(0, std::min({text.find_first_of(" \t\r,]}"), text.size(), kLongestWord})));
}

std::optional<SettingsProblem> findTab(const Scan& scan, std::size_t lastLine) {
    for (std::size_t i = 0; i < std::min(lastLine, scan.lines.size()); ++i) {
        const Line& line = scan.lines[i];
        if (line.tab == 0 || line.isInside || line.isEmpty) continue;
        return SettingsProblem{
            {i + 1, line.tab},
            "a tab in the indentation, where YAML allows only spaces; write two spaces for "
            "each level"};
    }
    return std::nullopt;
}

/// A comment that takes the end of a bracket away, or that stands for a value.
std::optional<SettingsProblem> findHash(const Scan& scan) {
    if (scan.open.empty()) return std::nullopt;
    for (std::size_t i = 0; i < scan.lines.size(); ++i) {
        const Line& line = scan.lines[i];
        const std::size_t lineOfBracket = scan.open.back().position.line;
        if (line.hash == 0 || i + 1 < lineOfBracket) continue;
        const std::string word = firstWord(line.comment);
        return SettingsProblem{
            {i + 1, line.hash},
            fmt::format("{} begins a comment, which hides the rest of the line; write \"{}\" in quotes", word,
                        word)};
    }
    return std::nullopt;
}

std::optional<SettingsProblem> findLostQuote(const Scan& scan, std::size_t lastLine) {
    if (!scan.lostQuote || scan.endOfLostQuote > lastLine) return std::nullopt;
    return SettingsProblem{
        scan.lostQuote->position,
        fmt::format("the quote {0} has no second one in its line, so the text goes on to line {1}; write {0} "
                    "where the text ends",
                    scan.lostQuote->character, scan.endOfLostQuote)};
}

std::optional<SettingsProblem> findOpenEnd(const Scan& scan) {
    if (scan.openQuote) {
        return SettingsProblem{scan.openQuote->position,
                               fmt::format("the quote {0} has no second one; write {0} where the text ends",
                                           scan.openQuote->character)};
    }
    if (scan.open.empty()) return std::nullopt;
    const Bracket& bracket = scan.open.back();
    return SettingsProblem{
        bracket.position, fmt::format("{} is not closed; write {} behind its last element", bracket.character,
                                      bracket.character == '{' ? '}' : ']')};
}

/// The indentations that a line below `lines` may have.
std::vector<std::size_t> levelsAbove(const std::vector<Line>& lines, std::size_t count) {
    std::vector<std::size_t> levels;
    for (std::size_t i = 0; i < count; ++i) {
        const Line& line = lines[i];
        if (line.isEmpty || line.isInside) continue;
        while (!levels.empty() && levels.back() > line.indent)
            levels.pop_back();
        if (levels.empty() || levels.back() < line.indent) levels.push_back(line.indent);
        // "- key: value" opens a level behind the dash, too.
        std::size_t content = line.indent;
        while (line.text.substr(content).starts_with("- ")) {
            content = std::min(line.text.find_first_not_of(' ', content + 1), line.text.size());
            levels.push_back(content);
        }
    }
    return levels;
}

std::optional<SettingsProblem> findIndentation(const Scan& scan, std::size_t number) {
    if (number == 0 || number > scan.lines.size() || scan.lines[number - 1].isInside) return std::nullopt;
    const Line& line = scan.lines[number - 1];
    std::size_t above = number - 1;
    while (above > 0 && (scan.lines[above - 1].isEmpty || scan.lines[above - 1].isInside))
        --above;
    if (above == 0) return std::nullopt;
    const std::vector<std::size_t> levels = levelsAbove(scan.lines, above);
    if (std::ranges::find(levels, line.indent) != levels.end()) return std::nullopt;
    const SourcePosition position{number, line.indent + 1};
    if (line.indent > levels.back()) {
        const bool opensLevel =
            std::string_view(":-|>").find(scan.lines[above - 1].text.back()) != std::string_view::npos;
        if (opensLevel) return std::nullopt;
        return SettingsProblem{
            position, fmt::format("the line is indented by {} spaces, deeper than line {} ({}), which "
                                  "has its value already; write {} spaces",
                                  line.indent, above, levels.back(), levels.back())};
    }
    return SettingsProblem{position,
                           fmt::format("the line is indented by {} spaces, and the lines above it by "
                                       "{}; write one of these numbers",
                                       line.indent, fmt::join(levels, ", "))};
}

bool isOfAnchorName(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '_' || character == '-';
}

/// The rest of the line from a position; empty when there is none.
std::string_view textAt(const Scan& scan, SourcePosition position) {
    if (position.line == 0 || position.line > scan.lines.size()) return {};
    const std::string_view line = scan.lines[position.line - 1].text;
    return position.column == 0 || position.column > line.size() ? std::string_view()
                                                                 : line.substr(position.column - 1);
}

/// A variable without quotes inside of brackets, `{ folder: ${output}/state }`, whose own bracket is at `at`.
std::optional<SettingsProblem> findVariable(const Scan& scan, SourcePosition at) {
    if (at.column < 2 || !textAt(scan, {at.line, at.column - 1}).starts_with("${")) return std::nullopt;
    const std::string_view line = scan.lines[at.line - 1].text;
    const std::size_t before = line.substr(0, at.column - 1).find_last_of(" \t,[{");
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    std::string word(line.substr(begin, std::min(line.find_first_of(" \t,", begin) - begin, kLongestWord)));
    while (word.ends_with(']') || std::ranges::count(word, '}') > std::ranges::count(word, '{'))
        word.pop_back();
    return SettingsProblem{
        {at.line, begin + 1},
        fmt::format("a text with ${{ inside of brackets needs quotes; write \"{}\"", word)};
}

/// Characters that mean something else in front of a text.
std::optional<SettingsProblem> findSpecial(const Scan& scan, SourcePosition at) {
    const std::string_view rest = textAt(scan, at);
    if (rest.empty()) return std::nullopt;
    if (std::string_view("*&%@`!|>").find(rest.front()) != std::string_view::npos) {
        const std::string word = firstWord(rest);
        // An alias of one word is meant as such.
        const bool isName = std::ranges::all_of(word.substr(1), isOfAnchorName);
        if (isName && (rest.front() == '*' || rest.front() == '&')) return std::nullopt;
        return SettingsProblem{
            at, fmt::format("a text that begins with {} needs quotes; write \"{}\"", rest.front(), word)};
    }
    if (rest.front() == ':')
        return SettingsProblem{at, "a second ':' in one value; write the value in quotes"};
    return std::nullopt;
}

}  // namespace

SettingsProblem explainYaml(std::string_view text, SourcePosition at, std::string_view message) {
    const Scan scan(text);
    std::optional<SettingsProblem> found = findLostQuote(scan, at.line);
    if (!found) found = findTab(scan, at.line);
    if (!found) found = findHash(scan);
    if (!found) found = findOpenEnd(scan);
    if (!found) found = findIndentation(scan, at.line);
    if (!found) found = findVariable(scan, at);
    if (!found) found = findSpecial(scan, at);
    if (!found) return {at, std::string(message)};
    found->problem += fmt::format(" ({})", message);
    return *found;
}

std::string commentInPlaceOfValue(std::string_view line, std::size_t keyColumn) {
    const std::size_t colon = line.find(':', std::min(keyColumn, line.size()));
    if (colon == std::string_view::npos) return {};
    const std::size_t hash = line.find_first_not_of(kSpaces, colon + 1);
    if (hash == std::string_view::npos || hash == colon + 1 || line[hash] != '#') return {};
    const std::string word = firstWord(line.substr(hash));
    return word.size() > 1 ? word : std::string();
}

}  // namespace rigkiln
