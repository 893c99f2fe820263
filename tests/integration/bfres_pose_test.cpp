#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "formats/bfres/file/bfres_file.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/run/run_plan.hpp"
#include "tests/integration/bfres_reference.hpp"
#include "tests/integration/gltf_pose.hpp"
#include "tests/integration/pose_check.hpp"
#include "tests/support/real_files.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/commands.hpp"
#include "tools/corpus/bfres.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::test {
namespace {

using bfres::BfresFile;
using bfres::BoneTarget;
using bfres::Curve;
using bfres::CurveType;
using bfres::CurveWrap;

constexpr double kBfresTolerance = 1e-4;
constexpr double kFrameRate = 60;

/// Node of each bone, by name, whose world matrix is the bone's. A bone may have two nodes; then it is the
/// one that holds the scale.
std::map<std::string, std::size_t> nodesOfBones(const ReadGltf& file) {
    std::map<std::string, std::size_t> nodes;
    for (std::size_t i = 0; i < file.nodes.size(); ++i) {
        nodes.emplace(file.nodes[i].name, i);
        for (const int child : file.nodes[i].children) {
            if (file.nodes[static_cast<std::size_t>(child)].name == file.nodes[i].name + "_scale")
                nodes.insert_or_assign(file.nodes[i].name, static_cast<std::size_t>(child));
        }
    }
    return nodes;
}

/// Counts how often models and bones use each name. Only unique names can be compared: the conversion renames
/// repeated ones.
std::map<std::string, std::size_t> countNames(const BfresFile& file) {
    std::map<std::string, std::size_t> counts;
    for (const bfres::Model& model : file.models) {
        ++counts[model.name];
        if (!model.skeleton) continue;
        for (const bfres::Bone& bone : model.skeleton->bones)
            ++counts[bone.name];
    }
    return counts;
}

struct Tally {
    double worst = 0;             ///< error on frames, as a fraction of the skeleton's size
    std::vector<double> between;  ///< errors half-way between frames
    std::string where;
    std::size_t matrices = 0;

    void add(double error, bool isBetween, const std::string& place) {
        ++matrices;
        if (isBetween) {
            between.push_back(error);
        } else if (!(error <= worst)) {
            worst = error;
            where = place;
        }
    }

    [[nodiscard]] std::string text() {
        std::ranges::sort(between);
        const auto share = [&](std::size_t percent) {
            return between.empty() ? 0 : between[(between.size() - 1) * percent / 100];
        };
        return fmt::format(
            "{} matrices; on frames worst {:.1e}; between frames 50 % {:.1e}, 99 % {:.1e}, worst {:.1e}",
            matrices, worst, share(50), share(99), share(100));
    }
};

/// Largest distance between the axes of two matrices, and between their positions divided by `size`.
double difference(const glm::dmat4& left, const glm::dmat4& right, double size) {
    double worst = glm::distance(glm::dvec3(left[3]), glm::dvec3(right[3])) / size;
    for (int axis = 0; axis < 3; ++axis)
        worst = std::max(worst, glm::distance(glm::dvec3(left[axis]), glm::dvec3(right[axis])));
    return worst;
}

class Comparison {
public:
    Comparison(const BfresFile& model, const ReadGltf& gltf, Tally& tally)
        : model_(model), gltf_(gltf), tally_(tally), nodes_(nodesOfBones(gltf)), counts_(countNames(model)) {}

    void rest() { compare(nullptr, nullptr, 0); }

    void clip(const bfres::SkeletalAnimation& animation, const ReadAnimation& written) {
        for (std::uint32_t frame = 0; frame <= animation.frameCount; ++frame) {
            compare(&animation, &written, frame);
            if (frame < animation.frameCount) compare(&animation, &written, frame + 0.5);
        }
    }

private:
    void compare(const bfres::SkeletalAnimation* animation, const ReadAnimation* written, double frame) {
        const auto worlds = nodeWorlds(gltf_, written, static_cast<float>(frame / kFrameRate));
        for (const bfres::Model& model : model_.models) {
            if (!model.skeleton || (animation != nullptr && &model != movedBy(*animation))) continue;
            const double size = bfresSkeletonSize(*model.skeleton);
            const auto expected = bfresBoneWorlds(*model.skeleton, animation, frame);
            for (std::size_t bone = 0; bone < expected.size(); ++bone) {
                const std::string& name = model.skeleton->bones[bone].name;
                if (counts_.at(name) > 1) continue;
                tally_.add(difference(worlds.at(nodes_.at(name)), expected[bone], size),
                           frame != std::floor(frame),
                           fmt::format("{} bone {} frame {}", animation != nullptr ? animation->name : "rest",
                                       name, frame));
            }
        }
    }

    [[nodiscard]] const bfres::Model* movedBy(const bfres::SkeletalAnimation& animation) const {
        const bfres::Model* best = nullptr;
        std::ptrdiff_t most = -1;
        for (const bfres::Model& model : model_.models) {
            if (!model.skeleton) continue;
            const std::ptrdiff_t shared = std::ranges::count_if(animation.bones, [&](const auto& moved) {
                return std::ranges::any_of(model.skeleton->bones,
                                           [&](const auto& bone) { return bone.name == moved.name; });
            });
            if (shared > most) best = &model;
            most = std::max(most, shared);
        }
        return best;
    }

    const BfresFile& model_;
    const ReadGltf& gltf_;
    Tally& tally_;
    std::map<std::string, std::size_t> nodes_;
    std::map<std::string, std::size_t> counts_;
};

void compareAll(const BfresFile& model, const BfresFile& clips, const ReadGltf& gltf, Tally& tally) {
    Comparison comparison(model, gltf, tally);
    comparison.rest();
    for (const bfres::SkeletalAnimation& animation : clips.skeletalAnimations) {
        const auto written = std::ranges::find(gltf.animations, animation.name, &ReadAnimation::name);
        ASSERT_NE(written, gltf.animations.end()) << animation.name;
        comparison.clip(animation, *written);
    }
}

ReadGltf convert(const std::vector<std::pair<std::string, BfresFile>>& files) {
    const TemporaryFolder folder;
    std::vector<std::string> inputs;
    inputs.reserve(files.size());
    for (const auto& [name, file] : files)
        inputs.push_back(folder.write(name, encodeBfres(file)).string());
    const auto made = fileConversion(keepAll(), inputs, (folder.path() / "out.glb").string());
    if (!made) throw std::runtime_error(made.error().text());
    if (exitCode(runPlan(*made, registries(), {.jobs = 1})) != 0)
        throw std::runtime_error("conversion failed");
    return readGlb((folder.path() / "out.glb").string());
}

/// Makes a curve whose keys are `values`, evenly spaced over the frames. Cubic curves have zero slope at
/// their keys.
Curve curveThrough(BoneTarget target, CurveType type, std::uint32_t lastFrame,
                   const std::vector<float>& values, CurveWrap wrap) {
    std::vector<float> frames;
    std::vector<float> keys;
    for (std::size_t i = 0; i < values.size(); ++i) {
        frames.push_back(static_cast<float>(lastFrame) * static_cast<float>(i) /
                         static_cast<float>(values.size() - 1));
        const float step = i + 1 < values.size() ? values[i + 1] - values[i] : 0;
        keys.push_back(values[i]);
        if (type == CurveType::Cubic) keys.insert(keys.end(), {0, 3 * step, -2 * step});
        if (type == CurveType::Linear) keys.push_back(step);
    }
    Curve curve;
    curve.target = static_cast<std::uint32_t>(target);
    curve.keyCount = static_cast<std::uint16_t>(values.size());
    curve.flags = curveFlags(type, bfres::FrameType::F32, bfres::KeyType::Word, wrap, wrap);
    curve.lastFrame = frames.back();
    curve.offsetBits = std::bit_cast<std::uint32_t>(0.0F);
    curve.scale = 1;
    curve.frames = std::move(frames);
    curve.keys = std::move(keys);
    return curve;
}

constexpr std::array kScaleTargets = {BoneTarget::ScaleX, BoneTarget::ScaleY, BoneTarget::ScaleZ};
constexpr std::array kMoveTargets = {BoneTarget::TranslateX, BoneTarget::TranslateY, BoneTarget::TranslateZ};
constexpr std::array kTurnTargets = {BoneTarget::RotateX, BoneTarget::RotateY, BoneTarget::RotateZ,
                                     BoneTarget::RotateW};

float number(corpus::Random& random, float low, float high) {
    return static_cast<float>(random.between(static_cast<double>(low), static_cast<double>(high)));
}

/// Makes a chain of bones with branches, scaled and rotated. Most bones do not inherit scale.
bfres::Skeleton makeSkeleton(corpus::Random& random, bool isQuaternion) {
    bfres::Skeleton skeleton;
    skeleton.flags = 0x200U | (isQuaternion ? 0U : 0x1000U);
    for (std::size_t i = 0; i < 9; ++i) {
        bfres::Bone bone;
        bone.name = fmt::format("bone{}", i);
        bone.index = static_cast<std::uint16_t>(i);
        bone.parent = static_cast<std::int16_t>(i == 0 ? -1 : static_cast<int>(i < 6 ? i - 1 : i / 2));
        bone.flags = 0x1001U | (i % 4 != 3 ? bfres::bone_flag::kSegmentScaleCompensate : 0U);
        bone.translation = {number(random, -1, 1), 1, number(random, -1, 1)};
        bone.rotation = {number(random, -2, 2), number(random, -2, 2), number(random, -2, 2), 1};
        bone.scale = {number(random, 0.5F, 2), number(random, 0.5F, 2), number(random, 0.5F, 2)};
        skeleton.bones.push_back(std::move(bone));
    }
    return skeleton;
}

/// Makes an animation that moves each bone differently: parts have curves, only a base value, or neither.
class MotionMaker {
public:
    MotionMaker(corpus::Random& random, CurveType type, CurveWrap wrap, bool isQuaternion)
        : random_(random), type_(type), wrap_(wrap), isQuaternion_(isQuaternion) {}

    bfres::SkeletalAnimation make() {
        bfres::SkeletalAnimation animation;
        animation.flags = 0x200U | (isQuaternion_ ? 0U : 0x1000U);
        animation.frameCount = kLastFrame;
        animation.name =
            fmt::format("t{}w{}q{}", static_cast<int>(type_), static_cast<int>(wrap_), isQuaternion_);
        for (std::size_t i = 0; i < 9; ++i) {
            bfres::BoneAnimation bone;
            bone.name = fmt::format("bone{}", i);
            bone.flags = i % 4 != 3 ? bfres::bone_flag::kSegmentScaleCompensate : 0U;
            if (i % 3 != 2) scale(bone, i);
            if (i != 4) turn(bone, i);
            if (i % 4 != 1) move(bone, i);
            animation.bones.push_back(std::move(bone));
        }
        return animation;
    }

private:
    static constexpr std::uint32_t kLastFrame = 30;

    void add(bfres::BoneAnimation& bone, BoneTarget target, float low, float high, std::uint32_t lastKey) {
        bone.curves.push_back(curveThrough(
            target, type_, lastKey,
            {number(random_, low, high), number(random_, low, high), number(random_, low, high)}, wrap_));
    }

    void scale(bfres::BoneAnimation& bone, std::size_t index) {
        bone.scale = {1, 2, 0.5F};
        bone.flags |= bfres::bone_flag::kBaseScale;
        for (std::size_t axis = index % 2; axis < 3; ++axis)
            add(bone, kScaleTargets.at(axis), 0.5F, 2, kLastFrame);
    }

    /// Euler angles exceed a full turn.
    void turn(bfres::BoneAnimation& bone, std::size_t index) {
        bone.rotate = {0.1F, -0.2F, 0.3F, 1};
        bone.flags |= bfres::bone_flag::kBaseRotate;
        const std::uint32_t lastKey = wrap_ == CurveWrap::Clamp ? kLastFrame : 12;
        const std::size_t components = isQuaternion_ ? 4 : 3;
        const float low = isQuaternion_ ? 0.1F : -9;
        const float high = isQuaternion_ ? 1 : 9;
        for (std::size_t axis = index % 3; axis < components; ++axis)
            add(bone, kTurnTargets.at(axis), low, high, lastKey);
    }

    /// The curves of the axes share their key frames, except those of bone 2.
    void move(bfres::BoneAnimation& bone, std::size_t index) {
        bone.translate = {1, 0, 0};
        bone.flags |= bfres::bone_flag::kBaseTranslate;
        if (index % 2 != 0) return;
        add(bone, kMoveTargets[0], -1, 1, kLastFrame);
        add(bone, kMoveTargets[1], -1, 1, index == 2 ? 20 : kLastFrame);
        add(bone, kMoveTargets[2], -1, 1, kLastFrame);
    }

    corpus::Random& random_;
    CurveType type_;
    CurveWrap wrap_;
    bool isQuaternion_;
};

BfresFile makeRig(const bfres::Layout& layout, bool isQuaternion, std::uint64_t seed) {
    corpus::Random random(seed);
    BfresFile file;
    file.layout = layout;
    file.name = "rig";
    bfres::Model model;
    model.name = "rig";
    model.skeleton = makeSkeleton(random, isQuaternion);
    file.models.push_back(std::move(model));
    for (const CurveType type : {CurveType::Cubic, CurveType::Linear, CurveType::BakedFloat}) {
        for (const CurveWrap wrap :
             {CurveWrap::Clamp, CurveWrap::Repeat, CurveWrap::Mirror, CurveWrap::Relative})
            file.skeletalAnimations.push_back(MotionMaker(random, type, wrap, isQuaternion).make());
    }
    return file;
}

TEST(BfresPoseCheck, PutsEveryBoneWhereTheFileSaysAtEveryFrame) {
    Tally tally;
    std::uint64_t seed = 1;
    for (const bfres::Layout& layout : corpus::bfresLayouts()) {
        for (const bool isQuaternion : {false, true}) {
            const BfresFile file = makeRig(layout, isQuaternion, seed++);
            compareAll(file, file, convert({{"rig.bfres", file}}), tally);
        }
    }
    EXPECT_LE(tally.worst, kBfresTolerance) << tally.where;
    EXPECT_GT(tally.matrices, 10'000U);
}

TEST(BfresPoseCheck, BindsAnimationsOfAnotherFileByTheNamesOfBones) {
    BfresFile clips = makeRig({bfres::Console::WiiU, 0x04050003}, false, 7);
    BfresFile model = makeRig({bfres::Console::Switch, 0x000A0000}, false, 7);
    model.skeletalAnimations.clear();
    // The animations must bind by bone names, so their own skeleton is made different.
    clips.models.front().skeleton->bones.resize(4);
    for (bfres::Bone& bone : clips.models.front().skeleton->bones)
        bone.translation = {7, 7, 7};
    Tally tally;
    compareAll(model, clips, convert({{"rig.bfres", model}, {"rig_Animation.bfres", clips}}), tally);
    EXPECT_LE(tally.worst, kBfresTolerance) << tally.where;
    EXPECT_GT(tally.matrices, 1'000U);
}

BfresFile decodeFile(FileTree& files, const std::string& path) {
    const auto bytes = files.read(path);
    if (!bytes) throw std::runtime_error(bytes.error().text());
    return bfres::decodeBfres(*bytes);
}

TEST(RealFiles, BfresBonesStandAndMoveAsTheFilesSay) {
    const char* folder = realFilesFolder();
    if (folder == nullptr) GTEST_SKIP() << kNoRealFiles;
    const TemporaryFolder output;
    const auto settings = folderConversion(keepAll(), {folder}, (output.path() / "gltf").string());
    ASSERT_TRUE(settings) << settings.error().text();
    const Result<Plan> plan = makePlan({.settings = *settings, .registries = registries()});
    ASSERT_TRUE(plan) << plan.error().text();
    const RunReport report = runPlan(*plan, registries(), {.jobs = 2});
    constexpr std::size_t kKeptBytes = std::size_t{64} << 20U;
    FileTree files(registries().containers, {}, kKeptBytes);
    Tally all;
    std::size_t clips = 0;
    for (std::size_t i = 0; i < plan->units.size(); ++i) {
        const Recipe recipe = plan->units.recipe(i);
        const std::string& path = recipe.mainFile().path;
        const Part& part = recipe.parts.front();
        if (recipe.mainFile().settings->format.id != "bfres") continue;
        EXPECT_NE(report.units[i].status, UnitStatus::Failed) << path;
        if (report.units[i].status != UnitStatus::Written) continue;
        const BfresFile model = decodeFile(files, path);
        const ReadGltf gltf = readGlb(recipe.output);
        Tally tally;
        compareAll(model, model, gltf, tally);
        clips += model.skeletalAnimations.size();
        for (const FileRecipe& clip : part.clips) {
            if (!part.model) break;
            const BfresFile animations = decodeFile(files, clip.path);
            compareAll(model, animations, gltf, tally);
            clips += animations.skeletalAnimations.size();
        }
        EXPECT_LE(tally.worst, kBfresTolerance) << path << ": " << tally.where;
        all.matrices += tally.matrices;
        all.worst = std::max(all.worst, tally.worst);
        all.between.insert(all.between.end(), tally.between.begin(), tally.between.end());
        std::cout << fmt::format("{}: {} (at {})\n", plan->units.facts(i).front().relative, tally.text(),
                                 tally.where);
    }
    if (all.matrices == 0) GTEST_SKIP() << kNotAmongRealFiles;
    std::cout << fmt::format("{} clips: {}\n", clips, all.text());
}

}  // namespace
}  // namespace rigkiln::test
