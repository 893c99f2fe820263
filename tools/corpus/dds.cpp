#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "pipeline/binary/byte_writer.hpp"
#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

void writeDdsHeader(ImageSize size, std::string_view coding, ByteWriter& dds) {
    const auto text = [&dds](std::string_view characters) {
        for (const char character : characters)
            dds.write(static_cast<std::uint8_t>(character));
    };
    const auto zeros = [&dds](std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            dds.write(std::uint32_t{0});
    };
    text("DDS ");
    for (const std::uint32_t word : {124U, 0x1007U, size.height, size.width, 0U, 0U, 1U})
        dds.write(word);
    zeros(11);
    dds.write(std::uint32_t{32});
    dds.write(std::uint32_t{4});
    text(coding);
    zeros(5);
    dds.write(std::uint32_t{0x1000});
    zeros(4);
}

std::vector<std::byte> makeDds(std::uint32_t size, Random& random) {
    constexpr std::uint32_t kSquares = 4;
    constexpr std::uint32_t kBlockSide = 4;
    std::array<std::uint16_t, 2> colors{};
    for (std::uint16_t& color : colors)
        color = static_cast<std::uint16_t>(random.below(0x10000));
    ByteWriter dds(std::endian::little);
    writeDdsHeader({.width = size, .height = size}, "DXT1", dds);
    for (std::uint32_t y = 0; y < size; y += kBlockSide) {
        for (std::uint32_t x = 0; x < size; x += kBlockSide) {
            const std::uint16_t color = colors.at((x * kSquares / size + y * kSquares / size) % 2);
            dds.write(color);
            dds.write(color);
            dds.write(std::uint32_t{0});  // all pixels have the first colour
        }
    }
    return std::move(dds).finish();
}

}  // namespace rigkiln::corpus
