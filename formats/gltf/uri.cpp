#include "formats/gltf/uri.hpp"

#include <cstdint>

namespace rigkiln::gltf {
namespace {

constexpr std::string_view kScheme = "data:";
constexpr std::string_view kBase64 = ";base64";

std::optional<std::uint32_t> sextet(char character) {
    const auto code = static_cast<unsigned char>(character);
    if (character >= 'A' && character <= 'Z') return code - 'A';
    if (character >= 'a' && character <= 'z') return code - 'a' + 26U;
    if (character >= '0' && character <= '9') return code - '0' + 52U;
    if (character == '+' || character == '-') return 62;
    if (character == '/' || character == '_') return 63;
    return std::nullopt;
}

std::optional<std::vector<std::byte>> decodeBase64(std::string_view text) {
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding)
        text.remove_suffix(1);
    if (text.size() % 4 == 1) return std::nullopt;
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char character : text) {
        const auto value = sextet(character);
        if (!value) return std::nullopt;
        bits = bits << 6U | *value;
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes.push_back(static_cast<std::byte>(bits >> count & 0xFFU));
        }
    }
    return bytes;
}

std::optional<unsigned> hexDigit(char character) {
    const auto code = static_cast<unsigned char>(character);
    if (character >= '0' && character <= '9') return code - '0';
    if (character >= 'a' && character <= 'f') return code - 'a' + 10U;
    if (character >= 'A' && character <= 'F') return code - 'A' + 10U;
    return std::nullopt;
}

}  // namespace

bool isDataUri(std::string_view uri) {
    return uri.starts_with(kScheme);
}

std::optional<UriData> decodeDataUri(std::string_view uri) {
    const std::size_t comma = uri.find(',');
    if (!isDataUri(uri) || comma == std::string_view::npos) return std::nullopt;
    std::string_view type = uri.substr(kScheme.size(), comma - kScheme.size());
    if (!type.ends_with(kBase64)) return std::nullopt;
    type.remove_suffix(kBase64.size());
    auto bytes = decodeBase64(uri.substr(comma + 1));
    if (!bytes) return std::nullopt;
    return UriData{std::string(type.substr(0, type.find(';'))), std::move(*bytes)};
}

std::optional<std::string> decodePercent(std::string_view uri) {
    std::string path;
    path.reserve(uri.size());
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] != '%') {
            path += uri[i];
            continue;
        }
        const auto high = uri.size() - i > 2 ? hexDigit(uri[i + 1]) : std::nullopt;
        const auto low = high ? hexDigit(uri[i + 2]) : std::nullopt;
        if (!low) return std::nullopt;
        path += static_cast<char>(*high << 4U | *low);
        i += 2;
    }
    return path;
}

}  // namespace rigkiln::gltf
