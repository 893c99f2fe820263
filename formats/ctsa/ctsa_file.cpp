#include "formats/ctsa/ctsa_file.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "formats/ctsa/ctsa_layout.hpp"
#include "formats/ctsa/ctsa_name.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::ctsa {
namespace {

// The two highest bits of a prefix's first byte: number of prefix bytes that follow it.
constexpr unsigned kFollowingShift = 6;
constexpr std::uint8_t kHighBits = 0x3F;
constexpr std::uint8_t kLongestPrefix = 4;

struct NumberReader {
    ByteReader& reader;

    template <Scalar Number>
    void number(std::string_view field, Number& value) {
        value = reader.read<Number>(field);
    }
};

struct NumberWriter {
    ByteWriter& writer;

    template <Scalar Number>
    void number(std::string_view /*field*/, const Number& value) {
        writer.write(value);
    }
};

void readName(ByteReader& reader, CtsaFile& file) {
    const auto first = reader.read<std::uint8_t>("nameLength");
    const unsigned following = static_cast<unsigned>(first) >> kFollowingShift;
    std::size_t length = first & kHighBits;
    for (const std::byte octet : reader.take("nameLength", following))
        length = length << 8U | std::to_integer<std::size_t>(octet);
    const auto units = reader.readVector<char16_t>("name", length);
    file.prefixSize = static_cast<std::uint8_t>(1 + following);
    file.name.assign(units.begin(), units.end());
}

/// Result of reading the bytes behind the name in one byte order.
struct BodyReading {
    std::int32_t frameCount = 0;
    bool hasEmptyRow = false;             ///< the four floats are those of an animation without frames
    std::optional<std::size_t> trailing;  ///< bytes left behind the frames; nothing if these do not fit
};

constexpr float kEmptyRow = -1;

/// Tries one byte order without failing on a truncated row: readBody reports that.
BodyReading tryBody(std::span<const std::byte> bytes, std::size_t start, std::endian order) {
    FieldPath path;
    ByteReader reader(bytes, path, order);
    reader.take("name", start);
    BodyReading reading{.frameCount = reader.read<std::int32_t>("frameCount"), .trailing = {}};
    if (reader.left() < kRowSize) return reading;
    const auto row = reader.readArray<float, 4>("row");
    reading.hasEmptyRow = row == std::array<float, 4>{kEmptyRow, kEmptyRow, kEmptyRow, kEmptyRow};
    if (reading.frameCount < 0) return reading;
    const auto count = static_cast<std::size_t>(reading.frameCount);
    if (count <= reader.left() / kFrameSize) reading.trailing = reader.left() - count * kFrameSize;
    return reading;
}

/// Precondition: the frames fit in at least one of the orders.
std::endian betterOrder(const BodyReading& little, const BodyReading& big) {
    if (!big.trailing) return std::endian::little;
    if (!little.trailing) return std::endian::big;
    if (*little.trailing != *big.trailing)
        return *little.trailing < *big.trailing ? std::endian::little : std::endian::big;
    return big.hasEmptyRow ? std::endian::big : std::endian::little;
}

/// `head` is positioned behind the name.
std::endian findBodyOrder(std::span<const std::byte> bytes, const ByteReader& head) {
    const BodyReading little = tryBody(bytes, head.offset(), std::endian::little);
    const BodyReading big = tryBody(bytes, head.offset(), std::endian::big);
    if (little.trailing || big.trailing) return betterOrder(little, big);
    const std::size_t left = head.left() - sizeof(std::int32_t);
    if (left < kRowSize) return std::endian::little;  // readBody reports the truncated row
    head.fail("frameCount",
              fmt::format("{} read little-endian, {} read big-endian: 0 to {} frames of {} bytes "
                          "fit in the {} bytes left behind the row of {}",
                          little.frameCount, big.frameCount, (left - kRowSize) / kFrameSize, kFrameSize,
                          left - kRowSize, kRowSize));
}

/// findBodyOrder made sure that the frames fit. A truncated row fails here.
void readBody(ByteReader& reader, CtsaFile& file) {
    NumberReader numbers{reader};
    const auto count = static_cast<std::size_t>(reader.read<std::int32_t>("frameCount"));
    describeRow(numbers, file);
    file.frames.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto scope = reader.enter("frame", i);
        describeFrame(numbers, file.frames[i]);
    }
}

/// The format has no magic number, so a file of zeros reads as an animation without frames. Writers mark
/// these with -1 in the whole row and put nothing behind it.
void refuseBlank(const ByteReader& reader, const CtsaFile& file) {
    if (!file.frames.empty() || reader.left() == 0) return;
    const std::array row = {file.leftU, file.bottomV, file.topV, file.frameWidth};
    if (std::ranges::count(row, kEmptyRow) == std::ssize(row)) return;
    reader.fail("frameCount",
                fmt::format("0 frames, {} octets behind the row and ({} {} {} {}) in it, where animations "
                            "without frames have -1 four times: the content is lost, take a sound copy",
                            reader.left(), row[0], row[1], row[2], row[3]));
}

CtsaFile readFile(std::span<const std::byte> bytes, const CtsaDecodeOptions& options) {
    CtsaFile file;
    FieldPath path;
    ByteReader head(bytes, path, std::endian::big);
    readName(head, file);
    file.nameOrder = findNameOrder(file.name, options.baseName);
    if (file.nameOrder == std::endian::little) file.name = withOctetsSwapped(file.name);

    file.bodyOrder = findBodyOrder(bytes, head);
    ByteReader body(bytes, path, file.bodyOrder);
    body.take("name", head.offset());
    readBody(body, file);
    if (options.refusesTrailing) body.expectEnd("frames");
    refuseBlank(body, file);
    file.trailing = body.readBytes("trailing", body.left());
    return file;
}

void writeName(ByteWriter& writer, const CtsaFile& file) {
    if (file.prefixSize < 1 || file.prefixSize > kLongestPrefix) {
        throw EncodeError("nameLength",
                          fmt::format("{} octets, 1 to {} are possible", file.prefixSize, kLongestPrefix));
    }
    const std::size_t length = file.name.size();
    if (length > prefixCapacity(file.prefixSize)) {
        throw EncodeError("nameLength", fmt::format("{} code units, {} octets count at most {}", length,
                                                    file.prefixSize, prefixCapacity(file.prefixSize)));
    }
    const unsigned following = file.prefixSize - 1U;
    const std::size_t prefix = length | static_cast<std::size_t>(following)
                                            << (8 * following + kFollowingShift);
    for (unsigned octet = file.prefixSize; octet-- > 0;)
        writer.write(static_cast<std::uint8_t>(prefix >> (8 * octet) & 0xFF));
    writer.writeAll(std::span<const char16_t>(file.name));
}

void writeBody(ByteWriter& writer, const CtsaFile& file) {
    assert(file.frames.size() <= std::numeric_limits<std::int32_t>::max());
    NumberWriter numbers{writer};
    writer.write(static_cast<std::int32_t>(file.frames.size()));
    describeRow(numbers, file);
    for (const CtsaFrame& frame : file.frames)
        describeFrame(numbers, frame);
    writer.writeBytes(file.trailing);
}

}  // namespace

std::size_t prefixCapacity(std::uint8_t prefixSize) {
    return (std::size_t{1} << (8 * (prefixSize - 1U) + kFollowingShift)) - 1;
}

std::uint8_t shortestPrefix(std::size_t codeUnits) {
    std::uint8_t size = 1;
    while (size < kLongestPrefix && codeUnits > prefixCapacity(size))
        ++size;
    return size;
}

Result<CtsaFile> decodeCtsa(std::span<const std::byte> file, const CtsaDecodeOptions& options) {
    return guarded<CtsaFile>([&] { return readFile(file, options); });
}

Result<std::vector<std::byte>> encodeCtsa(const CtsaFile& file) {
    return guarded<std::vector<std::byte>>([&] {
        ByteWriter name(file.nameOrder);
        writeName(name, file);
        ByteWriter body(file.bodyOrder);
        body.reserve(sizeof(std::int32_t) + kRowSize + kFrameSize * file.frames.size() +
                     file.trailing.size());
        writeBody(body, file);
        name.writeBytes(std::move(body).finish());
        return std::move(name).finish();
    });
}

Result<std::vector<std::byte>> reencodeCtsa(std::span<const std::byte> file) {
    const Result<CtsaFile> decoded = decodeCtsa(file);
    if (!decoded) return decoded.error();
    return encodeCtsa(*decoded);
}

}  // namespace rigkiln::ctsa
