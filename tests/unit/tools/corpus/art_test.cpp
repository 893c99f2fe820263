#include "tools/corpus/art.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln::corpus {
namespace {

using Bytes = std::vector<std::byte>;

bool isModel(const ArtFile& file) {
    return startsWithIgnoringCase(std::string_view(file.path).substr(file.path.size() - 4), ".alo");
}

bool isParticle(const ArtFile& file) {
    return file.bytes.size() < 32;
}

Bytes again(const ArtFile& file) {
    return isModel(file) ? alamo::encodeAlo(alamo::decodeAlo(file.bytes))
                         : alamo::encodeAla(alamo::decodeAla(file.bytes));
}

TEST(CorpusArt, SameSeedGivesTheSameBytes) {
    const std::vector<ArtFile> first = makeArtFiles(42, 1);
    const std::vector<ArtFile> second = makeArtFiles(42, 1);
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].path, second[i].path);
        EXPECT_EQ(first[i].bytes, second[i].bytes) << first[i].path;
    }
}

TEST(CorpusArt, OtherSeedsGiveOtherModels) {
    EXPECT_NE(makeArtFiles(1, 0).front().bytes, makeArtFiles(2, 0).front().bytes);
}

TEST(CorpusArt, SetsAreInFoldersOfTheirOwn) {
    std::set<std::string> paths;
    for (const std::size_t number : {0U, 1U, 2U}) {
        for (const ArtFile& file : makeArtFiles(1, number)) {
            EXPECT_TRUE(paths.insert(file.path).second) << file.path;
        }
    }
    EXPECT_EQ(makeArtFiles(1, 2).front().path, "Models/Set_0002/TROOPER.alo");
}

TEST(CorpusArt, EveryFileSurvivesReadingAndWritingToTheByte) {
    for (const ArtFile& file : makeArtFiles(9, 0)) {
        if (isParticle(file)) continue;
        EXPECT_EQ(again(file), file.bytes) << file.path;
    }
}

TEST(CorpusArt, HasParticleSystems) {
    const std::vector<ArtFile> files = makeArtFiles(9, 0);
    EXPECT_EQ(std::count_if(files.begin(), files.end(), isParticle), 2);
}

TEST(CorpusArt, DamagedFilesAreRefused) {
    for (const ArtFile& file : makeDamagedFiles(9)) {
        EXPECT_THROW(static_cast<void>(again(file)), FormatError) << file.path;
    }
}

TEST(CorpusArt, SeedsOfEachFormatCanBeRead) {
    for (const ArtFile& file : makeSeeds()) {
        if (isParticle(file)) continue;
        const bool model = file.path.starts_with("fuzz_alo/");
        EXPECT_NO_THROW(model ? static_cast<void>(alamo::decodeAlo(file.bytes))
                              : static_cast<void>(alamo::decodeAla(file.bytes)))
            << file.path;
    }
}

TEST(CorpusArt, PngEndsInTheChecksumOfThePngSpecification) {
    Random random(1);
    const Bytes png = makePng(8, random);
    const Bytes end = {std::byte{0xAE}, std::byte{0x42}, std::byte{0x60}, std::byte{0x82}};
    ASSERT_GT(png.size(), end.size());
    EXPECT_TRUE(std::equal(end.begin(), end.end(), png.end() - 4));
}

}  // namespace
}  // namespace rigkiln::corpus
