#include "pipeline/conversion/content_problem.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln {
namespace {

std::string hexText(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes.first(std::min<std::size_t>(bytes.size(), 8)))
        text += fmt::format("{}{:02X}", text.empty() ? "" : " ", std::to_integer<unsigned>(byte));
    return text;
}

}  // namespace

bool isContentOf(const FormatModule& format, const std::string& path, std::span<const std::byte> bytes) {
    const std::span head = bytes.first(std::min(bytes.size(), kHeadSize));
    return format.recognise(head, splitName(path).extension).has_value();
}

Error foreignContent(const FormatModule& format, const std::string& path, std::span<const std::byte> head) {
    const std::string begins = head.empty() ? "is empty" : "begins with bytes " + hexText(head);
    return kMismatchedName.in(path, fmt::format("is named like {} ({}) but {}, which it never does",
                                                quote(format.title), format.extensions.front(), begins));
}

}  // namespace rigkiln
