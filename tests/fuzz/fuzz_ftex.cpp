#include <algorithm>
#include <memory>
#include <vector>

#include "formats/bfres/texture_folder.hpp"
#include "formats/bfres/textures/bntx.hpp"
#include "formats/bfres/textures/texture_file.hpp"
#include "tests/fuzz/fuzz_image.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace {

using namespace rigkiln;

/// Opens the file as a folder of textures: each member is readable or refused, and has the listed length.
void fuzzFolder(std::span<const std::byte> bytes) {
    constexpr std::size_t kMost = std::size_t{1} << 20U;
    const auto archive = bfres::kBfresTextures.container.open(
        std::make_shared<MemorySource>(SharedBytes(std::vector<std::byte>(bytes.begin(), bytes.end()))), {});
    if (!archive) return;
    const std::vector<ArchiveMember>& members = (*archive)->members();
    for (std::size_t i = 0; i < std::min<std::size_t>(members.size(), 8); ++i) {
        const auto member = (*archive)->read(i, kMost);
        if (!member) continue;
        if (member->size() != std::min<std::uint64_t>(members[i].sizeBytes, kMost)) std::abort();
        Diagnostics diagnostics;
        (void)bfres::kFtexFormat.read(*member, diagnostics);
    }
}

}  // namespace

FUZZ_TARGET(fuzz_ftex, bytes) {
    fuzzImage(bfres::kFtexFormat, bytes);
    fuzzFolder(bytes);
    (void)bfres::readBntxNames(bytes);
}
