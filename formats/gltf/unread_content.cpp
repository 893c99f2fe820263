#include "formats/gltf/unread_content.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/morph_weights.hpp"
#include "formats/gltf/read_scene.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/scene/transform.hpp"

namespace rigkiln::gltf {
namespace {

constexpr std::size_t kBindMatrixSize = 16;
constexpr std::size_t kJointNumberSize = 2;
constexpr std::size_t kPerSet = 4;
/// Limit for the sets of influences, as in the reader of primitives.
constexpr std::size_t kMostInfluenceSets = 8;
constexpr auto kFarthest = static_cast<double>(std::numeric_limits<float>::max());

struct Box {
    glm::dvec3 low{std::numeric_limits<double>::max()};
    glm::dvec3 high{std::numeric_limits<double>::lowest()};

    [[nodiscard]] bool empty() const { return low.x > high.x; }
    void add(const Box& other) {
        low = glm::min(low, other.low);
        high = glm::max(high, other.high);
    }
};

/// Returns the box around an affinely mapped box. Throws GltfError when the numbers become too large.
Box mapped(const glm::dmat4& matrix, const Box& box) {
    if (box.empty()) return box;
    const glm::dvec3 middle(matrix * glm::dvec4((box.low + box.high) / 2.0, 1.0));
    const glm::dvec3 half = (box.high - box.low) / 2.0;
    const glm::dvec3 reach = glm::abs(glm::dvec3(matrix[0])) * half.x +
                             glm::abs(glm::dvec3(matrix[1])) * half.y +
                             glm::abs(glm::dvec3(matrix[2])) * half.z;
    const Box result{.low = middle - reach, .high = middle + reach};
    for (int axis = 0; axis < 3; ++axis) {
        const double farthest = std::max(std::abs(result.low[axis]), std::abs(result.high[axis]));
        if (!(farthest <= kFarthest)) fail("positions reach {} m, expected at most {}", farthest, kFarthest);
    }
    return result;
}

bool hasMovingTargets(const tinygltf::Primitive& primitive) {
    return std::ranges::any_of(primitive.targets,
                               [](const auto& target) { return target.contains("POSITION"); });
}

/// Whether a scene has all positions of a primitive.
bool isRead(const tinygltf::Primitive& primitive) {
    const bool isTriangles =
        primitive.mode >= TINYGLTF_MODE_TRIANGLES && primitive.mode <= TINYGLTF_MODE_TRIANGLE_FAN;
    return isTriangles && !hasMovingTargets(primitive);
}

/// Returns the attributes of EXT_mesh_gpu_instancing; null for a node without it.
const Value* instancesOf(const Reading& reading, std::size_t node) {
    const Value* extensions = member(objectOf(reading, "nodes", node), "extensions");
    return member(member(extensions, "EXT_mesh_gpu_instancing"), "attributes");
}

/// Finds the boxes of the nodes, one after the other.
class ContentFinder {
public:
    ContentFinder(const Reading& reading, const AccessorReader& accessors)
        : reading_(reading),
          model_(reading.file.model),
          accessors_(accessors),
          boxes_(reading.scene.joints.size()) {}

    std::vector<JointBox> find() {
        for (std::size_t node = 0; node < model_.nodes.size(); ++node) {
            checkStop();
            if (model_.nodes[node].mesh != -1) addNode(node);
        }
        std::vector<JointBox> found;
        for (std::size_t joint = 0; joint < boxes_.size(); ++joint) {
            if (boxes_[joint].empty()) continue;
            found.push_back(
                {.joint = IndexOf<Joint>(joint), .low = boxes_[joint].low, .high = boxes_[joint].high});
        }
        return found;
    }

private:
    /// Primitives of a mesh.
    struct Selection {
        std::size_t mesh = 0;
        bool isOfSkin = false;       ///< the node has a skin, which moves primitives with influences
        bool withTriangles = false;  ///< includes those that the scene has

        auto operator<=>(const Selection&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
    };

    void addNode(std::size_t i) {
        const tinygltf::Node& node = model_.nodes[i];
        const PlannedNode& planned = reading_.plan.nodes[i];
        const Value* instances = instancesOf(reading_, i);
        const bool isLeftOut = planned.role == NodeRole::LeftOut;
        Selection selection{.mesh = static_cast<std::size_t>(node.mesh),
                            .isOfSkin = node.skin != -1,
                            .withTriangles = isLeftOut};
        if (node.skin != -1) {
            if (instances != nullptr)
                fail("nodes[{}] has both a skin and EXT_mesh_gpu_instancing, which is not defined", i);
            addSkinned(selection, static_cast<std::size_t>(node.skin));
        }
        if (isLeftOut) {
            // Only a level of detail that was left out has a parent in the scene.
            if (planned.parent && reading_.plan.nodes[*planned.parent].role == NodeRole::Joint)
                fail("nodes[{}] is a level of detail that stands elsewhere than the finest", i);
            return;
        }
        selection.withTriangles = instances != nullptr;
        Box box = rigidBox(selection);
        if (instances != nullptr) box = instancedBox(box, *instances, i);
        const bool isLeaf = planned.role != NodeRole::Joint && planned.parent;
        const IndexOf<Joint> joint = isLeaf ? reading_.plan.nodes[*planned.parent].joint : planned.joint;
        boxes_[joint.value].add(mapped(leafMatrix(i), box));
    }

    /// Returns the transform of a node that only places a mesh on a joint. Those that are scaled to 0 at rest
    /// are shown by animations, in their full size.
    [[nodiscard]] glm::dmat4 leafMatrix(std::size_t i) const {
        const tinygltf::Node& node = model_.nodes[i];
        if (reading_.plan.nodes[i].role == NodeRole::Joint || node.skin != -1) return glm::dmat4(1.0);
        const auto& dequantisation = reading_.plan.dequantisations.rigid[static_cast<std::size_t>(node.mesh)];
        if (!dequantisation) return glm::dmat4(1.0);
        glm::dmat4 matrix(static_cast<double>(dequantisation->scale));
        matrix[3] = glm::dvec4(glm::dvec3(dequantisation->offset), 1.0);
        return matrix;
    }

    [[nodiscard]] bool isSelected(const Selection& selection, const tinygltf::Primitive& primitive) const {
        return primitive.attributes.contains("POSITION") && (selection.withTriangles || !isRead(primitive));
    }

    /// Returns the box around the primitives that no skin moves. Kept, as many nodes may place one mesh.
    const Box& rigidBox(const Selection& selection) {
        const auto [known, isNew] = rigid_.try_emplace(selection);
        if (!isNew) return known->second;
        const std::vector<tinygltf::Primitive>& primitives = model_.meshes[selection.mesh].primitives;
        for (std::size_t p = 0; p < primitives.size(); ++p) {
            const bool isSkinned = selection.isOfSkin && hasInfluences(primitives[p]);
            if (isSkinned || !isSelected(selection, primitives[p])) continue;
            for (const Box& box : positionsOf(selection.mesh, p))
                known->second.add(box);
        }
        return known->second;
    }

    void addSkinned(const Selection& selection, std::size_t skin) {
        if (!skinned_.emplace(selection, skin).second) return;
        const std::vector<tinygltf::Primitive>& primitives = model_.meshes[selection.mesh].primitives;
        for (std::size_t p = 0; p < primitives.size(); ++p) {
            if (hasInfluences(primitives[p]) && isSelected(selection, primitives[p]))
                addSkinned(selection.mesh, p, skin);
        }
    }

    void addSkinned(std::size_t mesh, std::size_t number, std::size_t skin) {
        const tinygltf::Primitive& primitive = model_.meshes[mesh].primitives[number];
        const std::vector<Box> positions = positionsOf(mesh, number);
        const std::vector<glm::mat4>& matrices = matricesOf(skin);
        const std::string where = pathOf(mesh, number);
        for (std::size_t set = 0; set < kMostInfluenceSets; ++set) {
            const auto joints = primitive.attributes.find(fmt::format("JOINTS_{}", set));
            const auto weights = primitive.attributes.find(fmt::format("WEIGHTS_{}", set));
            if (joints == primitive.attributes.end() || weights == primitive.attributes.end()) continue;
            const std::vector<std::uint32_t> numbers =
                accessors_.integers(joints->second, kPerSet, kJointNumberSize, where);
            const std::vector<float> shares = accessors_.floats(weights->second, kPerSet, where);
            if (numbers.size() != positions.size() * kPerSet || shares.size() != numbers.size())
                fail("{} has another number of joints or weights than of positions", where);
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                if (shares[i] == 0) continue;
                const std::size_t slot =
                    checkedIndex(numbers[i], matrices.size(), fmt::format("a joint of {}", where));
                const auto node = static_cast<std::size_t>(model_.skins[skin].joints[slot]);
                const PlannedNode& planned = reading_.plan.nodes[node];
                if (planned.role != NodeRole::Joint) continue;
                boxes_[planned.joint.value].add(mapped(glm::dmat4(matrices[slot]), positions[i / kPerSet]));
            }
        }
    }

    /// Inverse bind matrices of a skin, as the file has them.
    const std::vector<glm::mat4>& matricesOf(std::size_t skin) {
        const auto [known, isNew] = matrices_.try_emplace(skin);
        if (!isNew) return known->second;
        const tinygltf::Skin& source = model_.skins[skin];
        std::vector<glm::mat4>& matrices = known->second;
        matrices.resize(source.joints.size(), glm::mat4(1.0F));
        if (source.inverseBindMatrices == -1) return matrices;
        const std::string where = fmt::format("skins[{}].inverseBindMatrices", skin);
        const std::vector<float> numbers = finite(source.inverseBindMatrices, kBindMatrixSize, where);
        if (numbers.size() < matrices.size() * kBindMatrixSize)
            fail("{} has fewer matrices than the skin has joints, {}", where, matrices.size());
        for (std::size_t m = 0; m < matrices.size(); ++m) {
            for (std::size_t i = 0; i < kBindMatrixSize; ++i)
                matrices[m][static_cast<int>(i / 4)][static_cast<int>(i % 4)] =
                    numbers[m * kBindMatrixSize + i];
        }
        return matrices;
    }

    /// Returns where each vertex may be: a box around all weights of its morph targets.
    std::vector<Box> positionsOf(std::size_t mesh, std::size_t number) {
        const tinygltf::Primitive& primitive = model_.meshes[mesh].primitives[number];
        const std::string where = pathOf(mesh, number);
        const std::vector<float> base = finite(primitive.attributes.at("POSITION"), 3, where);
        std::vector<Box> positions(base.size() / 3);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const glm::dvec3 position(base[3 * i], base[3 * i + 1], base[3 * i + 2]);
            positions[i] = {.low = position, .high = position};
        }
        for (const auto& target : primitive.targets) {
            const auto position = target.find("POSITION");
            if (position == target.end()) continue;
            const std::vector<float> offsets = finite(position->second, 3, where + ".targets");
            if (offsets.size() != base.size())
                fail("{}.targets has another number of positions than the primitive", where);
            widen(positions, offsets, weightsOf(mesh));
        }
        return positions;
    }

    static void widen(std::vector<Box>& positions, const std::vector<float>& offsets,
                      const WeightRange& weights) {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const glm::dvec3 offset(offsets[3 * i], offsets[3 * i + 1], offsets[3 * i + 2]);
            positions[i].low += glm::min(weights.low * offset, weights.high * offset);
            positions[i].high += glm::max(weights.low * offset, weights.high * offset);
        }
    }

    const WeightRange& weightsOf(std::size_t mesh) {
        if (!weights_) weights_ = findMorphWeights(reading_, accessors_);
        return (*weights_)[mesh];
    }

    /// Returns the box around all instances of a box.
    Box instancedBox(const Box& box, const Value& attributes, std::size_t node) {
        const std::string where = fmt::format("nodes[{}].extensions.EXT_mesh_gpu_instancing", node);
        const std::vector<float> translations = instanceNumbers(attributes, "TRANSLATION", 3, where);
        const std::vector<float> rotations = instanceNumbers(attributes, "ROTATION", 4, where);
        const std::vector<float> scales = instanceNumbers(attributes, "SCALE", 3, where);
        const std::size_t count =
            std::max({translations.size() / 3, rotations.size() / 4, scales.size() / 3});
        const auto fits = [count](std::size_t given) { return given == 0 || given == count; };
        if (!fits(translations.size() / 3) || !fits(rotations.size() / 4) || !fits(scales.size() / 3))
            fail("{} has attributes of different lengths", where);
        Box all;
        for (std::size_t i = 0; i < count; ++i) {
            const glm::dvec3 translation = threeAt(translations, i, 0.0);
            const glm::dvec3 scale = threeAt(scales, i, 1.0);
            all.add(mapped(toMatrix(translation, rotationAt(rotations, i), scale), box));
        }
        return all;
    }

    std::vector<float> instanceNumbers(const Value& attributes, std::string_view name, std::size_t components,
                                       const std::string& where) {
        const Value* given = member(&attributes, name);
        if (given == nullptr) return {};
        const std::string path = fmt::format("{}.{}", where, name);
        const auto accessor =
            static_cast<int>(checkedIndex(asInteger(given).value_or(-1), model_.accessors.size(), path));
        return finite(accessor, components, path);
    }

    static glm::dvec3 threeAt(const std::vector<float>& numbers, std::size_t i, double otherwise) {
        if (numbers.empty()) return glm::dvec3(otherwise);
        return {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
    }

    static glm::dquat rotationAt(const std::vector<float>& numbers, std::size_t i) {
        const glm::dquat none(1, 0, 0, 0);
        if (numbers.empty()) return none;
        const glm::dquat rotation(
            glm::quat(numbers[4 * i + 3], numbers[4 * i], numbers[4 * i + 1], numbers[4 * i + 2]));
        const double length = glm::length(rotation);
        return length > 0 ? rotation / length : none;
    }

    std::vector<float> finite(int accessor, std::size_t components, const std::string& where) {
        std::vector<float> numbers = accessors_.floats(accessor, components, where);
        requireFinite(numbers, accessor, components);
        return numbers;
    }

    static std::string pathOf(std::size_t mesh, std::size_t primitive) {
        return fmt::format("meshes[{}].primitives[{}]", mesh, primitive);
    }

    const Reading& reading_;
    const tinygltf::Model& model_;
    AccessorReader accessors_;
    std::vector<Box> boxes_;  ///< by joint
    std::map<Selection, Box> rigid_;
    std::set<std::pair<Selection, std::size_t>> skinned_;     ///< selections added with a skin
    std::map<std::size_t, std::vector<glm::mat4>> matrices_;  ///< by skin
    std::optional<std::vector<WeightRange>> weights_;         ///< by mesh; found when they are needed
};

}  // namespace

UnreadContent findUnreadContent(const Reading& reading, const AccessorReader& accessors) {
    try {
        return {.boxes = ContentFinder(reading, accessors).find()};
    } catch (const GltfError& error) {
        return {.problem = error.what()};
    }
}

}  // namespace rigkiln::gltf
