#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rigkiln::cli {

/// Columns of text, each as wide as its widest cell. Leaves out columns without content.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> headings) : headings_(std::move(headings)) {}

    /// Precondition: as many cells as headings.
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    /// Returns a line of headings and a line per row. `indent` begins each line.
    [[nodiscard]] std::string text(std::string_view indent) const;

private:
    std::vector<std::string> headings_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace rigkiln::cli
