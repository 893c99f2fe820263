#include "formats/swat3/field_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "formats/swat3/field_problem.hpp"

namespace rigkiln::swat3 {

namespace {

std::string toText(std::span<const std::byte> octets) {
    std::string text(octets.size(), '\0');
    std::ranges::transform(octets, text.begin(), [](std::byte octet) { return static_cast<char>(octet); });
    return text;
}

// Returns the next bytes without reading them; fewer at the end of the file.
std::span<const std::byte> peek(ByteReader ahead, std::size_t size) {
    return ahead.take("", std::min(size, ahead.left()));
}

}  // namespace

void FieldReader::magic(const Magic& magic, bool& repeatsTail) {
    constexpr std::string_view kField = "magic";
    const std::span<const std::byte> head = peek(reader_, reader_.left());
    if (!beginsWith(head, magic)) {
        reader_.fail(kField, fmt::format("this is {}, {} is expected", nameForeignFile(head), magic.title));
    }
    (void)reader_.take(kField, magic.octets.size());
    repeatsTail = std::ranges::equal(peek(reader_, kMagicTailSize), tailOf(magic));
    if (repeatsTail) (void)reader_.take(kField, kMagicTailSize);
}

void FieldReader::constant(std::string_view field, std::uint16_t value) {
    const std::size_t start = offset();
    const auto stored = reader_.read<std::uint16_t>(field);
    if (stored != value) failAt(start, field, fmt::format("0x{:04X}, 0x{:04X} is expected", stored, value));
}

void FieldReader::optionalConstant(std::string_view field, std::uint16_t value, bool& isThere) {
    ByteReader ahead = reader_;
    isThere = ahead.read<std::uint16_t>(field) == value;
    if (isThere) reader_ = ahead;
}

bool FieldReader::isNext(std::uint16_t value) const {
    ByteReader ahead = reader_;
    return ahead.left() >= sizeof(value) && ahead.read<std::uint16_t>("") == value;
}

void FieldReader::rotations(std::string_view field, std::span<Float4> values) {
    std::ranges::copy(reader_.readArrays<float, 4>(field, values.size()), values.begin());
}

void FieldReader::index(std::string_view field, std::uint16_t& value, std::size_t limit,
                        std::string_view what) {
    const std::size_t start = offset();
    value = reader_.read<std::uint16_t>(field);
    if (value >= limit) failAt(start, field, indexProblem(value, limit, what));
}

void FieldReader::text(std::string_view field, std::string& text) {
    const auto length = reader_.read<std::uint16_t>(field);
    text = toText(reader_.take(field, length));
}

void FieldReader::textureName(std::string_view field, std::string& name, std::uint8_t& countedNuls) {
    text(field, name);
    countedNuls = 0;
    while (countedNuls < kTextureNuls && name.ends_with('\0')) {
        name.pop_back();
        ++countedNuls;
    }
    const std::size_t start = offset();
    for (const std::byte octet : reader_.take(field, kTextureNuls - countedNuls)) {
        if (octet == std::byte{0}) continue;
        failAt(start, field,
               fmt::format("0x{:02X} stands behind the name, {} NUL are expected",
                           std::to_integer<unsigned>(octet), kTextureNuls - countedNuls));
    }
}

}  // namespace rigkiln::swat3
