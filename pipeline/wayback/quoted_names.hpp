#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rigkiln {

/// The first few names, quoted, and how many more there are: for one line of a report.
class QuotedNames {
public:
    void add(std::string_view name);
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::size_t count() const { return count_; }
    /// "'Spine', 'Head' and 3 more"
    [[nodiscard]] std::string text() const;

private:
    std::string shown_;
    std::size_t count_ = 0;
};

}  // namespace rigkiln
