#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rigkiln::images {

/// Header fields of a DDS, for tests to break.
struct DdsFields {
    std::uint32_t width = 4;
    std::uint32_t height = 4;
    std::uint32_t formatFlags = 0x4;
    std::string_view fourCc = "DXT1";
    std::uint32_t bits = 0;
    std::array<std::uint32_t, 4> masks{};
    std::uint32_t caps2 = 0;
    std::uint32_t depth = 0;
    std::vector<std::uint32_t> dxgi{};  ///< the five fields of the extended header, if any
};

inline void appendWord(std::uint32_t word, std::vector<std::byte>& bytes) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::byte>(word >> shift & 0xFFU));
}

/// Encodes the header and appends the pixels.
inline std::vector<std::byte> makeDds(const DdsFields& fields, const std::vector<std::byte>& pixels) {
    std::vector<std::byte> file;
    for (const char character : std::string_view("DDS "))
        file.push_back(static_cast<std::byte>(character));
    for (const std::uint32_t word : {124U, 0x1007U, fields.height, fields.width, 0U, fields.depth, 1U})
        appendWord(word, file);
    file.resize(file.size() + 44);
    appendWord(32, file);
    appendWord(fields.formatFlags, file);
    for (std::size_t i = 0; i < 4; ++i)
        file.push_back(i < fields.fourCc.size() ? static_cast<std::byte>(fields.fourCc[i]) : std::byte{});
    appendWord(fields.bits, file);
    for (const std::uint32_t mask : fields.masks)
        appendWord(mask, file);
    for (const std::uint32_t word : {0x1000U, fields.caps2, 0U, 0U, 0U})
        appendWord(word, file);
    for (const std::uint32_t word : fields.dxgi)
        appendWord(word, file);
    file.insert(file.end(), pixels.begin(), pixels.end());
    return file;
}

}  // namespace rigkiln::images
