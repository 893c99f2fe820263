#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rigkiln {

/// The first three names of a list and the number of all of them, for one line of a report.
class NameList {
public:
    void add(std::string_view name);

    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::size_t size() const { return count_; }

    /// Returns "5 of 8 joints, first 'a', 'b', 'c'". Names appear as they were added, so the caller adds the
    /// quotes.
    [[nodiscard]] std::string text(std::size_t of, std::string_view what) const;

private:
    std::string shown_;
    std::size_t count_ = 0;
};

}  // namespace rigkiln
