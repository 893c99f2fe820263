#include "formats/gltf/find_dequantisations.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "formats/gltf/json_value.hpp"
#include "formats/gltf/node_plan.hpp"

namespace rigkiln::gltf {
namespace {

using Found = std::optional<Dequantisation>;

std::optional<glm::vec3> threeOf(const std::vector<double>& numbers, float otherwise) {
    if (numbers.empty()) return glm::vec3(otherwise);
    if (numbers.size() != 3) return std::nullopt;
    return glm::vec3(numbers[0], numbers[1], numbers[2]);
}

/// The transform of a node that moves its mesh and scales it evenly; nothing for one that does more.
Found evenTransform(const tinygltf::Node& node) {
    const bool isTurned = !node.rotation.empty() && node.rotation != std::vector<double>{0, 0, 0, 1};
    if (!node.matrix.empty() || isTurned) return std::nullopt;
    const auto offset = threeOf(node.translation, 0.0F);
    const auto scale = threeOf(node.scale, 1.0F);
    if (!offset || !scale || *scale != glm::vec3(scale->x)) return std::nullopt;
    return usableDequantisation(*offset, scale->x);
}

/// A record with numbers counts only while they are those of the node.
Found saidOf(const tinygltf::Node& node, const Value* object) {
    const RecordedDequantisation said = recordedDequantisation(object, "rigkiln_mesh");
    const Found own = evenTransform(node);
    return said.isNodes || said.numbers == own ? own : std::nullopt;
}

/// Values that the users of each mesh give; kept only if all agree.
class Agreement {
public:
    explicit Agreement(std::size_t count) : said_(count), isAsked_(count, false) {}

    void say(std::size_t number, const Found& found) {
        const bool isAgreed = !isAsked_[number] || said_[number] == found;
        said_[number] = isAgreed ? found : std::nullopt;
        isSplit_ = isSplit_ || !said_[number];
        isAsked_[number] = true;
    }
    [[nodiscard]] bool isSplit() const { return isSplit_; }
    [[nodiscard]] std::vector<Found> take() { return std::move(said_); }

private:
    std::vector<Found> said_;
    std::vector<bool> isAsked_;
    bool isSplit_ = false;
};

bool isWhollySkinned(const tinygltf::Mesh& mesh) {
    return std::ranges::all_of(mesh.primitives, hasInfluences);
}

}  // namespace

Dequantisations findDequantisations(const GltfFile& file, const std::vector<bool>& included,
                                    const std::function<bool(std::size_t)>& isLeaf) {
    const tinygltf::Model& model = file.model;
    Agreement rigid(model.meshes.size());
    Agreement skinned(model.meshes.size());
    Dequantisations found;
    found.skins.resize(model.skins.size());
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const tinygltf::Node& node = model.nodes[i];
        if (!included[i] || node.mesh == -1) continue;
        const auto mesh = static_cast<std::size_t>(node.mesh);
        if (node.skin == -1) {
            rigid.say(mesh, isLeaf(i) ? saidOf(node, element(&file.json, "nodes", i)) : std::nullopt);
            continue;
        }
        const auto skin = static_cast<std::size_t>(node.skin);
        found.skins[skin] =
            recordedDequantisation(element(&file.json, "skins", skin), "rigkiln_skin").numbers;
        skinned.say(mesh, isWhollySkinned(model.meshes[mesh]) ? found.skins[skin] : std::nullopt);
    }
    found.rigid = rigid.take();
    if (skinned.isSplit()) {
        found.skins.assign(model.skins.size(), std::nullopt);
        found.skinned.assign(model.meshes.size(), std::nullopt);
    } else {
        found.skinned = skinned.take();
    }
    return found;
}

}  // namespace rigkiln::gltf
