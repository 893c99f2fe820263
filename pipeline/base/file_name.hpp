#pragma once

#include <string_view>

namespace rigkiln {

/// "hero" and ".ALO" for "/art/hero.ALO". A leading dot does not start an extension.
struct NameParts {
    std::string_view name;
    std::string_view extension;
};
[[nodiscard]] NameParts splitName(std::string_view path);

}  // namespace rigkiln
