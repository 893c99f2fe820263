#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/clip.hpp"

namespace rigkiln::corpus {
namespace {

using Bytes = std::vector<std::byte>;

// Offsets in a model, which always begins with: 200 header, 201 header, bone count.
constexpr std::size_t kSizeOfFirstChunk = 4;
constexpr std::size_t kBoneCount = 16;
// Offsets in a clip, which always begins with: 1000 header, 1001 header, mini 1 header, frame count.
constexpr std::size_t kFrameCount = 18;
constexpr std::size_t kFramesPerSecond = 24;

Bytes patched(const Bytes& bytes, std::size_t offset, std::uint32_t value) {
    const auto word = std::bit_cast<std::array<std::byte, 4>>(value);
    Bytes result = bytes;
    for (std::size_t i = 0; i < word.size(); ++i) {
        result[offset + i] = word[std::endian::native == std::endian::little ? i : word.size() - 1 - i];
    }
    return result;
}

Bytes firstPart(const Bytes& bytes, std::size_t size) {
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)};
}

Bytes nestedContainers(std::size_t depth) {
    ByteWriter writer;
    for (std::size_t i = depth; i > 0; --i) {
        writer.write(std::uint32_t{0x200});
        writer.write(0x8000'0000U | static_cast<std::uint32_t>((i - 1) * 8));
    }
    return std::move(writer).finish();
}

Bytes textFile() {
    ByteWriter writer;
    writer.writeText("<html><body>404 not found</body></html>\n");
    return std::move(writer).finish();
}

/// Adds models that can be encoded but break a law of decoded files.
void addLawBreakers(std::vector<ArtFile>& files) {
    const auto add = [&](const char* name, const alamo::AloFile& file) {
        files.push_back({fmt::format("Damaged/{}.ALO", name), alamo::encodeAlo(file)});
    };
    const alamo::AloFile tiny = makeTinyModel().file;
    alamo::AloFile file = tiny;
    file.bones[1].parent = 1;
    add("BONE_IS_ITS_PARENT", file);
    file = tiny;
    std::get<alamo::AloMesh>(file.objects[1]).subMeshes[0].indices[2] = 3;
    add("INDEX_PAST_VERTICES", file);
    file = tiny;
    std::get<alamo::AloMesh>(file.objects[3]).subMeshes[0].boneMap = {0, 99};
    add("BONE_MAP_PAST_BONES", file);
    file = tiny;
    file.connections[0].object = 77;
    add("CONNECTION_PAST_OBJECTS", file);
    file = tiny;
    file.proxies[0].bone = 1000;
    add("PROXY_PAST_BONES", file);
}

}  // namespace

std::vector<ArtFile> makeDamagedFiles(std::uint64_t seed) {
    Random random(seed);
    const Model trooper = makeTrooper(random);
    const Bytes model = alamo::encodeAlo(trooper.file);
    const Bytes clip = alamo::encodeAla(makeClip(trooper.skeleton, walk, {}, random));
    std::vector<ArtFile> files = {
        {"Damaged/CUT_IN_HALF.ALO", firstPart(model, model.size() / 2)},
        {"Damaged/CUT_IN_HEADER.ALO", firstPart(model, 6)},
        {"Damaged/HUGE_BONE_COUNT.ALO", patched(model, kBoneCount, 0xFFFF'FFFFU)},
        {"Damaged/HUGE_CHUNK.ALO", patched(model, kSizeOfFirstChunk, 0xFFFF'FFF0U)},
        {"Damaged/NESTED_DEEPLY.ALO", nestedContainers(20000)},
        {"Damaged/WEB_PAGE.ALO", textFile()},
        {"Damaged/ALL_ZERO.ALO", Bytes(4096)},
        {"Damaged/CUT_SHORT.ALA", firstPart(clip, clip.size() / 2)},
        {"Damaged/HUGE_FRAME_COUNT.ALA", patched(clip, kFrameCount, 0x7FFF'FFFFU)},
        {"Damaged/NO_FRAMES.ALA", patched(clip, kFrameCount, 0)},
        {"Damaged/NAN_FRAMES_PER_SECOND.ALA", patched(clip, kFramesPerSecond, 0x7FC0'0000U)},
        {"Damaged/WEB_PAGE.ALA", textFile()},
        {"Damaged/EMPTY.ALO", {}},
        {"Damaged/EMPTY.ALA", {}},
    };
    addLawBreakers(files);
    return files;
}

std::vector<ArtFile> makeSeeds() {
    Random random(1);
    const Model tiny = makeTinyModel();
    const auto clip = [&](const Motion& motion, const ClipOptions& options) {
        return alamo::encodeAla(makeClip(tiny.skeleton, motion, options, random));
    };
    const Motion everything = [](Moves& moves, double seconds) {
        moves[1] = {.turn = swing(90 * seconds),
                    .shift = {seconds, 0, 0},
                    .scale = {1 + seconds, 1, 1},
                    .visible = seconds < 0.05};
    };
    const Motion nothing = [](Moves&, double) {};
    using alamo::AlaVersion;
    return {
        {"fuzz_alo/tiny", alamo::encodeAlo(tiny.file)},
        {"fuzz_alo/root_only", alamo::encodeAlo(makeRootOnlyModel().file)},
        {"fuzz_alo/particles", {std::byte{0}, std::byte{9}, {}, {}, {}, {}, {}, std::byte{0x80}}},
        {"fuzz_ala/v1", clip(everything, {.version = AlaVersion::V1, .frameCount = 3, .marksSteps = true})},
        {"fuzz_ala/v2", clip(everything, {.version = AlaVersion::V2, .frameCount = 3})},
        {"fuzz_ala/v1_still", clip(nothing, {.version = AlaVersion::V1, .frameCount = 1})},
        {"fuzz_ala/v2_still", clip(nothing, {.version = AlaVersion::V2, .frameCount = 1})},
    };
}

}  // namespace rigkiln::corpus
