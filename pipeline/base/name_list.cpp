#include "pipeline/base/name_list.hpp"

#include <fmt/format.h>

namespace rigkiln {

void NameList::add(std::string_view name) {
    constexpr std::size_t kShown = 3;
    if (++count_ > kShown) return;
    if (count_ > 1) shown_ += ", ";
    shown_ += name;
}

std::string NameList::text(std::size_t of, std::string_view what) const {
    return fmt::format("{} of {} {}, first {}", count_, of, what, shown_);
}

}  // namespace rigkiln
