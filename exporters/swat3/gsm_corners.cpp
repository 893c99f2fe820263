#include "exporters/swat3/gsm_corners.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/wayback/choose_joints.hpp"
#include "pipeline/wayback/export_errors.hpp"

namespace rigkiln::swat3_export {
namespace {

/// Rounding of rest poses and inverse bind matrices, which are stored in single precision, along a chain of
/// joints; as a share of the distance from the origin. A vertex that is moved by no more keeps its position
/// to the bit.
constexpr double kRounding = 4e-6;
constexpr float kSmallestWeight = 1.0F / 256.0F;
constexpr float kWeightRounding = 1e-5F;

/// How one joint moves a mesh to its place at rest.
struct Mover {
    IndexOf<Joint> joint;
    std::optional<std::size_t> bone;
    bool isBone = false;  ///< the joint itself is the bone, not a parent of it
    glm::dmat4 matrix{1.0};
    glm::dmat3 normals{1.0};
    double reach = 0;  ///< distance from the origin to the joint
    bool mirrors = false;
};

Mover makeMover(const Scene& scene, const TargetSkeleton& skeleton, IndexOf<Joint> joint,
                const glm::dmat4& toJoint) {
    const glm::dmat4& world = skeleton.world[joint.value];
    Mover mover{.joint = joint,
                .bone = nearestBone(scene, skeleton.bones, joint),
                .isBone = skeleton.bones[joint.value].has_value(),
                .matrix = world * toJoint};
    const glm::dmat3 linear(mover.matrix);
    const double determinant = glm::determinant(linear);
    mover.mirrors = determinant < 0;
    mover.normals = determinant == 0 ? glm::dmat3(0.0) : glm::transpose(glm::inverse(linear));
    mover.reach = glm::length(glm::dvec3(world[3]));
    return mover;
}

glm::dvec3 move(const Mover& mover, const glm::dvec3& point) {
    const glm::dvec3 moved(mover.matrix * glm::dvec4(point, 1.0));
    const double size = std::max(glm::length(point), mover.reach);
    return glm::distance(moved, point) <= kRounding * size ? point : moved;
}

/// `normal` is in the axes of the file.
glm::dvec3 moveNormal(const Mover& mover, const glm::dvec3& normal) {
    const glm::dvec3 moved = mover.normals * normal;
    const double length = glm::length(moved);
    return length > 0 && std::isfinite(length) ? moved / length : glm::dvec3(0.0);
}

const VertexAttribute* findAttribute(const Primitive& primitive, std::string_view name,
                                     std::uint32_t leastComponents) {
    const auto found = std::ranges::find(primitive.attributes, name, &VertexAttribute::name);
    return found == primitive.attributes.end() || found->components < leastComponents ? nullptr : &*found;
}

std::uint16_t toShort(float number, float most) {
    return static_cast<std::uint16_t>(std::lround(std::clamp(number, 0.0F, most)));
}

/// Reads hit zones from the attributes of a primitive.
class HitAttribute {
public:
    explicit HitAttribute(const Primitive& primitive)
        : numbers_(findAttribute(primitive, "_GSM_HIT", 1)),
          colors_(findAttribute(primitive, "_HITCOLOR", 3)) {}

    [[nodiscard]] std::optional<std::uint16_t> of(std::size_t vertex) const {
        if (numbers_ != nullptr)
            return toShort(numbers_->values[vertex * numbers_->components],
                           std::numeric_limits<std::uint16_t>::max());
        if (colors_ == nullptr) return std::nullopt;
        constexpr float kMost = 31;
        const float* color = &colors_->values[vertex * colors_->components];
        const auto part = [&](int i) { return static_cast<unsigned>(toShort(color[i] * kMost, kMost)); };
        return static_cast<std::uint16_t>((part(0) << 10U) | (part(1) << 5U) | part(2));
    }

private:
    const VertexAttribute* numbers_;
    const VertexAttribute* colors_;
};

class SurfaceGatherer {
public:
    SurfaceGatherer(const Scene& scene, const GsmRequest& request) : scene_(scene), request_(request) {}

    Result<Surface> gather(Diagnostics& diagnostics) {
        for (const MeshInstance& instance : scene_.instances) {
            if (isDrawn(instance) && !error_) add(instance);
        }
        if (error_) return *error_;
        for (const auto& [joint, count] : raised_)
            diagnostics.add(kWeightsToParent, fmt::format("joint {}", quote(scene_.joints[joint.value].name)),
                            fmt::format("{} vertices", count));
        if (smallWeights_ > 0)
            diagnostics.add(kSmallWeights, "vertices", fmt::format("{} weights", smallWeights_));
        return std::move(surface_);
    }

private:
    /// A primitive with the data that is needed to read its vertices.
    struct Source {
        const MeshInstance& instance;
        const Primitive& primitive;
        const std::vector<Mover>& movers;  ///< by joint of the skin; one for meshes without a skin
        HitAttribute hits;
        const std::vector<glm::vec2>* texCoords = nullptr;  ///< null when there are none
    };

    void add(const MeshInstance& instance) {
        const std::vector<Mover> movers = moversOf(instance);
        for (const Primitive& primitive : scene_.meshes[instance.mesh.value].primitives) {
            if (error_) return;
            add({.instance = instance,
                 .primitive = primitive,
                 .movers = movers,
                 .hits = HitAttribute(primitive),
                 .texCoords = texCoordsOf(primitive)});
        }
    }

    [[nodiscard]] std::vector<Mover> moversOf(const MeshInstance& instance) const {
        if (!instance.skin) return {makeMover(scene_, request_.skeleton, instance.joint, glm::dmat4(1.0))};
        const Skin& skin = scene_.skins[instance.skin->value];
        std::vector<Mover> movers;
        for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
            movers.push_back(makeMover(scene_, request_.skeleton, skin.joints[slot],
                                       request_.space.matrix(glm::dmat4(skin.inverseBindMatrices[slot]))));
        }
        return movers;
    }

    /// Texture coordinates of the base colour texture; null when there are none.
    [[nodiscard]] const std::vector<glm::vec2>* texCoordsOf(const Primitive& primitive) const {
        std::size_t set = 0;
        if (primitive.material) {
            const auto& texture = scene_.materials[primitive.material->value].baseColorTexture;
            if (texture) set = texture->texCoordSet;
        }
        const bool exists = set < primitive.texCoordSets.size() && !primitive.texCoordSets[set].empty();
        return exists ? &primitive.texCoordSets[set] : nullptr;
    }

    void add(const Source& source) {
        const Primitive& primitive = source.primitive;
        if (primitive.indices.empty()) return;
        constexpr std::uint32_t kNew = std::numeric_limits<std::uint32_t>::max();
        std::vector<std::uint32_t> numbers(primitive.positions.size(), kNew);
        std::vector<bool> mirrored(primitive.positions.size(), false);
        for (std::size_t first = 0; first + 2 < primitive.indices.size(); first += 3) {
            std::array<std::uint32_t, 3> triangle{};
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::uint32_t index = primitive.indices[first + corner];
                if (numbers[index] == kNew) {
                    numbers[index] = static_cast<std::uint32_t>(surface_.vertices.size());
                    mirrored[index] = addVertex(source, index);
                    if (error_) return;
                }
                triangle.at(corner) = numbers[index];
            }
            if (request_.style.isClockwise != mirrored[primitive.indices[first]])
                std::swap(triangle[1], triangle[2]);
            surface_.triangles.push_back(triangle);
        }
        if (surface_.groups.empty() || surface_.groups.back().material != primitive.material)
            surface_.groups.push_back({.material = primitive.material, .triangleCount = 0});
        surface_.groups.back().triangleCount += primitive.indices.size() / 3;
    }

    /// Adds a vertex. Returns whether its main bone mirrors it.
    bool addVertex(const Source& source, std::size_t index) {
        const glm::dvec3 point = request_.space.point(glm::dvec3(source.primitive.positions[index]));
        SurfaceVertex vertex;
        const Mover* main = &source.movers.front();
        float most = -1;
        const auto pull = [&](const Mover& mover, float weight) {
            if (weight > most) main = &mover;
            most = std::max(most, weight);
            if (!mover.bone && weight < kSmallestWeight) {
                ++smallWeights_;
                return;
            }
            if (!mover.bone) return fail(source, mover);
            if (!mover.isBone) ++raised_[mover.joint];
            addPull(vertex.pulls, {.bone = *mover.bone, .weight = weight, .place = move(mover, point)});
        };
        if (source.instance.skin) {
            for (const InfluenceSet& set : source.primitive.influenceSets) {
                for (std::size_t i = 0; i < 4; ++i) {
                    const float weight = set.weights[index][static_cast<glm::length_t>(i)];
                    if (weight > 0) pull(source.movers[set.joints[index].at(i)], weight);
                }
            }
        } else {
            pull(*main, 1.0F);
        }
        // Weights sum to 1, so this happens only where no joint has a bone.
        if (vertex.pulls.empty()) fail(source, *main);
        if (error_) return false;
        smallWeights_ += settleWeights(vertex.pulls);
        checkPlaces(source, index, vertex.pulls);
        if (!source.primitive.normals.empty())
            vertex.normal =
                moveNormal(*main, request_.space.direction(glm::dvec3(source.primitive.normals[index])));
        if (source.texCoords != nullptr) {
            const glm::vec2& texCoord = (*source.texCoords)[index];
            vertex.texCoord = {texCoord.x, texCoord.y};
        }
        vertex.hit = source.hits.of(index);
        surface_.vertices.push_back(std::move(vertex));
        return main->mirrors;
    }

    static void addPull(std::vector<Pull>& pulls, const Pull& pull) {
        const auto same = std::ranges::find(pulls, pull.bone, &Pull::bone);
        if (same == pulls.end()) {
            pulls.push_back(pull);
            return;
        }
        // Two influences become one of the same bone: its place is their mean by weight.
        const auto share = static_cast<double>(pull.weight / (same->weight + pull.weight));
        same->place += share * (pull.place - same->place);
        same->weight += pull.weight;
    }

    /// Drops small weights and makes the others sum to 1. Returns the number of dropped ones.
    static std::size_t settleWeights(std::vector<Pull>& pulls) {
        std::ranges::sort(pulls, [](const Pull& left, const Pull& right) {
            return left.weight != right.weight ? left.weight > right.weight : left.bone < right.bone;
        });
        const auto small = std::find_if(pulls.begin() + 1, pulls.end(),
                                        [](const Pull& pull) { return pull.weight < kSmallestWeight; });
        const auto dropped = static_cast<std::size_t>(pulls.end() - small);
        pulls.erase(small, pulls.end());
        double sum = 0;
        for (const Pull& pull : pulls)
            sum += static_cast<double>(pull.weight);
        // Weights that sum to 1 already keep their stored values.
        if (pulls.size() > 1 && std::abs(sum - 1) <= static_cast<double>(kWeightRounding)) return dropped;
        for (Pull& pull : pulls)
            pull.weight = static_cast<float>(static_cast<double>(pull.weight) / sum);
        return dropped;
    }

    void checkPlaces(const Source& source, std::size_t index, const std::vector<Pull>& pulls) {
        for (const Pull& pull : pulls) {
            const std::array place = {static_cast<float>(pull.place.x), static_cast<float>(pull.place.y),
                                      static_cast<float>(pull.place.z)};
            if (swat3::isPlace(place)) continue;
            error_ = kNotRepresentable.at(
                fmt::format("mesh {}", quote(source.instance.name)),
                fmt::format("vertex {} stands at ({}, {}, {}) of the file's units, at most {} is expected",
                            index, place[0] + 0.0F, place[1] + 0.0F, place[2] + 0.0F, swat3::kFarthest));
            return;
        }
    }

    void fail(const Source& source, const Mover& mover) {
        if (error_) return;
        error_ = kSkeletonDiffers.at(
            fmt::format("mesh {}", quote(source.instance.name)),
            fmt::format(
                "vertices follow joint {}, and neither it nor a parent of it is one of the {} bones of "
                "the file",
                quote(scene_.joints[mover.joint.value].name), request_.skeleton.bind.size()));
    }

    const Scene& scene_;
    const GsmRequest& request_;
    Surface surface_;
    std::map<IndexOf<Joint>, std::size_t> raised_;  ///< number of vertices by joint that is no bone
    std::size_t smallWeights_ = 0;
    std::optional<Error> error_;
};

}  // namespace

bool isDrawn(const MeshInstance& instance) {
    return instance.role == MeshRole::Render && !instance.hidden;
}

Result<Surface> gatherSurface(const Scene& scene, const GsmRequest& request, Diagnostics& diagnostics) {
    return SurfaceGatherer(scene, request).gather(diagnostics);
}

glm::dvec3 placeOf(const SurfaceVertex& vertex) {
    glm::dvec3 sum(0.0);
    for (const Pull& pull : vertex.pulls)
        sum += static_cast<double>(pull.weight) * pull.place;
    return sum;
}

}  // namespace rigkiln::swat3_export
