#include "exporters/swat3/name_list.hpp"

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln::swat3_writer {
namespace {

constexpr std::size_t kShown = 5;

}  // namespace

void NameList::add(std::string_view name) {
    if (++count_ <= kShown) shown_ += (shown_.empty() ? "" : ", ") + quote(name);
}

std::string NameList::text() const {
    return count_ <= kShown ? shown_ : fmt::format("{} and {} more", shown_, count_ - kShown);
}

}  // namespace rigkiln::swat3_writer
