#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/alamo/chunk.hpp"
#include "formats/bfres/base/bfres_layout.hpp"
#include "formats/containers/meg.hpp"
#include "formats/containers/sarc.hpp"
#include "formats/containers/zip.hpp"
#include "formats/gltf/glb.hpp"
#include "formats/swat3/gsa_attempt.hpp"
#include "formats/swat3/gsm_attempt.hpp"
#include "tests/fuzz/mutators/alamo_chunks.hpp"
#include "tests/fuzz/mutators/archive_members.hpp"
#include "tests/fuzz/mutators/bfres_pointers.hpp"
#include "tests/fuzz/mutators/gltf_json.hpp"
#include "tests/fuzz/mutators/swat3_fields.hpp"
#include "tests/fuzz/mutators/yaml_blocks.hpp"
#include "tools/corpus/archives.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/bfres.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::test {
namespace {

using testing::Ge;
using Bytes = std::vector<std::byte>;

/// Stands for the fuzzer: changes one octet, or adds one.
std::size_t changeAnOctet(std::uint8_t* data, std::size_t size, std::size_t capacity) {
    if (size == 0 || (size < capacity && data[0] % 2 == 0)) {
        data[size] = 'x';
        return size + 1;
    }
    data[size / 2] ^= 1U;
    return size;
}

std::vector<Bytes> seedsOf(const std::vector<corpus::ArtFile>& files, std::string_view target) {
    std::vector<Bytes> seeds;
    for (const corpus::ArtFile& file : files) {
        if (file.path.starts_with(std::string(target) + "/")) seeds.push_back(file.bytes);
    }
    return seeds;
}

Bytes bytesOf(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

Bytes contentOf(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return bytesOf(std::string(std::istreambuf_iterator<char>(stream), {}));
}

bool isOfChunks(std::span<const std::byte> bytes) {
    while (bytes.size() >= 8) {
        std::uint32_t size = 0;
        for (std::size_t i = 0; i < 4; ++i)
            size |= std::to_integer<std::uint32_t>(bytes[4 + i]) << (8 * i);
        size &= ~alamo::kContainerFlag;
        if (size > bytes.size() - 8) return false;
        bytes = bytes.subspan(8 + size);
    }
    return bytes.empty();
}

bool isGsm(std::span<const std::byte> bytes) {
    return swat3::attemptGsm(bytes).isWhole();
}
bool isGsa(std::span<const std::byte> bytes) {
    return !swat3::attemptGsa(bytes).error;
}

bool isGltf(std::span<const std::byte> bytes) {
    return nlohmann::json::accept(gltf::splitContainer(bytes).json);
}

bool isBfres(std::span<const std::byte> bytes) {
    (void)bfres::readLayout(bytes);  // throws
    return true;
}

template <const ContainerModule& module>
bool isArchive(std::span<const std::byte> bytes) {
    const auto source = std::make_shared<MemorySource>(SharedBytes(Bytes(bytes.begin(), bytes.end())));
    return module.open(source, {.maximumBytes = 1U << 20U}).hasValue();
}

bool isAnything(std::span<const std::byte> /*bytes*/) {
    return true;
}

/// How often a result still has its structure, of a hundred; others break a law that a decoder looks at, such
/// as a reference.
struct MutatorCase {
    std::string name;
    Mutator mutator;
    std::vector<Bytes> seeds;
    bool (*hasStructure)(std::span<const std::byte>);
    std::size_t mostOf;
};

std::vector<MutatorCase> allCases() {
    const std::string regressions = std::string(RIGKILN_SOURCE_FOLDER) + "/tests/fuzz/regressions/";
    const auto alamo = corpus::makeSeeds();
    const auto archives = corpus::makeArchiveSeeds();
    const auto bfres = corpus::makeBfresSeeds();
    const auto swat3 = corpus::makeSwat3Seeds();
    return {
        {"Alo", mutateAlamoChunks, seedsOf(alamo, "fuzz_alo"), isOfChunks, 100},
        {"Ala", mutateAlamoChunks, seedsOf(alamo, "fuzz_ala"), isOfChunks, 100},
        {"Gsm", mutateGsmFields, seedsOf(swat3, "fuzz_gsm"), isGsm, 30},
        {"Gsa", mutateGsaFields, seedsOf(swat3, "fuzz_gsa"), isGsa, 60},
        {"Gltf",
         mutateGltfJson,
         {contentOf(regressions + "fuzz_gltf/everything.glb"),
          contentOf(regressions + "fuzz_gltf/everything.gltf")},
         isGltf,
         100},
        {"Switch", mutateSwitchPointers, seedsOf(bfres, "fuzz_bfres_switch"), isBfres, 90},
        {"WiiU", mutateWiiUPointers, seedsOf(bfres, "fuzz_bfres_wiiu"), isBfres, 90},
        {"Yaml",
         mutateYamlBlocks,
         {contentOf(std::string(RIGKILN_SOURCE_FOLDER) + "/configs/everything.yaml")},
         isAnything,
         100},
        {"Zip",
         mutateZipMembers,
         {seedsOf(archives, "fuzz_zip").front()},
         isArchive<containers::kZipContainer>,
         60},
        {"Meg", mutateMegMembers, seedsOf(archives, "fuzz_meg"), isArchive<containers::kMegContainer>, 60},
        {"Sarc", mutateSarcMembers, seedsOf(archives, "fuzz_sarc"), isArchive<containers::kSarcContainer>,
         60},
    };
}

class Mutators : public testing::TestWithParam<std::size_t> {
protected:
    MutatorCase case_ = allCases()[GetParam()];
};

TEST_P(Mutators, GiveManyFilesThatKeepTheirStructure) {
    ASSERT_FALSE(case_.seeds.empty());
    constexpr std::size_t kRounds = 400;
    std::size_t made = 0, whole = 0;
    std::set<Bytes> distinct;
    for (std::uint32_t round = 0; round < kRounds; ++round) {
        Mutation mutation(round, changeAnOctet);
        const auto result = case_.mutator(case_.seeds[round % case_.seeds.size()], mutation);
        if (!result) continue;
        ++made;
        bool isWhole = false;
        try {
            isWhole = case_.hasStructure(*result);
        } catch (const std::exception&) {
            isWhole = false;
        }
        if (isWhole) ++whole;
        distinct.insert(*result);
    }
    EXPECT_THAT(made * 100, Ge(kRounds * 60)) << case_.name;
    EXPECT_THAT(distinct.size() * 100, Ge(made * 40)) << case_.name;
    EXPECT_THAT(whole * 100, Ge(made * case_.mostOf)) << case_.name;
}

TEST_P(Mutators, AreTheSameForTheSameSeed) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Mutation once(seed, changeAnOctet), twice(seed, changeAnOctet);
        EXPECT_EQ(case_.mutator(case_.seeds.front(), once), case_.mutator(case_.seeds.front(), twice));
    }
}

/// Results are inputs again, as for the fuzzer. Memory errors of mutators show below the address sanitizer.
TEST_P(Mutators, TakeWhatTheyMade) {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        Mutation mutation(seed, changeAnOctet);
        Bytes bytes = case_.seeds.front();
        for (std::size_t i = 0; i < 30; ++i) {
            auto next = case_.mutator(bytes, mutation);
            if (next && next->size() < 100'000) bytes = std::move(*next);
        }
    }
}

TEST_P(Mutators, TakeAnyBytes) {
    const Bytes& seed = case_.seeds.front();
    for (std::size_t size = 0; size < std::min<std::size_t>(seed.size(), 600); ++size) {
        Mutation mutation(static_cast<std::uint32_t>(size), changeAnOctet);
        (void)case_.mutator(std::span(seed).first(size), mutation);
    }
}

INSTANTIATE_TEST_SUITE_P(All, Mutators, testing::Range<std::size_t>(0, 11),
                         [](const auto& number) { return allCases()[number.param].name; });

TEST(MutatorCases, AreAllRun) {
    EXPECT_EQ(allCases().size(), 11U);
}

TEST(MutateInPlace, GivesWhatFitsAndElseWhatTheFuzzerGives) {
    const Mutator large = [](std::span<const std::byte>, Mutation&) {
        return std::optional(Bytes(9, std::byte{7}));
    };
    const Mutator none = [](std::span<const std::byte>, Mutation&) { return std::optional<Bytes>(); };
    const Mutator small = [](std::span<const std::byte>, Mutation&) {
        return std::optional(Bytes(3, std::byte{7}));
    };
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        std::vector<std::uint8_t> data{1, 1, 1, 1, 0, 0, 0, 0};
        Mutation mutation(seed, changeAnOctet);
        EXPECT_EQ(mutateInPlace(large, data, 4, mutation, changeAnOctet), 4U);
        EXPECT_EQ(data, (std::vector<std::uint8_t>{1, 1, 0, 1, 0, 0, 0, 0}));
        EXPECT_EQ(mutateInPlace(none, data, 4, mutation, changeAnOctet), 4U);
        EXPECT_EQ(data, (std::vector<std::uint8_t>{1, 1, 1, 1, 0, 0, 0, 0}));
    }
    std::size_t fitted = 0;
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        std::vector<std::uint8_t> data{1, 1, 1, 1, 0, 0, 0, 0};
        Mutation mutation(seed, changeAnOctet);
        if (mutateInPlace(small, data, 4, mutation, changeAnOctet) == 3) ++fitted;
    }
    EXPECT_THAT(fitted, testing::AllOf(testing::Gt(150U), testing::Lt(250U)));
}

}  // namespace
}  // namespace rigkiln::test
