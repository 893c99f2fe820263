#pragma once

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/format_error_text.hpp"

/// Builds and changes bytes by hand.
namespace rigkiln::bfres {

using Bytes = std::vector<std::byte>;

/// Parses bytes in hexadecimal with white space between them, for example "00 10 ff".
inline Bytes fromHex(std::string_view text) {
    std::string digits;
    for (const char character : text) {
        if (std::isspace(static_cast<unsigned char>(character)) == 0) digits += character;
    }
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoul(digits.substr(i, 2), nullptr, 16)));
    return bytes;
}

inline Bytes randomBytes(std::size_t size, unsigned seed) {
    std::mt19937 random(seed);
    Bytes bytes(size);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random());
    return bytes;
}

inline void overwrite(Bytes& file, std::size_t offset, std::string_view hex) {
    for (const std::byte byte : fromHex(hex))
        file.at(offset++) = byte;
}

/// Offset of the first occurrence of the text; the size of the file, which no test expects, when there is
/// none.
inline std::size_t find(std::span<const std::byte> file, std::string_view text) {
    const std::string_view all(reinterpret_cast<const char*>(file.data()), file.size());
    const std::size_t at = all.find(text);
    return at == std::string_view::npos ? file.size() : at;
}

}  // namespace rigkiln::bfres
