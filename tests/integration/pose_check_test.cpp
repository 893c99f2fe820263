#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "formats/registry.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/batch/run_plan.hpp"
#include "tests/integration/alamo_reference.hpp"
#include "tests/integration/gltf_pose.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/conversion_request.hpp"
#include "tools/corpus/art.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;

/// Everything kept, so that every mesh of the source is there to be compared.
cli::ConversionRequest keepAll() {
    cli::ConversionRequest request{.decode = OptionValues(findJobKind("decode")->options),
                                   .resample = OptionValues(findJobKind("resample")->options),
                                   .exported = OptionValues(cli::registries().exporters.front()->options),
                                   .formats = {},
                                   .exporter = cli::registries().exporters.front(),
                                   .textureRoots = {}};
    request.decode.set("keep",
                       std::vector<std::string>{"collision", "shadow", "hidden", "lods", "alternatives"});
    for (const FormatModule* format : allFormats())
        request.formats.emplace(std::string(format->id), OptionValues(format->options));
    return request;
}

ReadGltf convertAndRead(const std::vector<std::string>& inputs, const fs::path& output) {
    const auto made = cli::fileConversion(keepAll(), inputs, output.string());
    if (!made) throw std::runtime_error(made.error().text());
    const RunReport report = runPlan(made->plan, {.jobs = 2});
    if (exitCode(report) != 0)
        throw std::runtime_error(fmt::format("conversion of {} failed", inputs.front()));
    OutputFile file{.name = output.filename().string(), .pieces = {}};
    file.pieces.push_back(readBytes(output));
    OutputSet set;
    set.push_back(std::move(file));
    Result<ReadGltf> read = readGltf(set);
    if (!read) throw std::runtime_error(read.error().text());
    return std::move(*read);
}

/// Z up to Y up.
glm::dvec3 turned(const glm::dvec3& position) {
    return {position.x, position.z, -position.y};
}

bool isFinite(const glm::dvec3& position) {
    return std::isfinite(position.x) && std::isfinite(position.y) && std::isfinite(position.z);
}

/// Diagonal of the box of all vertices at rest.
double sizeOf(const alamo::AloFile& model) {
    glm::dvec3 low(std::numeric_limits<double>::max());
    glm::dvec3 high(std::numeric_limits<double>::lowest());
    const auto worlds = restWorlds(model);
    for (const ReferenceMesh& mesh : referenceMeshes(model)) {
        for (const std::size_t subMesh : mesh.subMeshes) {
            for (const glm::dvec3& position : placedVertices(model, mesh, subMesh, worlds)) {
                if (!isFinite(position)) continue;
                low = glm::min(low, position);
                high = glm::max(high, position);
            }
        }
    }
    return glm::distance(low, high);
}

struct Worst {
    double error = 0;
    std::string where;
    std::size_t comparedVertices = 0;
};

/// Compares all vertices of one frame, and what is shown.
class FrameCheck {
public:
    FrameCheck(const alamo::AloFile& model, const ReadGltf& file)
        : model_(model), file_(file), meshes_(referenceMeshes(model)) {
        for (std::size_t n = 0; n < file.nodes.size(); ++n) {
            if (file.nodes[n].mesh >= 0) nodeOfMesh_.emplace(static_cast<std::size_t>(file.nodes[n].mesh), n);
        }
        EXPECT_EQ(nodeOfMesh_.size(), meshes_.size());
    }

    void run(const std::vector<glm::dmat4>& expected, const std::vector<glm::dmat4>& actual,
             const std::function<bool(std::uint32_t bone)>& isBoneShown, const std::string& where,
             Worst& worst) const {
        for (std::size_t m = 0; m < meshes_.size(); ++m) {
            const ReferenceMesh& mesh = meshes_[m];
            const std::size_t node = nodeOfMesh_.at(m);
            const bool isHidden = std::get<alamo::AloMesh>(model_.objects[mesh.object]).hidden != 0;
            const bool isShown = !isHidden && isBoneShown(boneOfObject(model_, mesh.object));
            if (!mesh.isSkinned) {
                EXPECT_EQ(glm::length(glm::dvec3(actual[node][0])) > 0, isShown)
                    << where << " node " << file_.nodes[node].name;
                if (!isShown) continue;
            }
            for (std::size_t p = 0; p < mesh.subMeshes.size(); ++p) {
                const auto left = placedVertices(model_, mesh, mesh.subMeshes[p], expected);
                const auto right = placedVertices(file_, node, p, actual);
                ASSERT_EQ(left.size(), right.size()) << where;
                for (std::size_t v = 0; v < left.size(); ++v) {
                    if (!isFinite(left[v])) continue;
                    ++worst.comparedVertices;
                    const double error = glm::distance(turned(left[v]), right[v]);
                    if (error <= worst.error) continue;
                    worst.error = error;
                    worst.where = fmt::format("{} node {} vertex {}", where, file_.nodes[node].name, v);
                }
            }
        }
    }

private:
    const alamo::AloFile& model_;
    const ReadGltf& file_;
    std::vector<ReferenceMesh> meshes_;
    std::map<std::size_t, std::size_t> nodeOfMesh_;
};

Worst checkRest(const alamo::AloFile& model, const ReadGltf& file) {
    Worst worst;
    FrameCheck(model, file)
        .run(
            restWorlds(model), nodeWorlds(file, nullptr, 0),
            [&](std::uint32_t bone) { return model.bones[bone].visible != 0; }, "rest", worst);
    return worst;
}

Worst checkClip(const alamo::AloFile& model, const alamo::AlaFile& clip, const ReadGltf& file,
                const ReadAnimation& animation) {
    Worst worst;
    const FrameCheck check(model, file);
    for (std::size_t frame = 0; frame < clip.frameCount; ++frame) {
        const auto time =
            static_cast<float>(static_cast<double>(frame) / static_cast<double>(clip.framesPerSecond));
        check.run(
            clipWorlds(model, clip, frame), nodeWorlds(file, &animation, time),
            [&](std::uint32_t bone) {
                return bone == 0 ? model.bones[0].visible != 0 : isShown(clip, bone, frame);
            },
            fmt::format("{} frame {}", animation.name, frame), worst);
    }
    return worst;
}

struct Generated {
    corpus::Model model;
    std::vector<corpus::Clip> clips;
};

/// The models of a generated set with the clips that fit them by name and index.
std::vector<Generated> generatedModels(std::uint64_t seed) {
    corpus::ArtSet set = corpus::makeArtSet(seed, 0);
    std::vector<Generated> models;
    for (corpus::Model& model : set.models) {
        Generated generated{.model = std::move(model), .clips = {}};
        for (const corpus::Clip& clip : set.clips) {
            const bool isNamedSo = startsWithIgnoringCase(clip.name, generated.model.name + "_");
            const bool fits = std::all_of(
                clip.file.bones.begin(), clip.file.bones.end(),
                [&](const alamo::AlaBone& bone) { return bone.index < generated.model.file.bones.size(); });
            if (isNamedSo && fits) generated.clips.push_back(clip);
        }
        if (!generated.clips.empty()) models.push_back(std::move(generated));
    }
    return models;
}

/// Of the size of the model: what float32 and sixteen-bit rotations leave of exactness.
constexpr double kTolerance = 1e-5;

TEST(PoseCheck, PutsEveryVertexOfGeneratedModelsWhereTheFilesSayAtEveryFrame) {
    std::set<std::string> covered;
    for (const std::uint64_t seed : {1U, 2U}) {
        for (const Generated& generated : generatedModels(seed)) {
            const TemporaryFolder folder;
            std::vector<std::string> inputs = {
                folder.write("model.alo", encodeAlo(generated.model.file)).string()};
            for (const corpus::Clip& clip : generated.clips) {
                inputs.push_back(folder.write(clip.name + ".ala", encodeAla(clip.file)).string());
                covered.insert(clip.file.version == alamo::AlaVersion::V1 ? "v1" : "v2");
            }
            const ReadGltf file = convertAndRead(inputs, folder.path() / "model.glb");
            ASSERT_EQ(file.animations.size(), generated.clips.size()) << generated.model.name;
            const double size = sizeOf(generated.model.file);
            const Worst rest = checkRest(generated.model.file, file);
            EXPECT_LE(rest.error, kTolerance * size) << generated.model.name << " " << rest.where;
            for (std::size_t c = 0; c < generated.clips.size(); ++c) {
                const Worst worst =
                    checkClip(generated.model.file, generated.clips[c].file, file, file.animations[c]);
                EXPECT_LE(worst.error, kTolerance * size)
                    << "seed " << seed << " " << generated.model.name << " " << worst.where;
                EXPECT_GT(worst.comparedVertices, 0U) << generated.clips[c].name;
                EXPECT_EQ(durationOf(file.animations[c]),
                          static_cast<float>(static_cast<double>(generated.clips[c].file.frameCount - 1) /
                                             static_cast<double>(generated.clips[c].file.framesPerSecond)))
                    << generated.clips[c].name;
            }
            for (const ReferenceMesh& mesh : referenceMeshes(generated.model.file))
                covered.insert(mesh.isSkinned ? "skinned" : "rigid");
        }
    }
    EXPECT_EQ(covered, (std::set<std::string>{"v1", "v2", "rigid", "skinned"}));
}

}  // namespace
}  // namespace rigkiln::test
