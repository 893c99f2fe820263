#include "tools/corpus/archives.hpp"

#include <bit>
#include <string>
#include <string_view>

#include "formats/containers/meg.hpp"
#include "formats/containers/sarc.hpp"
#include "formats/containers/yaz0.hpp"
#include "formats/containers/zip.hpp"
#include "formats/containers/zstd.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/sprites.hpp"

namespace rigkiln::corpus {
namespace {

using namespace containers;

std::vector<std::byte> makeMeg(std::uint64_t seed) {
    std::vector<MegMember> members;
    for (const std::vector<ArtFile>& files : {makeArtFiles(seed, 0), makeTextures(seed)}) {
        for (const ArtFile& file : files)
            members.push_back({.name = "DATA/ART/" + file.path, .bytes = file.bytes});
    }
    return encodeMeg(members, MegVersion::One);
}

/// Yaz0(SARC(Yaz0 members, SARC inside)).
std::vector<std::byte> makeNested(std::uint64_t seed) {
    std::vector<SarcMember> outer;
    std::vector<SarcMember> inner;
    for (const ArtFile& file : makeArtFiles(seed, 0)) {
        const std::string name = file.path.substr(file.path.rfind('/') + 1);
        if (name.starts_with("WALKER"))
            outer.push_back({.name = "Model/" + name, .bytes = encodeYaz0(file.bytes)});
        if (name.starts_with("SERPENT")) inner.push_back({.name = name, .bytes = file.bytes});
    }
    outer.push_back(
        {.name = "Pack/Serpent.sarc", .bytes = encodeYaz0(encodeSarc(inner, std::endian::little))});
    return encodeYaz0(encodeSarc(outer, std::endian::big), 0x2000);
}

std::vector<std::byte> makeZip(std::uint64_t seed) {
    std::vector<ZipMember> members;
    for (const ArtFile& file : makeSpriteFiles(seed))
        members.push_back({.name = file.path, .bytes = file.bytes});
    return encodeZip(members);
}

std::vector<std::byte> shortText(std::string_view text, std::size_t times) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < times; ++i) {
        for (const char character : text)
            bytes.push_back(static_cast<std::byte>(character));
    }
    return bytes;
}

}  // namespace

std::vector<ArtFile> makeArchiveFiles(std::uint64_t seed) {
    return {{"Archives/Art.meg", makeMeg(seed)},
            {"Archives/Nested.szs", makeNested(seed)},
            {"Archives/Sprites.res", makeZip(seed)}};
}

std::vector<ArtFile> makeArchiveSeeds() {
    const std::vector<std::byte> text = shortText("over and over, ", 20);
    const std::vector<std::byte> run = shortText("a", 300);
    std::vector<ArtFile> seeds = {
        {"fuzz_yaz0/text", encodeYaz0(text)},
        {"fuzz_yaz0/run", encodeYaz0(run)},
        {"fuzz_yaz0/empty", encodeYaz0({})},
        {"fuzz_zstd/text", encodeZstd(text)},
        {"fuzz_zstd/run", encodeZstd(run)},
        {"fuzz_zip/two",
         encodeZip({{.name = "a/text", .bytes = text}, {.name = "run", .bytes = run, .isPacked = false}})},
        {"fuzz_zip/empty", encodeZip({})}};
    const std::vector<SarcMember> members = {{.name = "a/text", .bytes = text},
                                             {.name = "", .bytes = run, .hash = 9}};
    seeds.push_back({"fuzz_sarc/big", encodeSarc(members, std::endian::big)});
    seeds.push_back({"fuzz_sarc/little", encodeSarc(members, std::endian::little)});
    for (const MegVersion version : {MegVersion::One, MegVersion::Two, MegVersion::Three}) {
        seeds.push_back(
            {"fuzz_meg/version" + std::to_string(static_cast<int>(version)),
             encodeMeg({{.name = "A/TEXT", .bytes = text}, {.name = "RUN", .bytes = run}}, version)});
    }
    return seeds;
}

}  // namespace rigkiln::corpus
