#include "pipeline/base/hex_text.hpp"

namespace rigkiln {
namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

}  // namespace

std::string toHex(std::string_view bytes) {
    std::string hex;
    hex.reserve(bytes.size() * 2);
    for (const char character : bytes) {
        const auto byte = static_cast<unsigned char>(character);
        hex += kHexDigits[byte / 16U];
        hex += kHexDigits[byte % 16U];
    }
    return hex;
}

std::optional<std::string> fromHex(std::string_view hex) {
    if (hex.size() % 2 != 0 || hex.find_first_not_of(kHexDigits) != std::string_view::npos) return {};
    std::string bytes;
    bytes.reserve(hex.size() / 2);
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes += static_cast<char>(kHexDigits.find(hex[i]) * 16 + kHexDigits.find(hex[i + 1]));
    return bytes;
}

}  // namespace rigkiln
