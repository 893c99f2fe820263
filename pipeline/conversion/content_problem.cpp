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
    const std::string named =
        fmt::format("is named like {} ({})", quote(format.title), format.extensions.front());
    if (head.empty()) {
        return kEmptyFile.in(path,
                             named +
                                 " and is empty; take a sound copy, or leave such files out "
                                 "(`on_empty: ignore` in a configuration, --on-empty ignore of `convert`)");
    }
    return kMismatchedName.in(
        path, fmt::format("{} but begins with bytes {}, which it never does", named, hexText(head)));
}

}  // namespace rigkiln
