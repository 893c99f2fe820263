#include "formats/bfres/textures/bntx.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::bfres {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kBntxMagic = "BNTX\0\0\0\0"sv;
constexpr std::string_view kListMagic = "NX  ";
constexpr std::string_view kTextureMagic = "BRTI";
constexpr std::size_t kOrderAt = 0x0C;
constexpr std::size_t kListAt = 0x20;
constexpr std::size_t kNameAt = 0x60;  // in a texture
constexpr std::uint16_t kBntxOrderMark = 0xFEFF;

bool startsWithMagic(std::span<const std::byte> bytes, std::string_view text) {
    return bytes.size() >= text.size() &&
           std::ranges::equal(bytes.first(text.size()), std::as_bytes(std::span(text)));
}

/// Reads the names. Offsets are from the start of the file; several may point to the same name.
class NameReader {
public:
    explicit NameReader(std::span<const std::byte> file) : whole_(file, path_), budget_(file.size()) {}

    std::vector<std::string> read() {
        expect(whole_, kBntxMagic);
        ByteReader order = at(kOrderAt);
        if (const auto mark = order.read<std::uint16_t>("byteOrder"); mark != kBntxOrderMark)
            whole_.failAt(kOrderAt, "byteOrder",
                          fmt::format("0x{:04X}, 0x{:04X} is expected", mark, kBntxOrderMark));
        ByteReader list = at(kListAt);
        expect(list, kListMagic);
        list.take("magic", kListMagic.size());
        const auto count = list.read<std::uint32_t>("textureCount");
        ByteReader textures = at(list.read<std::uint64_t>("textures"));
        textures.checkedCount("textures", count, sizeof(std::uint64_t));
        std::vector<std::string> names;
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto scope = whole_.enter("texture", i);
            names.push_back(readName(textures.read<std::uint64_t>("offset")));
        }
        return names;
    }

private:
    [[nodiscard]] ByteReader at(std::uint64_t offset) {
        ByteReader reader = whole_;
        reader.take("offset", static_cast<std::size_t>(offset));
        return reader;
    }

    void expect(ByteReader reader, std::string_view magic) const {
        const std::size_t offset = reader.offset();
        if (!startsWithMagic(reader.take("magic", magic.size()), magic))
            reader.failAt(offset, "magic", fmt::format("'{}' is expected", magic.substr(0, 4)));
    }

    std::string readName(std::uint64_t texture) {
        ByteReader in = at(texture);
        expect(in, kTextureMagic);
        in.take("header", kNameAt);
        ByteReader text = at(in.read<std::uint64_t>("name"));
        const auto size = text.read<std::uint16_t>("name");
        const std::span<const std::byte> bytes = text.take("name", size);
        if (size > budget_)
            text.fail("name", "names longer than the file: too many offsets share their bytes");
        budget_ -= size;
        // Text bytes are viewed as char.
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

    FieldPath path_;
    ByteReader whole_;
    std::size_t budget_;  ///< bytes of names that may still be read
};

}  // namespace

bool isBntx(std::span<const std::byte> head) {
    return startsWithMagic(head, kBntxMagic);
}

Result<std::vector<std::string>> readBntxNames(std::span<const std::byte> file) {
    return guarded<std::vector<std::string>>([&] { return NameReader(file).read(); });
}

}  // namespace rigkiln::bfres
