#include "pipeline/inspect/size_facts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <glm/mat4x4.hpp>

#include "pipeline/animation/pose.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr double kUsualHeight = 1.8;  // metres, of a human
constexpr double kLeastHeight = 1.4;  // below it a skeleton is not in metres
constexpr double kLargestHeight = 2.3;

/// Joints that a skin names; each once.
std::vector<std::size_t> skinnedJoints(const Scene& scene) {
    std::vector<std::size_t> joints;
    for (const Skin& skin : scene.skins) {
        for (const IndexOf<Joint> joint : skin.joints)
            joints.push_back(joint.value);
    }
    std::ranges::sort(joints);
    joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
    return joints;
}

template <std::size_t count>
bool hasOneOf(std::string_view name, const std::array<std::string_view, count>& words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

/// Rounds to two digits: nobody measured the model more exactly.
double twoDigits(double number) {
    const double step = std::pow(10.0, std::floor(std::log10(number)) - 1);
    return std::round(number / step) * step;
}

double heightOf(const Scene& scene) {
    const std::vector<glm::dmat4> world = worldMatrices(scene, restPose(scene));
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    for (const std::size_t joint : skinnedJoints(scene)) {
        lowest = std::min(lowest, world[joint][3].y);
        highest = std::max(highest, world[joint][3].y);
    }
    return std::max(0.0, highest - lowest);
}

}  // namespace

bool looksHuman(const Scene& scene) {
    constexpr std::array<std::string_view, 1> kHeads = {"head"};
    constexpr std::array<std::string_view, 3> kArms = {"hand", "arm", "wrist"};
    constexpr std::array<std::string_view, 5> kLegs = {"foot", "leg", "thigh", "calf", "ankle"};
    bool hasHead = false;
    std::size_t arms = 0;
    std::size_t legs = 0;
    for (const std::size_t joint : skinnedJoints(scene)) {
        const std::string name = foldCase(scene.joints[joint].name);
        hasHead = hasHead || hasOneOf(name, kHeads);
        arms += hasOneOf(name, kArms) ? 1U : 0U;
        legs += hasOneOf(name, kLegs) ? 1U : 0U;
    }
    return hasHead && arms >= 2 && legs >= 2;
}

SizeFacts sizeFacts(const Scene& scene) {
    SizeFacts facts{.bounds = restBounds(scene)};
    for (const MeshInstance& instance : scene.instances) {
        for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
            facts.vertices += primitive.positions.size();
            facts.triangles += primitive.indices.size() / 3;
        }
    }
    facts.skeletonHeight = heightOf(scene);
    const bool isLifeSize = facts.skeletonHeight >= kLeastHeight && facts.skeletonHeight <= kLargestHeight;
    if (facts.skeletonHeight > 0 && !isLifeSize && looksHuman(scene))
        facts.suggestedScale = twoDigits(kUsualHeight / facts.skeletonHeight);
    return facts;
}

}  // namespace rigkiln
