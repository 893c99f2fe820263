#include "formats/bfres/file/bfres_dump.hpp"

#include <iterator>

#include <fmt/format.h>

#include "formats/bfres/file/bfres_file.hpp"
#include "formats/bfres/textures/bntx.hpp"

namespace rigkiln::bfres {

namespace {

void dumpBntx(const EmbeddedFile& embedded, std::string& text) {
    if (!isBntx(embedded.bytes)) return;
    const auto names = readBntxNames(embedded.bytes);
    if (!names) {
        fmt::format_to(std::back_inserter(text), "BNTX {}: {}\n", embedded.name, names.error().text());
        return;
    }
    for (const std::string& name : *names)
        fmt::format_to(std::back_inserter(text), "BNTX texture {}: not decoded\n", name);
}

}  // namespace

std::string dumpBfres(std::span<const std::byte> file) {
    std::string text;
    const FieldListener listener = [&text](std::size_t offset, const std::string& path,
                                           const std::string& value) {
        fmt::format_to(std::back_inserter(text), "0x{:08X}  {}: {}\n", offset, path, value);
    };
    const BfresFile model = decodeBfres(file, &listener);
    for (std::size_t i = 0; i < kGroupCount; ++i) {
        for (const std::string& name : model.unread[i])
            fmt::format_to(std::back_inserter(text), "{} {}: not read\n", groupTitle(static_cast<Group>(i)),
                           name);
    }
    for (const EmbeddedFile& embedded : model.embeddedFiles)
        dumpBntx(embedded, text);
    return text;
}

}  // namespace rigkiln::bfres
