#include "formats/gltf/validate/data_uri.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_validation {
namespace {

bool isLetter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

bool isOfScheme(char character) {
    return isLetter(character) || (character >= '0' && character <= '9') || character == '+' ||
           character == '-' || character == '.';
}

/// Data URI whose data are not in base64.
std::optional<gltf::UriData> readPercentData(std::string_view type, std::string_view data) {
    const auto text = gltf::decodePercent(data);
    if (!text) return std::nullopt;
    gltf::UriData read{.mimeType = std::string(type.substr(0, type.find(';')))};
    const auto bytes = std::as_bytes(std::span(*text));
    read.bytes.assign(bytes.begin(), bytes.end());
    return read;
}

constexpr std::string_view kDataScheme = "data:";

/// True for a list of parameters such as ";charset=utf-8;base64".
bool isParameters(std::string_view parameters) {
    while (!parameters.empty() && parameters != ";base64") {
        const std::size_t end = parameters.find(';', 1);
        if (parameters.substr(0, end).find('=') == std::string_view::npos) return false;
        parameters.remove_prefix(end == std::string_view::npos ? parameters.size() : end);
    }
    return true;
}

}  // namespace

UriKind kindOfUri(std::string_view uri) {
    if (startsWithIgnoringCase(uri, kDataScheme))
        return readDataUri(uri) ? UriKind::Other : UriKind::Malformed;
    const std::size_t mark = uri.find_first_of(":/?#");
    if (mark != std::string_view::npos && uri[mark] == ':') {
        const std::string_view scheme = uri.substr(0, mark);
        const bool isScheme =
            !scheme.empty() && isLetter(scheme.front()) && std::ranges::all_of(scheme, isOfScheme);
        return isScheme ? UriKind::Other : UriKind::Malformed;
    }
    const bool isOther = uri.starts_with('/') || uri.find_first_of("?#") != std::string_view::npos;
    return isOther ? UriKind::Other : UriKind::Relative;
}

std::optional<gltf::UriData> readDataUri(std::string_view uri) {
    if (!startsWithIgnoringCase(uri, kDataScheme)) return std::nullopt;
    const std::size_t comma = uri.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const std::string_view type = uri.substr(kDataScheme.size(), comma - kDataScheme.size());
    const std::string_view name = type.substr(0, type.find(';'));
    if (!name.empty() && name.find('/') == std::string_view::npos) return std::nullopt;
    if (!isParameters(type.substr(name.size()))) return std::nullopt;
    auto data =
        type.ends_with(";base64") ? gltf::decodeDataUri(uri) : readPercentData(type, uri.substr(comma + 1));
    if (!data) return std::nullopt;
    data->mimeType = name.empty() ? "text/plain" : foldCase(name);
    return data;
}

}  // namespace rigkiln::gltf_validation
