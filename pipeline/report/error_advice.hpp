#pragma once

#include <span>
#include <string_view>

namespace rigkiln {

/// Advice about an error, for docs/troubleshooting.md. A test holds the table complete against the catalogue.
struct ErrorAdvice {
    std::string_view code;
    std::string_view advice;     ///< one sentence without a full stop
    std::string_view example{};  ///< a message with this code; empty where the meaning says enough
};

/// Sorted by code.
[[nodiscard]] std::span<const ErrorAdvice> allErrorAdvice();

/// Returns the row of a code, or null.
[[nodiscard]] const ErrorAdvice* findErrorAdvice(std::string_view code);

}  // namespace rigkiln
