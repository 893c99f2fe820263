#include "pipeline/conversion/library_print.hpp"

#include <map>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

using JointsByName = std::map<std::string_view, const PrintedJoint*>;

JointsByName byName(const LibraryPrint& print) {
    JointsByName joints;
    for (const PrintedJoint& joint : print.joints)
        joints.emplace(joint.name, &joint);
    return joints;
}

std::string placeOf(const PrintedJoint& joint, const LibraryPrint& print) {
    return joint.parent ? "below " + quote(print.joints[*joint.parent].name) : std::string("a root");
}

std::string textOf(const glm::vec3& value) {
    return fmt::format("{}, {}, {}", value.x, value.y, value.z);
}

std::string textOf(const glm::quat& value) {
    return fmt::format("{}, {}, {}, {}", value.x, value.y, value.z, value.w);
}

std::string shownText(const PrintedJoint& joint) {
    return joint.shown.empty() ? std::string("nothing") : joint.shown;
}

/// Texts of a property that differs in two joints.
struct Pair {
    std::string_view property;
    std::string own;
    std::string other;
};

std::optional<Pair> differenceOf(const PrintedJoint& own, const LibraryPrint& ofOwn,
                                 const PrintedJoint& other, const LibraryPrint& ofOther) {
    const std::string place = placeOf(own, ofOwn);
    const std::string otherPlace = placeOf(other, ofOther);
    if (place != otherPlace) return Pair{"is", place, otherPlace};
    if (own.rest.translation != other.rest.translation)
        return Pair{"rests at", textOf(own.rest.translation), textOf(other.rest.translation)};
    if (own.rest.rotation != other.rest.rotation)
        return Pair{"rests with the rotation", textOf(own.rest.rotation), textOf(other.rest.rotation)};
    if (own.rest.scale != other.rest.scale)
        return Pair{"rests with the scale", textOf(own.rest.scale), textOf(other.rest.scale)};
    const auto skinText = [](const PrintedJoint& joint) { return joint.isInSkin ? "in a skin" : "in none"; };
    if (own.isInSkin != other.isInSkin) return Pair{"is", skinText(own), skinText(other)};
    const auto sightText = [](const PrintedJoint& joint) { return joint.isVisible ? "shown" : "hidden"; };
    if (own.isVisible != other.isVisible) return Pair{"is at rest", sightText(own), sightText(other)};
    if (own.shown != other.shown) return Pair{"shows and hides", shownText(own), shownText(other)};
    return std::nullopt;
}

std::optional<std::string> firstJointDifference(const LibraryPrint& own, const LibraryPrint& other,
                                                std::string_view owner) {
    const JointsByName others = byName(other);
    for (const PrintedJoint& joint : own.joints) {
        const auto found = others.find(joint.name);
        if (found == others.end())
            return fmt::format("joint {} is not in {}", quote(joint.name), quote(owner));
        if (const auto pair = differenceOf(joint, own, *found->second, other))
            return fmt::format("joint {} {} {}, and in {} {}", quote(joint.name), pair->property, pair->own,
                               quote(owner), pair->other);
    }
    if (own.joints.size() == other.joints.size()) return std::nullopt;
    const JointsByName owns = byName(own);
    for (const PrintedJoint& joint : other.joints) {
        if (!owns.contains(joint.name))
            return fmt::format("joint {} is only in {}", quote(joint.name), quote(owner));
    }
    return fmt::format("it has {} joints, and {} has {}", own.joints.size(), quote(owner),
                       other.joints.size());
}

std::optional<std::string> firstClipDifference(const LibraryPrint& own, const LibraryPrint& other,
                                               std::string_view owner) {
    std::map<std::string_view, const PrintedClip*> others;
    for (const PrintedClip& clip : other.clips)
        others.emplace(clip.name, &clip);
    for (const PrintedClip& clip : own.clips) {
        const auto found = others.find(clip.name);
        if (found == others.end()) return fmt::format("clip {} is not in {}", quote(clip.name), quote(owner));
        if (found->second->digest != clip.digest)
            return fmt::format("clip {} has other keys or other data in {}", quote(clip.name), quote(owner));
        others.erase(found);
    }
    if (others.empty()) return std::nullopt;
    return fmt::format("clip {} is only in {}", quote(others.begin()->first), quote(owner));
}

}  // namespace

std::size_t LibraryPrint::sizeBytes() const {
    std::size_t bytes = sizeof *this;
    for (const PrintedJoint& joint : joints)
        bytes += sizeof joint + joint.name.size() + joint.shown.size();
    for (const PrintedClip& clip : clips)
        bytes += sizeof clip + clip.name.size();
    return bytes;
}

std::optional<std::string> firstDifference(const LibraryPrint& own, const LibraryPrint& other,
                                           std::string_view owner) {
    if (auto difference = firstJointDifference(own, other, owner)) return difference;
    return firstClipDifference(own, other, owner);
}

}  // namespace rigkiln
