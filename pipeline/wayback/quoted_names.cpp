#include "pipeline/wayback/quoted_names.hpp"

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kShown = 5;

}  // namespace

void QuotedNames::add(std::string_view name) {
    if (++count_ <= kShown) shown_ += (shown_.empty() ? "" : ", ") + quote(name);
}

std::string QuotedNames::text() const {
    return count_ <= kShown ? shown_ : fmt::format("{} and {} more", shown_, count_ - kShown);
}

}  // namespace rigkiln
