#include "tools/cli/image_reference.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "formats/registry.hpp"

namespace rigkiln::cli {
namespace {

/// The parts of an image format that are read, in the words of its users.
struct ImageRow {
    std::string_view id;
    std::string_view read;
    std::string_view refused;  ///< told with its name; empty: nothing is
};

constexpr std::array<ImageRow, 7> kRows = {{
    {"ftex", "textures in BFRES files of the Wii U", "textures of the Switch"},
    {"dds",
     "BC1 to BC5 (DXT1 to DXT5, ATI1, ATI2, RXGB), uncompressed by any masks with 8 to 32 bits, luminance, "
     "alpha, "
     "palettes; extended headers",
     "BC6H, BC7, signed BC4 and BC5, floating point"},
    {"png", "everything", ""},
    {"jpeg", "everything, up to 500 scans", ""},
    {"webp", "lossless and lossy, with and without alpha", "animations"},
    {"bmp",
     "headers of 12 to 124 bytes; 1, 2, 4, 8 bits with palettes, 16, 24, 32 with and without masks, RLE4 and "
     "RLE8",
     "JPEG and PNG inside, CMYK, OS/2 Huffman, RLE24"},
    {"tga",
     "true colour, grey and mapped, packed or not: 8 to 32 bits, grey with alpha, indices of 8 and 16 bits, "
     "all "
     "four origins",
     "Huffman-coded types, interleaved rows"},
}};

const ImageRow* rowOf(std::string_view id) {
    const auto* const found = std::ranges::find(kRows, id, &ImageRow::id);
    return found == kRows.end() ? nullptr : found;
}

}  // namespace

std::string imageReference() {
    std::string text = "| format | id | files | read | refused by name |\n| --- | --- | --- | --- | --- |\n";
    for (const ImageModule* module : allImageFormats().readers) {
        const ImageRow* row = rowOf(module->id);
        text += fmt::format("| {} | `{}` | `{}` | {} | {} |\n", module->title, module->id,
                            fmt::join(module->extensions, "`, `"), row == nullptr ? "" : row->read,
                            row == nullptr ? "" : row->refused);
    }
    return text;
}

std::vector<std::string_view> idsWithoutImageRow() {
    std::vector<std::string_view> ids;
    const auto readers = allImageFormats().readers;
    for (const ImageModule* module : readers) {
        if (rowOf(module->id) == nullptr) ids.push_back(module->id);
    }
    for (const ImageRow& row : kRows) {
        if (std::ranges::find(readers, row.id, &ImageModule::id) == readers.end()) ids.push_back(row.id);
    }
    return ids;
}

}  // namespace rigkiln::cli
