#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rigkiln {

/// Returns the bytes as upper-case hexadecimal digits.
[[nodiscard]] std::string toHex(std::string_view bytes);
/// Reads such digits. Returns nothing for any other text.
[[nodiscard]] std::optional<std::string> fromHex(std::string_view hex);

}  // namespace rigkiln
