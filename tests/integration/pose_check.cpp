#include "tests/integration/pose_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "formats/registry.hpp"
#include "tests/integration/alamo_reference.hpp"
#include "tests/integration/gltf_pose.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/commands.hpp"

namespace rigkiln::test {
namespace {

/// Converts a position from Z up to Y up.
glm::dvec3 turned(const glm::dvec3& position) {
    return {position.x, position.z, -position.y};
}

bool isFinite(const glm::dvec3& position) {
    return std::isfinite(position.x) && std::isfinite(position.y) && std::isfinite(position.z);
}

/// Diagonal of the bounding box of all vertices at rest.
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

/// Compares the vertices and the visibility of one frame.
class FrameCheck {
public:
    FrameCheck(const alamo::AloFile& model, const ReadGltf& file)
        : model_(model), file_(file), meshes_(referenceMeshes(model)), size_(sizeOf(model)) {
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
                EXPECT_EQ(isNodeShown(node, actual), isShown) << where << " node " << file_.nodes[node].name;
                if (!isShown) continue;
            }
            for (std::size_t p = 0; p < mesh.subMeshes.size(); ++p) {
                const auto left = placedVertices(model_, mesh, mesh.subMeshes[p], expected);
                const auto right = placedVertices(file_, node, p, actual);
                ASSERT_EQ(left.size(), right.size()) << where;
                for (std::size_t v = 0; v < left.size(); ++v) {
                    if (!isFinite(left[v])) continue;
                    ++worst.comparedVertices;
                    const double scale = std::max(size_, glm::length(left[v]));
                    const double distance = glm::distance(turned(left[v]), right[v]);
                    const double error = distance > 0 ? distance / scale : 0;
                    if (error <= worst.error) continue;
                    worst.error = error;
                    worst.where = fmt::format("{} node {} vertex {}", where, file_.nodes[node].name, v);
                }
            }
        }
    }

private:
    /// Whether a mesh that the source does not skin is shown: its node has a scale above 0, or the joint of
    /// the rigid skin that its vertices follow.
    [[nodiscard]] bool isNodeShown(std::size_t node, const std::vector<glm::dmat4>& worlds) const {
        const ReadNode& holder = file_.nodes[node];
        std::size_t shown = node;
        if (holder.skin >= 0) {
            const ReadPrimitive& primitive =
                file_.meshes.at(static_cast<std::size_t>(holder.mesh)).primitives.front();
            const auto slot = static_cast<std::size_t>(primitive.attributes.at("JOINTS_0").at(0).front());
            shown = static_cast<std::size_t>(
                file_.skins.at(static_cast<std::size_t>(holder.skin)).joints.at(slot));
        }
        return glm::length(glm::dvec3(worlds[shown][0])) > 0;
    }

    const alamo::AloFile& model_;
    const ReadGltf& file_;
    std::vector<ReferenceMesh> meshes_;
    double size_;
    std::map<std::size_t, std::size_t> nodeOfMesh_;
};

}  // namespace

ConversionRequest keepAll(const std::string& rigid) {
    ConversionRequest request{.decode = OptionValues(jobKind(JobTask::Decode).options),
                              .resample = OptionValues(jobKind(JobTask::Resample).options),
                              .exported = OptionValues(registries().exporters.front()->options),
                              .formats = {},
                              .exporter = registries().exporters.front(),
                              .textureRoots = {}};
    request.decode.set("keep",
                       std::vector<std::string>{"collision", "shadow", "hidden", "lods", "alternatives"});
    request.exported.set("rigid", rigid);
    for (const FormatModule* format : allFormats())
        request.formats.emplace(std::string(format->id), OptionValues(format->options));
    return request;
}

ReadGltf readGlb(const std::string& path) {
    OutputFile file{.name = std::filesystem::path(path).filename().string(), .pieces = {}};
    file.pieces.push_back(readBytes(path));
    OutputSet set;
    set.push_back(std::move(file));
    Result<ReadGltf> read = readGltf(set);
    if (!read) throw std::runtime_error(read.error().text());
    return std::move(*read);
}

Worst checkRest(const alamo::AloFile& model, const ReadGltf& file) {
    Worst worst;
    FrameCheck(model, file)
        .run(
            restWorlds(model), nodeWorlds(file, nullptr, 0),
            [&](std::uint32_t bone) { return model.bones[bone].visible != 0; }, "rest", worst);
    return worst;
}

Worst checkClip(const alamo::AloFile& model, const alamo::AlaFile& clip, const ReadGltf& file,
                const ReadAnimation& animation, std::span<const std::size_t> frames) {
    Worst worst;
    const FrameCheck check(model, file);
    for (const std::size_t frame : frames) {
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

Worst checkClip(const alamo::AloFile& model, const alamo::AlaFile& clip, const ReadGltf& file,
                const ReadAnimation& animation) {
    std::vector<std::size_t> frames(clip.frameCount);
    std::iota(frames.begin(), frames.end(), std::size_t{0});
    return checkClip(model, clip, file, animation, frames);
}

}  // namespace rigkiln::test
