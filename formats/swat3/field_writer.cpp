#include "formats/swat3/field_writer.hpp"

#include <limits>

#include <fmt/format.h>

#include "formats/swat3/field_problem.hpp"

namespace rigkiln::swat3 {

void FieldWriter::magic(const Magic& magic, bool repeatsTail) {
    writer_.writeBytes(octetsOf(magic));
    if (repeatsTail) writer_.writeBytes(tailOf(magic));
}

void FieldWriter::constant(std::string_view /*field*/, std::uint16_t value) {
    writer_.write(value);
}

void FieldWriter::optionalConstant(std::string_view /*field*/, std::uint16_t value, bool isThere) {
    if (isThere) writer_.write(value);
}

void FieldWriter::rotations(std::string_view /*field*/, std::span<const Float4> values) {
    writer_.writeArrays(values);
}

void FieldWriter::index(std::string_view field, std::uint16_t value, std::size_t limit,
                        std::string_view what) {
    if (value >= limit) fail(field, indexProblem(value, limit, what));
    writer_.write(value);
}

void FieldWriter::text(std::string_view field, std::string_view text) {
    writer_.write(checked(field, text.size(), "octets"));
    writer_.writeText(text);
}

void FieldWriter::textureName(std::string_view field, std::string_view name, std::uint8_t countedNuls) {
    if (countedNuls > kTextureNuls) {
        fail("countedNuls", fmt::format("{}, at most {} are counted", countedNuls, kTextureNuls));
    }
    if (countedNuls < kTextureNuls && name.ends_with('\0')) {
        fail(field, fmt::format("ends with a NUL, which only a length that counts all {} NULs can tell apart",
                                kTextureNuls));
    }
    writer_.write(checked(field, name.size() + countedNuls, "octets"));
    writer_.writeText(name);
    writer_.writeText(std::string_view("\0\0", kTextureNuls));
}

void FieldWriter::fail(std::string_view field, const std::string& problem) const {
    throw EncodeError(path_.text(field), problem);
}

std::uint16_t FieldWriter::checked(std::string_view field, std::size_t number, std::string_view unit) const {
    constexpr std::size_t kLimit = std::numeric_limits<std::uint16_t>::max();
    if (number > kLimit) fail(field, fmt::format("{} {}, at most {} fit", number, unit, kLimit));
    return static_cast<std::uint16_t>(number);
}

}  // namespace rigkiln::swat3
