#include "formats/bfres/bfres_dump.hpp"

#include <iterator>

#include <fmt/format.h>

#include "formats/bfres/bfres_file.hpp"

namespace rigkiln::bfres {

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
    return text;
}

}  // namespace rigkiln::bfres
