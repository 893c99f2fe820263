#include "pipeline/process/fit_height.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/rest_placement.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/scene/raise_model.hpp"

namespace rigkiln {
namespace {

/// Part of the height by which a model may be above or below the ground and stays: floats round by as much.
constexpr double kStandsOnGround = 1e-7;

constexpr std::string_view kHeightOfPlace = "height_of";

/// Lowest and highest vertex at rest, along +Y.
struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    [[nodiscard]] bool isEmpty() const { return low > high; }
};

Extent extentOf(const Scene& scene, const std::vector<bool>& counts) {
    const std::vector<glm::dmat4> worlds = worldMatrices(scene, restPose(scene));
    Extent extent;
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        if (!counts[i]) continue;
        checkStop();
        const MeshInstance& instance = scene.instances[i];
        const RestPlacement placement(scene, instance, worlds);
        for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
            for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
                const double height = placement.position(primitive, v).y;
                extent.low = std::min(extent.low, height);
                extent.high = std::max(extent.high, height);
            }
        }
    }
    return extent;
}

/// Of what the source shows at rest, or of everything if it shows nothing.
Extent shownExtent(const Scene& scene) {
    std::vector<bool> counts = shownByDefault(scene);
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] = counts[i] && scene.joints[scene.instances[i].joint.value].visible;
    const Extent extent = extentOf(scene, counts);
    if (!extent.isEmpty()) return extent;
    return extentOf(scene, std::vector<bool>(scene.instances.size(), true));
}

/// Names for a message: all of them, up to a length that a person still reads.
std::string namesOf(const Scene& scene) {
    constexpr std::size_t kMost = 300;
    std::string names;
    for (std::size_t i = 0; i < scene.joints.size() && i < kMost; ++i)
        names += fmt::format("{}{}", i == 0 ? "" : ", ", quote(scene.joints[i].name));
    if (scene.joints.size() > kMost) names += fmt::format(" and {} others", scene.joints.size() - kMost);
    return names;
}

Result<std::size_t> findJoint(const Scene& scene, const std::string& name) {
    const auto find = [&](auto isIt) -> std::optional<std::size_t> {
        const auto found = std::ranges::find_if(scene.joints, isIt);
        if (found == scene.joints.end()) return std::nullopt;
        return static_cast<std::size_t>(found - scene.joints.begin());
    };
    const auto exact = find([&](const Joint& joint) { return toUtf8(joint.name) == name; });
    if (exact) return *exact;
    const auto folded = find([&](const Joint& joint) { return equalIgnoringCase(toUtf8(joint.name), name); });
    if (folded) return *folded;
    if (scene.joints.empty())
        return kUnsuitableSize.at(std::string(kHeightOfPlace),
                                  fmt::format("no joint {}; the model has no joints", quote(name)));
    std::vector<std::string_view> candidates;
    for (const Joint& joint : scene.joints)
        candidates.emplace_back(joint.name);
    const std::string hint = suggestion(name, candidates);
    return kUnsuitableSize.at(std::string(kHeightOfPlace),
                              fmt::format("no joint {}{}{}; the joints are {}", quote(name),
                                          hint.empty() ? "" : "; ", hint, namesOf(scene)));
}

Result<double> distanceOf(const Scene& scene, const HeightOptions& options) {
    const Result<std::size_t> from = findJoint(scene, options.from);
    if (!from) return from.error();
    const Result<std::size_t> to = findJoint(scene, options.to);
    if (!to) return to.error();
    const std::vector<glm::dmat4> worlds = worldMatrices(scene, restPose(scene));
    return glm::distance(worlds[*from][3], worlds[*to][3]);
}

Result<double> lengthOf(const Scene& scene, const HeightOptions& options) {
    if (!options.from.empty()) return distanceOf(scene, options);
    const Extent extent = shownExtent(scene);
    if (extent.isEmpty())
        return kUnsuitableSize.at("height", "the file has no vertices; name two joints with height_of");
    return extent.high - extent.low;
}

}  // namespace

Status fitHeight(Scene& scene, const HeightOptions& options) {
    const Result<double> length = lengthOf(scene, options);
    if (!length) return length.error();
    const double factor = options.metres / *length;
    if (!(*length > 0) || !std::isfinite(factor)) {
        const std::string what = options.from.empty() ? "the model"
                                                      : fmt::format("the distance from {} to {}",
                                                                    quote(options.from), quote(options.to));
        return kUnsuitableSize.at(
            "height", fmt::format("{} is {} units at rest, which cannot become {} m; use scale", what,
                                  numberText(*length), numberText(options.metres)));
    }
    convertCoordinates(scene, factor);
    return Done{};
}

Status standOnGround(Scene& scene) {
    const Extent extent = shownExtent(scene);
    if (extent.isEmpty())
        return kUnsuitableSize.at("feet_on_ground", "the file has no vertices, so it has no lowest one");
    const double rounding = kStandsOnGround * std::max(std::abs(extent.low), std::abs(extent.high));
    if (std::isfinite(rounding) && std::abs(extent.low) > rounding) raiseModel(scene, -extent.low);
    return Done{};
}

}  // namespace rigkiln
