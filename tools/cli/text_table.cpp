#include "tools/cli/text_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rigkiln::cli {
namespace {

/// Number of characters of UTF-8 text.
std::size_t widthOf(std::string_view text) {
    constexpr unsigned kMask = 0xC0;
    constexpr unsigned kContinuation = 0x80;
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & kMask) != kContinuation; }));
}

}  // namespace

std::string TextTable::text(std::string_view indent) const {
    std::vector<std::size_t> widths(headings_.size(), 0);
    for (const std::vector<std::string>& row : rows_) {
        for (std::size_t column = 0; column < widths.size(); ++column)
            widths[column] = std::max(widths[column], widthOf(row[column]));
    }
    std::string text;
    const auto addLine = [&](const std::vector<std::string>& cells) {
        std::string line(indent);
        for (std::size_t column = 0; column < widths.size(); ++column) {
            if (widths[column] == 0) continue;
            const std::size_t width = std::max(widths[column], widthOf(headings_[column]));
            line += cells[column] + std::string(width - widthOf(cells[column]) + 2, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    };
    addLine(headings_);
    for (const std::vector<std::string>& row : rows_)
        addLine(row);
    return text;
}

}  // namespace rigkiln::cli
