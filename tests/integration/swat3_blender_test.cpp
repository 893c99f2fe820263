#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/swat3/conventions.hpp"
#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "pipeline/base/text.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/blender.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

/// Converts SWAT 3 files to glTF, passes them through Blender unedited, and converts them back.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;

constexpr double kPositionTolerance = 1e-4;  ///< fraction of the model's size
constexpr double kRotationTolerance = 0.05;  ///< degrees
constexpr double kSizeOfCharacters = 72;     ///< inches

swat3::GsmFile readGsm(const fs::path& path) {
    Diagnostics diagnostics;
    Result<swat3::GsmFile> file = swat3::decodeGsm(readBytes(path), diagnostics);
    if (!file) throw std::runtime_error(path.string() + ": " + file.error().text());
    return std::move(*file);
}

swat3::GsaFile readGsa(const fs::path& path) {
    Diagnostics diagnostics;
    Result<swat3::GsaFile> file = swat3::decodeGsa(readBytes(path), diagnostics);
    if (!file) throw std::runtime_error(path.string() + ": " + file.error().text());
    return std::move(*file);
}

/// Corner of a triangle in model space, with its hit zone.
struct Corner {
    glm::dvec3 place;
    std::uint16_t hit;
};

struct Drawn {
    std::vector<Corner> corners;
    double size = 0;
};

Drawn drawn(const swat3::GsmFile& file) {
    const swat3::Rig rig(file.skeletons);
    const swat3::RestPose pose(file, rig);
    const std::vector<glm::dvec3> places = pose.vertices(swat3::decideConventions(pose, {}).reading);
    Drawn drawn;
    glm::dvec3 low(1e30);
    glm::dvec3 high(-1e30);
    for (const swat3::GsmTriangle& triangle : file.triangles) {
        for (const std::uint16_t corner : triangle.corners) {
            const swat3::GsmEffectiveVertex& vertex = file.effectiveVertices[corner];
            drawn.corners.push_back({places[vertex.position], vertex.hit});
            low = glm::min(low, places[vertex.position]);
            high = glm::max(high, places[vertex.position]);
        }
    }
    drawn.size = glm::distance(low, high);
    return drawn;
}

/// Largest distance from a corner to the nearest corner of the other model with the same hit zone.
double farthest(const Drawn& from, const Drawn& to) {
    double worst = 0;
    for (const Corner& corner : from.corners) {
        double nearest = 1e30;
        for (const Corner& other : to.corners) {
            if (other.hit == corner.hit)
                nearest = std::min(nearest, glm::distance(other.place, corner.place));
        }
        worst = std::max(worst, nearest);
    }
    return worst;
}

double degreesBetween(const swat3::Float4& left, const swat3::Float4& right) {
    double minus = 0;
    double plus = 0;
    double length = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto l = static_cast<double>(left[i]);
        const auto r = static_cast<double>(right[i]);
        minus += (l - r) * (l - r);
        plus += (l + r) * (l + r);
        length += l * l;
    }
    const double half = std::sqrt(std::min(minus, plus) / length) / 2;
    return 4 * std::asin(std::min(1.0, half)) * 180 / 3.14159265358979;
}

/// Expects equal names, ids and links; positions and rotations may differ by Blender's rounding.
void expectSameBones(const std::vector<swat3::Skeleton>& is, const std::vector<swat3::Skeleton>& was,
                     double size) {
    ASSERT_EQ(is.size(), 1U);
    ASSERT_EQ(was.size(), 1U);
    ASSERT_EQ(is.front().bones.size(), was.front().bones.size());
    for (std::size_t i = 0; i < is.front().bones.size(); ++i) {
        const swat3::Bone& left = is.front().bones[i];
        const swat3::Bone& right = was.front().bones[i];
        EXPECT_EQ(left.id, right.id);
        EXPECT_EQ(left.name, right.name);
        EXPECT_EQ(left.link, right.link);
        EXPECT_LE(degreesBetween(left.rotation, right.rotation), kRotationTolerance) << left.name;
        for (std::size_t axis = 0; axis < 3; ++axis)
            EXPECT_NEAR(left.position[axis], right.position[axis], kPositionTolerance * size) << left.name;
    }
}

std::set<std::uint16_t> animatedBones(const swat3::GsaFile& file) {
    std::set<std::uint16_t> ids;
    for (std::size_t column = 0; column < swat3::rotationsPerFrame(file); ++column)
        ids.insert(swat3::animatedBone(file, column));
    return ids;
}

/// Largest angle in degrees between rotations of the same bone in the same frame.
double worstAngle(const swat3::GsaFile& left, const swat3::GsaFile& right) {
    std::map<std::uint16_t, std::size_t> columns;
    for (std::size_t column = 0; column < swat3::rotationsPerFrame(right); ++column)
        columns.emplace(swat3::animatedBone(right, column), column);
    double worst = 0;
    for (std::size_t frame = 0; frame < left.frames.size(); ++frame) {
        for (std::size_t column = 0; column < swat3::rotationsPerFrame(left); ++column) {
            const std::size_t other = columns.at(swat3::animatedBone(left, column));
            worst = std::max(worst, degreesBetween(swat3::rotationsOf(left, frame)[column],
                                                   swat3::rotationsOf(right, frame)[other]));
        }
    }
    return worst;
}

/// The parameter numbers the convention of the generated art.
class SwatThroughBlender : public testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override {
        if (blenderProgram().empty()) GTEST_SKIP() << kNoBlender;
        for (const corpus::ArtFile& file : corpus::makeSwat3Files(1, GetParam()))
            folder.write("art/" + file.path, file.bytes);
    }

    [[nodiscard]] Finished run(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    void throughBlender(const std::string& from, const std::string& to) const {
        const Finished finished = roundTripThroughBlender(folder.path(), from, to);
        ASSERT_EQ(finished.exitCode, 0) << finished.text();
    }

    /// Files with this extension, by file name without extension in lower case.
    [[nodiscard]] std::map<std::string, fs::path> artOf(const std::string& extension) const {
        std::map<std::string, fs::path> found;
        for (const auto& [path, bytes] : treeBelow(folder.path() / "art")) {
            if (foldCase(fs::path(path).extension().string()) == extension)
                found[foldCase(fs::path(path).stem().string())] = folder.path() / "art" / path;
        }
        return found;
    }

    /// Converts models with their clips to NAME.glb and, through Blender, to NAME.gsm and files in `clips`.
    /// Expects the models to come back as they were.
    void convertThereAndBack(const std::vector<std::string>& options) const {
        for (const std::string name : {"swt_high", "gun_high"})
            ASSERT_NO_FATAL_FAILURE(convertThereAndBack(name, options));
    }

    /// Expects the files in `clips` to have what `original` has for each; returns how many there are.
    template <class Original>
    [[nodiscard]] std::size_t compareClips(const Original& original) const {
        std::size_t compared = 0;
        for (const auto& [path, bytes] : treeBelow(folder.path() / "clips")) {
            const swat3::GsaFile was = readGsa(original(path));
            const swat3::GsaFile is = readGsa(folder.path() / "clips" / path);
            EXPECT_EQ(is.frames.size(), was.frames.size()) << path;
            EXPECT_EQ(is.events, was.events) << path;
            expectSameBones(is.skeletons, was.skeletons, kSizeOfCharacters);
            EXPECT_EQ(animatedBones(is), animatedBones(was)) << path;
            if (animatedBones(is) == animatedBones(was) && is.frames.size() == was.frames.size()) {
                EXPECT_LE(worstAngle(was, is), kRotationTolerance) << path;
            }
            ++compared;
        }
        return compared;
    }

    TemporaryFolder folder;

private:
    void convertThereAndBack(const std::string& name, const std::vector<std::string>& options) const {
        const auto models = artOf(".gsm");
        std::vector<std::string> arguments = {"convert", models.at(name).string()};
        for (const auto& [clip, path] : artOf(".gsa")) {
            if (name.substr(0, 4) == clip.substr(0, 4)) arguments.push_back(path.string());
        }
        arguments.insert(arguments.end(), {"-o", name + ".glb", "--scale", "0.0254"});
        arguments.insert(arguments.end(), options.begin(), options.end());
        ASSERT_EQ(run(arguments).exitCode, cli::kDone);
        throughBlender(name + ".glb", name + "_edited.glb");
        const Finished back = run({"convert", name + "_edited.glb", "-o", name + ".gsm"});
        ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
        const Finished clipsBack = run({"convert", name + "_edited.glb", "-o", "clips", "--to", "gsa"});
        ASSERT_EQ(clipsBack.exitCode, cli::kDone) << clipsBack.text();

        const swat3::GsmFile was = readGsm(models.at(name));
        const swat3::GsmFile is = readGsm(folder.path() / (name + ".gsm"));
        EXPECT_EQ(is.skeletons.front().name, was.skeletons.front().name);
        expectSameBones(is.skeletons, was.skeletons, drawn(was).size);
        EXPECT_EQ(is.grips, was.grips);
        EXPECT_EQ(is.grippers, was.grippers);
        EXPECT_EQ(is.materials, was.materials);
        EXPECT_EQ(is.triangles.size(), was.triangles.size());
        const Drawn before = drawn(was);
        const Drawn after = drawn(is);
        EXPECT_LE(farthest(before, after), kPositionTolerance * before.size);
        EXPECT_LE(farthest(after, before), kPositionTolerance * before.size);
    }
};

TEST_P(SwatThroughBlender, ModelsAndClipsSurvive) {
    ASSERT_NO_FATAL_FAILURE(convertThereAndBack({}));
    const auto clips = artOf(".gsa");
    const auto original = [&](const fs::path& path) { return clips.at(foldCase(path.stem().string())); };
    EXPECT_GE(compareClips(original), 4U);
}

// The preset moves keys to the 24 frames a second of Blender, of which a GSA takes 10: clips are those that
// the file gives without Blender.
TEST_P(SwatThroughBlender, ModelsAndClipsOfItsPresetSurvive) {
    ASSERT_NO_FATAL_FAILURE(convertThereAndBack({"--preset", "blender"}));
    for (const char* name : {"swt_high.glb", "gun_high.glb"}) {
        const Finished direct = run({"convert", name, "-o", "direct", "--to", "gsa"});
        ASSERT_EQ(direct.exitCode, cli::kDone) << direct.text();
    }
    const auto original = [&](const fs::path& path) { return folder.path() / "direct" / path; };
    EXPECT_GE(compareClips(original), 4U);
}

INSTANTIATE_TEST_SUITE_P(Convention, SwatThroughBlender, testing::Range(std::size_t{0}, std::size_t{4}));

}  // namespace
}  // namespace rigkiln::test
