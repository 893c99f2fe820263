#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/containers/zip.hpp"
#include "formats/image/png.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Small files that are made to take much memory. Each fails by itself, and the program stays within its
/// promise:
/// --memory, 10 % and 64 MB.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::size_t kMemory = std::size_t{64} << 20U;
constexpr std::size_t kPromised = kMemory + kMemory / 10 + 64'000'000;

/// Calls `write` in another process: the peak of a program is not below that of the process that starts it.
void writeElsewhere(const std::function<void()>& write) {
    const pid_t child = fork();
    if (child == 0) {
        write();
        _exit(0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
}

/// Returns the header of a chunk of Alamo files.
std::string chunkHeader(std::uint32_t id, std::uint32_t size, bool isContainer) {
    constexpr std::uint32_t kContainer = 0x80000000U;
    std::string header(8, '\0');
    const std::uint32_t sizeWord = size | (isContainer ? kContainer : 0U);
    std::memcpy(header.data(), &id, sizeof(id));
    std::memcpy(header.data() + sizeof(id), &sizeWord, sizeof(sizeWord));
    return header;
}

/// Returns a container of empty chunks.
std::string emptyChunks(std::uint32_t size) {
    return chunkHeader(0x200, size - 8, true) + std::string(size - 8, '\0');
}

std::string listOf(std::string_view element, std::size_t count) {
    std::string text;
    text.reserve((element.size() + 1) * count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) text += ',';
        text += element;
    }
    return '[' + text + ']';
}

std::string gltfWith(std::string_view name, std::string_view element, std::size_t count) {
    return fmt::format(R"({{"asset":{{"version":"2.0"}},"{}":{}}})", name, listOf(element, count));
}

/// Writes the glTF of a mesh of `vertices` vertices that `nodes` nodes show.
void writeInstances(const fs::path& folder, std::size_t nodes, std::size_t vertices) {
    const std::size_t bytes = vertices * 3 * sizeof(float);
    std::ofstream(folder / "b.bin", std::ios::binary) << std::string(bytes, '\0');
    std::string children = "0";
    for (std::size_t i = 1; i < nodes; ++i)
        children += fmt::format(",{}", i);
    std::ofstream(folder / "in.gltf") << fmt::format(
        R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":{},
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":{},"type":"VEC3","min":[0,0,0],"max":[0,0,0]}}],
"bufferViews":[{{"buffer":0,"byteLength":{}}}],"buffers":[{{"byteLength":{},"uri":"b.bin"}}]}})",
        children, listOf(R"({"mesh":0})", nodes), vertices, bytes, bytes);
}

/// Bits of a lossless WebP, the lowest of a byte first.
class BitWriter {
public:
    void put(std::uint32_t value, unsigned bits) {
        for (unsigned i = 0; i < bits; ++i) {
            if (count_ % 8 == 0) bytes_ += '\0';
            if ((value >> i & 1U) != 0) bytes_.back() = static_cast<char>(bytes_.back() | 1 << count_ % 8);
            ++count_;
        }
    }
    /// A code of one symbol, which takes no bits.
    void putEmptyCode() { put(1, 4); }
    /// A code of 256 symbols of eight bits each. `isLimited`: of more symbols, of which only these have one.
    void putFlatCode(bool isLimited) {
        constexpr std::uint32_t kLengths = 12;  // 17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8
        put(0, 1);
        put(kLengths - 4, 4);
        for (std::uint32_t i = 0; i < kLengths; ++i)
            put(i + 1 == kLengths ? 1 : 0, 3);
        put(isLimited ? 1 : 0, 1);
        if (!isLimited) return;
        put(3, 3);  // the next number has eight bits
        put(256 - 2, 8);
    }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
    std::size_t count_ = 0;
};

/// Returns a WebP of 1024 x 1024 black pixels in which each tile of 4 x 4 has codes of its own.
std::string webpOfManyTables() {
    constexpr std::uint32_t kSide = 1024;
    constexpr std::uint32_t kTables = 65536;
    BitWriter bits;
    bits.put(0x2F, 8);
    bits.put(kSide - 1, 14);
    bits.put(kSide - 1, 14);
    bits.put(0, 4);  // no alpha, version 0
    bits.put(0, 2);  // no transform, no colour cache
    bits.put(1, 4);  // codes by tiles of 4 x 4 pixels
    bits.put(
        0, 1);  // their numbers are a picture without a colour cache: the low byte is green, the high one red
    bits.putFlatCode(true);
    bits.putFlatCode(false);
    for (int code = 0; code < 3; ++code)
        bits.putEmptyCode();
    for (std::uint32_t table = 0; table < kTables; ++table) {
        // Codes begin with their highest bit.
        for (const unsigned first : {0U, 8U}) {
            for (unsigned bit = 8; bit-- > 0;)
                bits.put(table >> (first + bit) & 1U, 1);
        }
    }
    for (std::uint32_t code = 0; code < 5 * kTables; ++code)
        bits.putEmptyCode();
    bits.put(0, 64);
    std::string file = bits.bytes();
    if (file.size() % 2 != 0) file += '\0';
    const auto number = [](std::size_t value) {
        const auto word = static_cast<std::uint32_t>(value);
        std::string text(sizeof word, '\0');
        std::memcpy(text.data(), &word, sizeof word);
        return text;
    };
    file = "WEBPVP8L" + number(file.size()) + file;
    return "RIFF" + number(file.size()) + file;
}

class HostileFiles : public testing::Test {
protected:
    void write(const std::string& name, const std::function<std::string()>& content) const {
        const fs::path path = folder_.path() / name;
        fs::create_directories(path.parent_path());
        writeElsewhere([&] {
            const std::string bytes = content();
            std::ofstream(path, std::ios::binary)
                .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        });
    }

    /// Writes a zip with 200 MB of empty chunks.
    void writeZipOfChunks(const std::string& name) const {
        writeElsewhere([&] {
            const std::string chunks = emptyChunks(200'000'000);
            containers::ZipMember member{.name = "in.alo", .bytes = std::vector<std::byte>(chunks.size())};
            std::memcpy(member.bytes.data(), chunks.data(), chunks.size());
            const std::vector<std::byte> zip = containers::encodeZip({member});
            std::ofstream(folder_.path() / name, std::ios::binary)
                .write(reinterpret_cast<const char*>(zip.data()), static_cast<std::streamsize>(zip.size()));
        });
    }

    /// Converts a file in 64 MiB, which must keep the promise.
    [[nodiscard]] Finished convert(const std::string& input, const std::string& output,
                                   const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments = {input, "-o", output, "--memory", "64MiB", "--jobs", "2"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        Finished finished = convertIn(folder_, arguments);
#ifdef RIGKILN_CHARGES_MEMORY
        EXPECT_LE(finished.peakBytes, kPromised) << finished.text();
#endif
        RecordProperty("peak_KiB", static_cast<int>(finished.peakBytes >> 10U));
        return finished;
    }

    TemporaryFolder folder_;
};

// 1.14 GB before.
TEST_F(HostileFiles, OfEmptyAlamoChunks) {
    write("in.alo", [] { return emptyChunks(50'000'000); });
    const Finished finished = convert("in.alo", "out.glb");
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors + finished.output, HasSubstr("chunks: 6250000, at most 1000000 are read"));
}

// 3.4 GB before.
TEST_F(HostileFiles, OfEmptyAlamoChunksInAZip) {
    writeZipOfChunks("in.zip");
    Finished finished = convert("in.zip", "out");
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors + finished.output, HasSubstr("at most 1000 times as many are taken"));
    finished = convert("in.zip", "out", {"--archive-max-ratio", "2000"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
#ifdef RIGKILN_CHARGES_MEMORY
    EXPECT_THAT(finished.errors + finished.output, HasSubstr("of memory, --memory is 64.0 MiB; give more"));
#endif
}

/// Memory of a process and of all that it started: a page that several share counts once. 0 for those that
/// ended.
std::size_t memoryOfAll(pid_t process) {
    const std::string folder = fmt::format("/proc/{}", process);
    std::size_t kilobytes = 0;
    std::ifstream memory(folder + "/smaps_rollup");
    for (std::string word; memory >> word;) {
        if (word == "Pss:") memory >> kilobytes;
    }
    std::size_t bytes = kilobytes * 1024;
    std::ifstream children(fmt::format("{}/task/{}/children", folder, process));
    for (pid_t child = 0; children >> child;)
        bytes += memoryOfAll(child);
    return bytes;
}

/// Processes of their own share the memory of the run.
TEST_F(HostileFiles, AmongOthersInProcessesOfTheirOwn) {
    for (const char* name : {"art/a.alo", "art/b.alo", "art/c.alo"})
        write(name, [] { return emptyChunks(20'000'000); });
    writeZipOfChunks("art/d.zip");
    Program running({"convert", "art", "-o", "out", "--memory", "64MiB", "--jobs", "4", "--isolate",
                     "--archive-max-ratio", "2000"},
                    {.folder = folder_.path(), .environment = {}, .program = {}});
    std::size_t most = 0;
    std::size_t looks = 0;
    // A process that has ended stays until it is waited for, without memory.
    for (std::size_t now = 1; now > 0 || looks < 10; ++looks) {
        now = memoryOfAll(running.id());
        most = std::max(most, now);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    const Finished finished = running.wait();
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
#ifdef RIGKILN_CHARGES_MEMORY
    EXPECT_THAT(finished.errors + finished.output, HasSubstr("of memory, --memory is 64.0 MiB; give more"));
    EXPECT_LE(most, kPromised) << finished.text();
#endif
    EXPECT_GT(most, kMemory / 4);
    RecordProperty("peak_KiB", static_cast<int>(most >> 10U));
}

TEST_F(HostileFiles, OfEmptyMinisInAlamoChunks) {
    write("in.alo", [] {
        constexpr std::uint32_t kMinis = 20'000;
        const std::string data = chunkHeader(0x602, kMinis, false) + std::string(kMinis, '\x7F');
        std::string all;
        while (all.size() < 20'000'000)
            all += data;
        return emptyChunks(16) + chunkHeader(0x600, static_cast<std::uint32_t>(all.size()), true) + all;
    });
    EXPECT_EQ(convert("in.alo", "out.glb").exitCode, cli::kSomeFailed);
}

// 3.7 GB and 18 s before.
TEST_F(HostileFiles, OfEmptyElementsInGltf) {
    write("in.gltf", [] { return gltfWith("materials", "{}", 1'000'000); });
    const Finished finished = convert("in.gltf", "out.glb");
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors + finished.output,
                HasSubstr("materials has 1000000 elements, at most 100000 are read"));
}

#ifdef RIGKILN_CHARGES_MEMORY
TEST_F(HostileFiles, OfEmptyElementsInGltfWithinTheLimits) {
    for (const std::string name : {"materials", "meshes", "animations", "skins", "textures", "scenes",
                                   "images", "samplers", "cameras", "buffers"}) {
        write("in.gltf",
              [&] { return gltfWith(name, name == "skins" ? R"({"joints":[0]})" : "{}", 100'000); });
        EXPECT_NE(convert("in.gltf", "out.glb").exitCode, cli::kInternalError) << name;
    }
    for (const std::string name : {"nodes", "accessors", "bufferViews"}) {
        write("in.gltf", [&] { return gltfWith(name, "{}", 1'000'000); });
        EXPECT_EQ(convert("in.gltf", "out.glb").exitCode, cli::kSomeFailed) << name;
    }
}

TEST_F(HostileFiles, OfManyValuesInGltf) {
    write("in.gltf", [] { return gltfWith("extras", "[[],{}]", 3'000'000); });
    EXPECT_EQ(convert("in.gltf", "out.glb").exitCode, cli::kSomeFailed);
}
#endif

// 8.4 GB before.
TEST_F(HostileFiles, OfAMeshThatManyNodesShow) {
    writeElsewhere([&] { writeInstances(folder_.path(), 300, 300'000); });
    const Finished finished = convert("in.gltf", "out.gsm");
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors + finished.output,
                HasSubstr("30000000 triangles, a GSM holds 65535 at most"));
}

// 288 MB before. Models that show the picture fail, and the others are made.
TEST_F(HostileFiles, OfALargePictureInASmallFile) {
    writeArt(folder_.path() / "art", {.sets = 1});
    writeElsewhere([&] {
        Image image{.width = 8192, .height = 4096};
        image.pixels.resize(std::size_t{4} * image.width * image.height);
        const std::vector<std::byte> png = images::encodePng(std::move(image));
        for (const fs::directory_entry& entry : fs::directory_iterator(folder_.path() / "art/Textures")) {
            if (!entry.is_regular_file()) continue;
            std::ofstream(entry.path(), std::ios::binary)
                .write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
        }
    });
    const Finished finished = convert("art", "out", {"--max-texture-size", "512"});
#ifdef RIGKILN_CHARGES_MEMORY
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    EXPECT_THAT(finished.output + finished.errors, HasSubstr("[memory.too-little]"));
    EXPECT_FALSE(treeBelow(folder_.path() / "out").empty());
#endif
}

// Each of two threads would take 80 MB by malloc.
TEST_F(HostileFiles, OfANoisyPictureThatBecomesLossyWebp) {
    writeArt(folder_.path() / "art", {.sets = 1});
    writeElsewhere([&] {
        Image image{.width = 1600, .height = 1000};
        std::uint32_t noise = 1;
        for (std::size_t i = 0; i < std::size_t{4} * image.width * image.height; ++i) {
            noise = noise * 1664525U + 1013904223U;
            image.pixels.push_back(static_cast<std::uint8_t>(noise >> 24U));
        }
        const std::vector<std::byte> png = images::encodePng(std::move(image));
        for (const fs::directory_entry& entry : fs::directory_iterator(folder_.path() / "art/Textures")) {
            if (!entry.is_regular_file()) continue;
            std::ofstream(entry.path(), std::ios::binary)
                .write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
        }
    });
    const Finished finished = convert("art", "out", {"--texture-format", "webp", "--texture-quality", "90"});
#ifdef RIGKILN_CHARGES_MEMORY
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    EXPECT_THAT(finished.output + finished.errors, HasSubstr("[memory.too-little]"));
#endif
}

// libwebp takes 375 MB for these 300 KB.
TEST_F(HostileFiles, OfManyTablesInAWebp) {
    writeArt(folder_.path() / "art", {.sets = 1});
    const std::string webp = webpOfManyTables();
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_.path() / "art/Textures")) {
        if (entry.is_regular_file()) std::ofstream(entry.path(), std::ios::binary) << webp;
    }
    const Finished finished = convert("art", "out");
#ifdef RIGKILN_CHARGES_MEMORY
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    EXPECT_THAT(finished.output + finished.errors, HasSubstr("[memory.too-little]"));
    EXPECT_FALSE(treeBelow(folder_.path() / "out").empty());
#endif
    // The file is one that libwebp reads.
    EXPECT_EQ(convertIn(folder_, {"art", "-o", "all", "--jobs", "1"}).exitCode, cli::kDone);
}

TEST_F(HostileFiles, FailAloneAmongGoodOnes) {
    writeArt(folder_.path() / "art", {.sets = 2});
    const Finished good = convertIn(folder_, {"art", "-o", "good", "--jobs", "2"});
    EXPECT_EQ(good.exitCode, cli::kDone) << good.text();
    for (const int number : {1, 2, 3})
        write(fmt::format("art/HOSTILE{}/in.gltf", number), [] { return gltfWith("nodes", "{}", 500'000); });
    const Finished finished = convert("art", "out");
#ifdef RIGKILN_CHARGES_MEMORY
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    EXPECT_THAT(finished.errors + finished.output, HasSubstr("memory.too-little"));
    EXPECT_TRUE(differences(treeBelow(folder_.path() / "good"), treeBelow(folder_.path() / "out")).empty());
#endif
}

}  // namespace
}  // namespace rigkiln::test
