#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "formats/bfres/base/bfres_reader.hpp"

namespace rigkiln::bfres {

/// Reads the fields of one struct in file order. Functions `describe...(codec, record)` list the fields once
/// for both directions; the codec for writing is RecordWriter.
class RecordReader {
public:
    RecordReader(BfresReader& file, ByteReader& in) : file_(file), in_(in) {}

    [[nodiscard]] const Layout& layout() const { return file_.layout(); }

    template <Scalar Number>
    void field(std::string_view name, Number& number) {
        const std::size_t offset = in_.offset();
        number = in_.template read<Number>(name);
        if (file_.isListening()) file_.note(offset, name, fmt::to_string(number));
    }
    template <Scalar Number, std::size_t count>
    void field(std::string_view name, std::array<Number, count>& numbers) {
        const std::size_t offset = in_.offset();
        numbers = in_.template readArray<Number, count>(name);
        if (file_.isListening()) file_.note(offset, name, fmt::format("({})", fmt::join(numbers, ", ")));
    }
    /// A number that is little-endian on both consoles.
    void littleEndian(std::string_view name, std::uint32_t& number) {
        const std::size_t offset = in_.offset();
        const auto bytes = in_.readArray<std::uint8_t, 4>(name);
        number = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            number |= std::uint32_t{bytes[i]} << (8 * i);
        if (file_.isListening()) file_.note(offset, name, fmt::to_string(number));
    }
    void place(std::string_view name, Place& place) { place = file_.readPlace(in_, name); }
    void text(std::string_view name, std::string& text) { text = file_.readText(in_, name); }
    void pad(std::size_t size) { in_.take("padding", size); }
    void magic(std::string_view expected) {
        const std::size_t offset = in_.offset();
        const std::span<const std::byte> bytes = in_.take("magic", expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            if (static_cast<char>(bytes[i]) == expected[i]) continue;
            in_.failAt(offset, "magic", fmt::format("'{}' is expected", expected));
        }
        if (file_.isListening()) file_.note(offset, "magic", std::string(expected));
    }

private:
    BfresReader& file_;
    ByteReader& in_;
};

/// Fields behind the magic number of a Switch section: block sizes (12 bytes), or one word of flags. The Wii
/// U has neither.
template <class Codec, class Flags>
void describeSectionStart(Codec& codec, std::string_view magic, Flags& switchFlags) {
    codec.magic(magic);
    if (!codec.layout().isSwitch()) return;
    constexpr std::size_t kBlockSizes = 12;
    if (codec.layout().isAtLeast(version::kShortHeaders)) {
        codec.field("flags", switchFlags);
    } else {
        codec.pad(kBlockSizes);
    }
}

}  // namespace rigkiln::bfres
