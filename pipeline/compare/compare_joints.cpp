#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/compare/compare_parts.hpp"
#include "pipeline/compare/match_names.hpp"

namespace rigkiln {
namespace {

std::string_view visibleText(bool isVisible) {
    return isVisible ? "shown" : "hidden";
}

/// Largest displacement of a place and of points around it, at the distance at which a transform of an object
/// without size is measured. In units of the left scene.
double placeDistance(const ScenePair& pair, const glm::dmat4& left, const glm::dmat4& right) {
    constexpr double kReach = 0.03;  // metres, that of the probe points of bare joints
    const double reach = kReach * pair.options.scale;
    double largest = glm::length(glm::dvec3(left[3] - right[3]));
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec4 moved = (left[3] - right[3]) + reach * (left[axis] - right[axis]);
        largest = std::max(largest, glm::length(glm::dvec3(moved)));
    }
    return largest;
}

/// Compares the joint and the local transform of something that hangs on a joint.
template <class Element>
void comparePlace(const ScenePair& pair, ComparedPart part, const std::string& object, const Element& left,
                  const Element& right, DifferenceList& found) {
    if (!pair.isSameJoint(left.joint, right.joint)) {
        found.add({.part = part,
                   .gravity = Gravity::Shape,
                   .object = object,
                   .text = fmt::format("on joint {}, {}", jointText(pair.left, left.joint),
                                       jointText(pair.right, right.joint))});
    }
    const double distance = pair.metres(placeDistance(pair, toMatrix(left.local), toMatrix(right.local)));
    if (distance <= pair.options.length) return;
    found.add({.part = part,
               .gravity = Gravity::Shape,
               .object = object,
               .text = fmt::format("{} apart", lengthText(distance)),
               .distance = distance,
               .weight = distance});
}

void compareLight(const ScenePair& pair, const std::string& object, const Light& left, const Light& right,
                  DifferenceList& found) {
    const auto add = [&](std::string_view field, const std::string& one, const std::string& other) {
        found.add({.part = ComparedPart::Lights,
                   .gravity = Gravity::Look,
                   .object = object,
                   .text = fmt::format("{}: {}, {}", field, one, other)});
    };
    const auto number = [&](std::string_view field, float one, float other) {
        const double reach = std::max(1.0, std::abs(static_cast<double>(one)));
        if (std::abs(static_cast<double>(one) - static_cast<double>(other)) > pair.options.share * reach)
            add(field, numberText(one), numberText(other));
    };
    const auto kindText = [](LightKind kind) -> std::string {
        if (kind == LightKind::Point) return "point";
        return kind == LightKind::Spot ? "spot" : "directional";
    };
    if (left.kind != right.kind) add("kind", kindText(left.kind), kindText(right.kind));
    number("red", left.color.x, right.color.x);
    number("green", left.color.y, right.color.y);
    number("blue", left.color.z, right.color.z);
    number("intensity", left.intensity, right.intensity);
    if (left.range.has_value() != right.range.has_value()) {
        add("range", left.range ? numberText(*left.range) : "none",
            right.range ? numberText(*right.range) : "none");
    } else if (left.range) {
        number("range", *left.range, *right.range);
    }
    if (left.kind != LightKind::Spot || right.kind != LightKind::Spot) return;
    number("inner cone angle", left.innerConeAngle, right.innerConeAngle);
    number("outer cone angle", left.outerConeAngle, right.outerConeAngle);
}

}  // namespace

void compareJoints(const ScenePair& pair, DifferenceList& found) {
    const auto objectOf = [](const Joint& joint) { return "joint " + quote(joint.name); };
    for (std::size_t joint = 0; joint < pair.partners.size(); ++joint) {
        const Joint& left = pair.left.joints[joint];
        if (!pair.partners[joint]) {
            found.addMissing(ComparedPart::Structure, objectOf(left), true);
            continue;
        }
        const Joint& right = pair.right.joints[pair.partners[joint]->value];
        if (!pair.isSameJoint(left.parent, right.parent)) {
            found.add({.part = ComparedPart::Structure,
                       .gravity = Gravity::Shape,
                       .object = objectOf(left),
                       .text = fmt::format("parent: {}, {}", jointText(pair.left, left.parent),
                                           jointText(pair.right, right.parent))});
        }
        if (left.visible != right.visible) {
            found.add({.part = ComparedPart::Structure,
                       .gravity = Gravity::Look,
                       .object = objectOf(left),
                       .text = fmt::format("at rest: {}, {}", visibleText(left.visible),
                                           visibleText(right.visible))});
        }
    }
    for (std::size_t joint = 0; joint < pair.backPartners.size(); ++joint) {
        if (!pair.backPartners[joint])
            found.addMissing(ComparedPart::Structure, objectOf(pair.right.joints[joint]), false);
    }
}

void compareAttachments(const ScenePair& pair, DifferenceList& found) {
    const NameMatches matches =
        matchNames(pair.left.attachments, pair.right.attachments, [](const Attachment& attachment) {
            return std::pair<std::string_view, std::string_view>(attachment.name, attachment.kind);
        });
    const auto objectOf = [](const Attachment& attachment) {
        return fmt::format("{} {}", attachment.kind, quote(attachment.name));
    };
    for (std::size_t i = 0; i < matches.ofLeft.size(); ++i) {
        const Attachment& left = pair.left.attachments[i];
        if (!matches.ofLeft[i]) {
            found.addMissing(ComparedPart::Attachments, objectOf(left), true);
            continue;
        }
        const Attachment& right = pair.right.attachments[*matches.ofLeft[i]];
        comparePlace(pair, ComparedPart::Attachments, objectOf(left), left, right, found);
        if (left.hidden != right.hidden) {
            found.add({.part = ComparedPart::Attachments,
                       .gravity = Gravity::Look,
                       .object = objectOf(left),
                       .text = fmt::format("{}, {}", visibleText(!left.hidden), visibleText(!right.hidden))});
        }
    }
    for (std::size_t i = 0; i < matches.ofRight.size(); ++i) {
        if (!matches.ofRight[i])
            found.addMissing(ComparedPart::Attachments, objectOf(pair.right.attachments[i]), false);
    }
}

void compareLights(const ScenePair& pair, DifferenceList& found) {
    const NameMatches matches = matchNames(pair.left.lights, pair.right.lights,
                                           [](const Light& light) { return std::string_view(light.name); });
    const auto objectOf = [](const Light& light) { return "light " + quote(light.name); };
    for (std::size_t i = 0; i < matches.ofLeft.size(); ++i) {
        const Light& left = pair.left.lights[i];
        if (!matches.ofLeft[i]) {
            found.addMissing(ComparedPart::Lights, objectOf(left), true);
            continue;
        }
        const Light& right = pair.right.lights[*matches.ofLeft[i]];
        comparePlace(pair, ComparedPart::Lights, objectOf(left), left, right, found);
        compareLight(pair, objectOf(left), left, right, found);
    }
    for (std::size_t i = 0; i < matches.ofRight.size(); ++i) {
        if (!matches.ofRight[i])
            found.addMissing(ComparedPart::Lights, objectOf(pair.right.lights[i]), false);
    }
}

}  // namespace rigkiln
