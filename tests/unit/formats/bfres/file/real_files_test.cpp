#include "tests/support/real_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/bfres/base/dictionary.hpp"
#include "formats/bfres/file/bfres_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln::bfres {
namespace {

// Real files are not part of the project. RIGKILN_REAL_FILES names a folder of them, searched with all its
// subfolders for unpacked files of either console.

using Counts = std::map<std::string, std::size_t>;

std::vector<std::filesystem::path> bfresFilesBelow(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && entry.path().extension() == ".bfres" &&
            isBfres(test::readBytes(entry.path())))
            paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    return paths;
}

// The game's converter puts the last key of each curve at the last frame; tools that save files again do not.
bool isOriginal(const SkeletalAnimation& animation) {
    return std::ranges::all_of(animation.bones, [&](const BoneAnimation& bone) {
        return std::ranges::all_of(bone.curves, [&](const Curve& curve) {
            return curve.type() == CurveType::Cubic &&
                   curve.lastFrame == static_cast<float>(animation.frameCount);
        });
    });
}

void trySections(const std::filesystem::path& path, std::span<const std::byte> bytes, const BfresFile& file,
                 Counts& counts) {
    FieldPath fieldPath;
    BfresReader reader(bytes, fieldPath, file.layout);
    const auto sections = readContents(reader).of(Group::SkeletalAnimations);
    const StringPlaces strings = readStringPool(bytes);
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const SkeletalAnimation& animation = file.skeletalAnimations[i];
        const auto section = encodeSkeletalAnimation(animation, file.layout, sections[i].place, strings);
        const auto start = bytes.begin() + static_cast<std::ptrdiff_t>(sections[i].place);
        const bool isSame = section.size() <= bytes.size() - sections[i].place &&
                            std::equal(section.begin(), section.end(), start);
        const bool original = isOriginal(animation);
        ++counts[fmt::format("{} sections {}", original ? "original" : "changed",
                             isSame ? "identical" : "differ")];
        if (original && !isSame) ADD_FAILURE() << path << ": " << animation.name << " differs";
    }
}

void tryDictionary(std::span<const std::byte> bytes, const Layout& layout, Place place, Counts& counts) {
    FieldPath fieldPath;
    BfresReader reader(bytes, fieldPath, layout);
    std::vector<std::string> keys;
    for (const DictionaryEntry& entry : readDictionary(reader, "dictionary", place))
        keys.push_back(entry.key);
    const std::vector<DictionaryNode> nodes = buildDictionary(keys);
    ByteReader in = reader.open("dictionary", place);
    in.take("header", 8);
    bool isSame = true;
    for (const DictionaryNode& node : nodes) {
        DictionaryNode stored;
        stored.bit = in.read<std::uint32_t>("bit");
        stored.left = in.read<std::uint16_t>("left");
        stored.right = in.read<std::uint16_t>("right");
        in.take("key", 8);
        isSame = isSame && stored == node;
    }
    ++counts[fmt::format("dictionaries {}", isSame ? "identical" : "differ")];
    EXPECT_TRUE(isSame) << "dictionary at " << place;
}

void tryFile(const std::filesystem::path& path, Counts& counts) {
    const std::vector<std::byte> bytes = test::readBytes(path);
    const BfresFile file = decodeBfres(bytes);
    ++counts["files " + file.layout.versionText()];
    counts["models"] += file.models.size();
    counts["animations"] += file.skeletalAnimations.size();
    if (!file.layout.isSwitch()) {
        trySections(path, bytes, file, counts);
        // The header stores the offsets of its dictionaries in a row.
        for (Place field = 0x20; field < 0x50; field += 4) {
            FieldPath fieldPath;
            BfresReader reader(bytes, fieldPath, file.layout);
            ByteReader in = reader.open("field", field);
            if (const Place place = reader.readPlace(in, "field"); place != 0)
                tryDictionary(bytes, file.layout, place, counts);
        }
    }
    BfresFile known = file;
    for (auto& names : known.unread)
        names.clear();
    const bool isSame = decodeBfres(encodeBfres(known)) == known;
    ++counts[isSame ? "files written and read again" : "files that come back changed"];
    EXPECT_TRUE(isSame) << path;
}

TEST(RealBfresFiles, ReencodeTheirAnimationsToTheSameBytes) {
    const char* folder = test::realFilesFolder();
    if (folder == nullptr) GTEST_SKIP() << test::kNoRealFiles;
    const auto paths = bfresFilesBelow(folder);
    if (paths.empty()) GTEST_SKIP() << test::kNotAmongRealFiles;
    Counts counts;
    for (const std::filesystem::path& path : paths) {
        try {
            tryFile(path, counts);
        } catch (const std::exception& error) {
            ADD_FAILURE() << path << ": " << error.what();
        }
    }
    for (const auto& [outcome, count] : counts)
        std::cout << fmt::format("{:6} {}\n", count, outcome);
}

}  // namespace
}  // namespace rigkiln::bfres
