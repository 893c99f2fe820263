#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "tests/fuzz/mutators/alamo_chunks.hpp"
#include "tests/fuzz/mutators/archive_members.hpp"
#include "tests/fuzz/mutators/bfres_pointers.hpp"
#include "tests/fuzz/mutators/gltf_json.hpp"
#include "tests/fuzz/mutators/mutation.hpp"
#include "tests/fuzz/mutators/swat3_fields.hpp"

/// Writes many damaged files of every format that runs read, for tools/damage.
namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

/// Files that are larger are left out: how long one may take is promised for small ones.
constexpr std::size_t kMostBytes = std::size_t{64} << 10U;
/// Numbers of files in one folder: two of each kind, because each clip of a folder may be for each of its
/// models.
constexpr std::uint32_t kInOneFolder = 38;
/// Changes of one file. Few, so that decoders get deep.
constexpr std::size_t kMostChanges = 4;

/// One kind of file.
struct Kind {
    std::string_view seeds;      ///< folder of whole files
    std::string_view extension;  ///< empty: that of the seed
    Mutator mutator = nullptr;   ///< null: only bytes are changed
    bool isImage = false;        ///< reached through a glTF that shows it
};

constexpr std::array kKinds = {
    Kind{.seeds = "fuzz_alo", .extension = ".alo", .mutator = mutateAlamoChunks},
    Kind{.seeds = "fuzz_ala", .extension = ".ala", .mutator = mutateAlamoChunks},
    Kind{.seeds = "fuzz_gsm", .extension = ".gsm", .mutator = mutateGsmFields},
    Kind{.seeds = "fuzz_gsa", .extension = ".gsa", .mutator = mutateGsaFields},
    Kind{.seeds = "fuzz_bfres_switch", .extension = ".bfres", .mutator = mutateSwitchPointers},
    Kind{.seeds = "fuzz_bfres_wiiu", .extension = ".bfres", .mutator = mutateWiiUPointers},
    Kind{.seeds = "fuzz_ctsa", .extension = ".ctsa"},
    Kind{.seeds = "fuzz_gltf", .extension = "", .mutator = mutateGltfJson},
    Kind{.seeds = "fuzz_zip", .extension = ".zip", .mutator = mutateZipMembers},
    Kind{.seeds = "fuzz_meg", .extension = ".meg", .mutator = mutateMegMembers},
    Kind{.seeds = "fuzz_sarc", .extension = ".sarc", .mutator = mutateSarcMembers},
    Kind{.seeds = "fuzz_yaz0", .extension = ".szs"},
    Kind{.seeds = "fuzz_zstd", .extension = ".zs"},
    Kind{.seeds = "fuzz_dds", .extension = ".dds", .isImage = true},
    Kind{.seeds = "fuzz_tga", .extension = ".tga", .isImage = true},
    Kind{.seeds = "fuzz_png", .extension = ".png", .isImage = true},
    Kind{.seeds = "fuzz_jpeg", .extension = ".jpg", .isImage = true},
    Kind{.seeds = "fuzz_bmp", .extension = ".bmp", .isImage = true},
    Kind{.seeds = "fuzz_webp", .extension = ".webp", .isImage = true},
};

/// Random numbers of changeBytes, whose signature is given and has no room for them.
thread_local std::mt19937 byteChances;

/// Writes an odd number, repeats, removes or replaces bytes. A Mutation::ByteChange.
std::size_t changeBytes(std::uint8_t* data, std::size_t size, std::size_t capacity) {
    const auto below = [](std::size_t limit) { return limit == 0 ? 0 : byteChances() % limit; };
    if (size == 0) return 0;
    const std::size_t at = below(size);
    switch (below(5)) {
        case 0: {
            constexpr std::array<std::uint64_t, 8> kOdd = {
                0, 1, 0x7F, 0xFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, ~std::uint64_t{0}};
            const std::uint64_t number = kOdd[below(kOdd.size())];
            const std::size_t width = std::min<std::size_t>(std::size_t{1} << below(4), size - at);
            std::memcpy(data + at, &number, width);
            return size;
        }
        case 1: {
            const std::size_t count = std::min({size - at, capacity - size, 1 + below(32)});
            std::memmove(data + at + count, data + at, size - at);
            return size + count;
        }
        case 2: {
            const std::size_t count = std::min(size - at, 1 + below(32));
            std::memmove(data + at, data + at + count, size - at - count);
            return size - count;
        }
        case 3:
            return std::max<std::size_t>(at, 1);
        default:
            data[at] = static_cast<std::uint8_t>(byteChances());
            return size;
    }
}

Bytes contentOf(const fs::path& path) {
    Bytes content(fs::file_size(path));
    std::ifstream stream(path, std::ios::binary);
    stream.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(content.size()));
    if (!stream) throw std::runtime_error(fmt::format("{}: cannot be read", path.string()));
    return content;
}

void write(const fs::path& path, std::span<const std::byte> bytes) {
    std::ofstream stream(path, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!stream.flush()) throw std::runtime_error(fmt::format("{}: cannot be written", path.string()));
}

struct Seed {
    std::string extension{};
    Bytes bytes{};
};

std::vector<Seed> seedsOf(const Kind& kind, const fs::path& folder) {
    std::vector<fs::path> paths;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / kind.seeds))
        paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<Seed> seeds;
    for (const fs::path& path : paths) {
        Seed seed{.extension = std::string(kind.extension), .bytes = contentOf(path)};
        if (seed.extension.empty()) seed.extension = path.extension().string();
        if (!seed.bytes.empty() && seed.bytes.size() <= kMostBytes && !seed.extension.empty())
            seeds.push_back(std::move(seed));
    }
    if (seeds.empty()) throw std::runtime_error(fmt::format("{}: no files", (folder / kind.seeds).string()));
    return seeds;
}

/// Returns a glTF of one triangle that shows an image.
std::string gltfThatShows(const std::string& image) {
    return fmt::format(
        R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],)"
        R"("meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"material":0}}]}}],)"
        R"("materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}],)"
        R"("textures":[{{"source":0}}],"images":[{{"uri":"{}"}}],)"
        R"("accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}}],)"
        R"("bufferViews":[{{"buffer":0,"byteLength":36}}],"buffers":[{{"byteLength":36,"uri":)"
        R"("data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}}]}})",
        image);
}

/// Returns a damaged file, at most as large as they may be.
Bytes damaged(const Kind& kind, const Seed& seed, std::uint32_t number) {
    Mutation mutation(number, changeBytes);
    byteChances.seed(number);
    Bytes bytes = seed.bytes;
    const std::size_t changes = 1 + mutation.below(kMostChanges);
    for (std::size_t i = 0; i < changes; ++i) {
        std::optional<Bytes> changed;
        if (kind.mutator != nullptr && !mutation.oneIn(3)) changed = kind.mutator(bytes, mutation);
        if (changed && changed->size() <= kMostBytes) {
            bytes = std::move(*changed);
        } else {
            mutation.change(bytes);
        }
    }
    return bytes;
}

std::uint32_t numberOf(std::string_view word) {
    std::uint32_t number = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (problem != std::errc{} || end != word.data() + word.size())
        throw std::runtime_error(fmt::format("'{}' is no number", word));
    return number;
}

/// Writes `count` files from the number `first` on, one of each kind in turn.
void writeDamaged(const fs::path& seeds, const fs::path& folder, std::uint32_t first, std::uint32_t count) {
    std::vector<std::vector<Seed>> ofKinds;
    ofKinds.reserve(kKinds.size());
    for (const Kind& kind : kKinds)
        ofKinds.push_back(seedsOf(kind, seeds));
    for (std::uint32_t number = first; number < first + count; ++number) {
        const Kind& kind = kKinds[number % kKinds.size()];
        const std::vector<Seed>& known = ofKinds[number % kKinds.size()];
        const Seed& seed = known[number / kKinds.size() % known.size()];
        const fs::path there = folder / fmt::format("{}", number / kInOneFolder);
        fs::create_directories(there);
        const std::string name = fmt::format("{}{}", number, seed.extension);
        write(there / name, damaged(kind, seed, number));
        if (!kind.isImage) continue;
        const std::string gltf = gltfThatShows(name);
        write(there / fmt::format("{}.gltf", number), std::as_bytes(std::span(gltf)));
    }
}

}  // namespace
}  // namespace rigkiln

// Arguments: a folder of seeds (rigkiln-corpus --seeds), the folder to write to, the first number and how
// many.
int main(int count, char** words) {
    try {
        if (count != 5) throw std::runtime_error("give SEEDS FOLDER FIRST COUNT");
        const std::span<char*> all(words, 5);
        rigkiln::writeDamaged(all[1], all[2], rigkiln::numberOf(all[3]), rigkiln::numberOf(all[4]));
        return 0;
    } catch (const std::exception& problem) {
        std::fputs(fmt::format("rigkiln-damaged: {}\n", problem.what()).c_str(), stderr);
        return 2;
    }
}
