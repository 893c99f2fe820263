#include "exporters/swat3/gsm_grips.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/matrix.hpp>

#include "exporters/swat3/gsm_corners.hpp"
#include "exporters/swat3/gsm_export_issues.hpp"
#include "exporters/swat3/gsm_positions.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/transform.hpp"
#include "pipeline/wayback/choose_joints.hpp"
#include "pipeline/wayback/export_errors.hpp"
#include "pipeline/wayback/extras_values.hpp"

namespace rigkiln::swat3_export {
namespace {

/// Matrices that differ by no more than this share of their size are the same place.
constexpr double kSameGripPlace = 1e-4;
constexpr std::size_t kNumbers = 12;  ///< nine of the rows, three of the position

enum class GripKind { None, Grip, Gripper };

GripKind kindOf(std::string_view kind, std::string_view name) {
    if (kind == "gripper") return GripKind::Gripper;
    if (kind == "grip") return GripKind::Grip;
    if (startsWithIgnoringCase(name, "Gripper")) return GripKind::Gripper;
    return startsWithIgnoringCase(name, "Grip") ? GripKind::Grip : GripKind::None;
}

/// Rows of a matrix for row vectors are the columns of the one for column vectors.
glm::dmat4 matrixOf(const std::array<float, kNumbers>& stored) {
    glm::dmat4 matrix(1.0);
    for (std::size_t i = 0; i < kNumbers; ++i)
        matrix[static_cast<glm::length_t>(i / 3)][static_cast<glm::length_t>(i % 3)] =
            static_cast<double>(stored.at(i));
    return matrix;
}

bool isSame(const glm::dmat4& left, const glm::dmat4& right) {
    double size = 0;
    double apart = 0;
    for (glm::length_t column = 0; column < 3; ++column) {
        size = std::max(size, glm::length(glm::dvec3(right[column])));
        apart = std::max(apart, glm::distance(glm::dvec3(left[column]), glm::dvec3(right[column])));
    }
    const double reach = std::max(glm::length(glm::dvec3(right[3])), 1.0);
    return apart <= kSameGripPlace * std::max(size, kSameGripPlace) &&
           glm::distance(glm::dvec3(left[3]), glm::dvec3(right[3])) <= kSameGripPlace * reach;
}

/// A grip of the scene that is not converted yet.
struct Candidate {
    std::string_view name;
    IndexOf<Joint> joint;
    glm::dmat4 local{1.0};  ///< from the grip to the joint, in the file's axes and units
    const Properties* extras = nullptr;
    GripKind kind = GripKind::None;
    std::size_t index = 0;  ///< stored index; new ones come after all others
};

class GripMaker {
public:
    GripMaker(const Scene& scene, const GsmRequest& request) : scene_(scene), request_(request) {}

    Result<GripTables> make(Diagnostics& diagnostics) {
        find(diagnostics);
        std::ranges::stable_sort(found_, {}, &Candidate::index);
        const swat3::Rig rig(request_.skeleton.skeletons);
        GripTables tables;
        for (const Candidate& candidate : found_) {
            const auto bone = nearestBone(scene_, request_.skeleton.bones, candidate.joint);
            if (!bone) return hangsOnNothing(candidate);
            const glm::dmat4 place = placeOf(candidate, *bone);
            auto& grips = candidate.kind == GripKind::Grip ? tables.grips : tables.grippers;
            grips.push_back(gripOf(candidate, *bone, place));
            grips.back().bone = rig.bone(*bone).id;
        }
        if (auto excess = findExcess(tables.grips.size(), "grips")) return *std::move(excess);
        if (auto excess = findExcess(tables.grippers.size(), "grippers")) return *std::move(excess);
        return tables;
    }

private:
    void find(Diagnostics& diagnostics) {
        for (const Attachment& attachment : scene_.attachments) {
            const GripKind kind = kindOf(attachment.kind, attachment.name);
            if (kind == GripKind::None) {
                diagnostics.add(
                    kAttachmentLeftOut, fmt::format("attachment {}", quote(attachment.name)),
                    attachment.kind.empty() ? std::string() : fmt::format("kind {}", quote(attachment.kind)));
                continue;
            }
            add({.name = attachment.name,
                 .joint = attachment.joint,
                 .local = request_.space.matrix(toMatrix(attachment.local)),
                 .extras = &attachment.extras,
                 .kind = kind});
        }
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            const Joint& joint = scene_.joints[i];
            const GripKind kind = kindOf({}, joint.name);
            if (kind == GripKind::None || request_.skeleton.bones[i]) continue;
            add({.name = joint.name, .joint = IndexOf<Joint>(i), .extras = &joint.extras, .kind = kind});
        }
    }

    void add(Candidate candidate) {
        const auto index = shortIn(*candidate.extras, "index");
        candidate.index = index ? std::size_t{*index} : std::numeric_limits<std::size_t>::max();
        found_.push_back(candidate);
    }

    /// Place of a grip in the space of the bone.
    [[nodiscard]] glm::dmat4 placeOf(const Candidate& candidate, std::size_t bone) const {
        const TargetSkeleton& skeleton = request_.skeleton;
        return glm::affineInverse(skeleton.bind[bone]) * skeleton.world[candidate.joint.value] *
               candidate.local;
    }

    /// Place that a reader makes of stored numbers, in the space of the bone. Readers leave out shear, and
    /// take the identity for numbers that are no place.
    [[nodiscard]] glm::dmat4 placeOf(const std::array<float, kNumbers>& stored, std::size_t bone) const {
        if (!swat3::isPlace(stored)) return glm::dmat4(1.0);
        glm::dmat4 local = matrixOf(stored);
        if (request_.style.grips == swat3::Space::Model)
            local = glm::affineInverse(request_.skeleton.bind[bone]) * local;
        return toMatrix(decompose(local).transform);
    }

    [[nodiscard]] swat3::GsmGrip gripOf(const Candidate& candidate, std::size_t bone,
                                        const glm::dmat4& place) const {
        swat3::GsmGrip grip;
        grip.name = toStoredText(candidate.name);
        std::array<float, kNumbers> numbers{};
        const auto stored = floatsIn<kNumbers>(*candidate.extras, "matrix");
        if (stored && isSame(place, placeOf(*stored, bone))) {
            numbers = *stored;
        } else {
            const bool isInModel = request_.style.grips == swat3::Space::Model;
            const glm::dmat4 matrix = isInModel ? request_.skeleton.bind[bone] * place : place;
            for (std::size_t i = 0; i < kNumbers; ++i)
                numbers.at(i) = static_cast<float>(
                    matrix[static_cast<glm::length_t>(i / 3)][static_cast<glm::length_t>(i % 3)]);
        }
        std::copy_n(numbers.begin(), grip.rows.size(), grip.rows.begin());
        std::copy_n(numbers.begin() + grip.rows.size(), grip.position.size(), grip.position.begin());
        return grip;
    }

    [[nodiscard]] Error hangsOnNothing(const Candidate& candidate) const {
        return kSkeletonDiffers.at(
            fmt::format("grip {}", quote(candidate.name)),
            fmt::format(
                "hangs on joint {}, and neither it nor a parent of it is one of the {} bones of the file",
                quote(scene_.joints[candidate.joint.value].name), request_.skeleton.bind.size()));
    }

    const Scene& scene_;
    const GsmRequest& request_;
    std::vector<Candidate> found_;
};

}  // namespace

Result<GripTables> makeGrips(const Scene& scene, const GsmRequest& request, Diagnostics& diagnostics) {
    return GripMaker(scene, request).make(diagnostics);
}

}  // namespace rigkiln::swat3_export
