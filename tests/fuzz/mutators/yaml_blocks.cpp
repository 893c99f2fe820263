#include "tests/fuzz/mutators/yaml_blocks.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace rigkiln {
namespace {

using Lines = std::vector<std::string>;

Lines linesOf(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::size_t indentOf(std::string_view line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

/// Index of the line behind a block.
std::size_t endOf(const Lines& lines, std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < lines.size() && indentOf(lines[end]) > indentOf(lines[begin]))
        ++end;
    return end;
}

/// A block with its first line indented by `indent`.
Lines blockAt(const Lines& lines, std::size_t begin, std::size_t indent) {
    const std::size_t before = indentOf(lines[begin]);
    Lines block;
    for (std::size_t i = begin; i < endOf(lines, begin); ++i)
        block.push_back(std::string(indentOf(lines[i]) - before + indent, ' ') +
                        lines[i].substr(indentOf(lines[i])));
    return block;
}

void remove(Lines& lines, std::size_t begin) {
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                lines.begin() + static_cast<std::ptrdiff_t>(endOf(lines, begin)));
}

void insert(Lines& lines, std::size_t at, const Lines& block) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), block.begin(), block.end());
}

/// Offset of what is behind "key: " or "- ".
std::size_t valueOf(std::string_view line) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos) return colon + 2;
    const std::size_t dash = line.find("- ");
    return dash == std::string_view::npos ? line.size() : dash + 2;
}

void changeOnce(Lines& lines, Mutation& mutation) {
    if (lines.empty()) return;
    const std::size_t at = mutation.below(lines.size());
    const std::size_t other = mutation.below(lines.size());
    switch (mutation.below(6)) {
        case 0:
            remove(lines, at);
            break;
        case 1:
            insert(lines, at, blockAt(lines, at, indentOf(lines[at])));
            break;
        case 2:
            insert(lines, endOf(lines, at), blockAt(lines, other, indentOf(lines[at])));
            break;
        case 3:
            insert(lines, at + 1, blockAt(lines, other, indentOf(lines[at]) + 2));
            break;
        case 4:
            lines[at].replace(valueOf(lines[at]), std::string::npos,
                              lines[other].substr(valueOf(lines[other])));
            break;
        default:
            mutation.change(lines[at]);
    }
}

}  // namespace

std::optional<std::vector<std::byte>> mutateYamlBlocks(std::span<const std::byte> input, Mutation& mutation) {
    Lines lines = linesOf({reinterpret_cast<const char*>(input.data()), input.size()});
    for (std::size_t i = 0; i < 1 + mutation.below(3); ++i)
        changeOnce(lines, mutation);
    std::vector<std::byte> bytes;
    for (const std::string& line : lines) {
        const auto text = std::as_bytes(std::span(line));
        bytes.insert(bytes.end(), text.begin(), text.end());
        bytes.push_back(std::byte{'\n'});
    }
    return bytes;
}

}  // namespace rigkiln
