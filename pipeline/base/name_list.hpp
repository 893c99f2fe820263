#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rigkiln {

/// The first few names and how many there are in all: a list for one line of a report.
class NameList {
public:
    void add(std::string_view name);

    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::size_t size() const { return count_; }

    /// "5 of 8 joints, first 'a', 'b', 'c'", the names as they were added.
    [[nodiscard]] std::string text(std::size_t of, std::string_view what) const;

private:
    std::string shown_;
    std::size_t count_ = 0;
};

}  // namespace rigkiln
