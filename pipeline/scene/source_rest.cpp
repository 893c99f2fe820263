#include "pipeline/scene/source_rest.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

constexpr std::string_view kRotationMember = "rotation";
constexpr std::string_view kTranslationMember = "translation";
constexpr std::string_view kPosedRotation = "posed_rotation";
constexpr std::string_view kPosedTranslation = "posed_translation";

/// Distance of two unit quaternions, and part of the length of a translation, by which another program may
/// have rounded what was written.
constexpr float kRounding = 1e-4F;

Value listOf(const glm::vec3& vector) {
    return ValueList{vector.x, vector.y, vector.z};
}

Value listOf(const glm::quat& rotation) {
    return ValueList{rotation.x, rotation.y, rotation.z, rotation.w};
}

/// Numbers of a member, whatever types a reader of JSON gave them.
template <std::size_t Count>
std::optional<std::array<float, Count>> numbersOf(const Properties& record, std::string_view name) {
    const Value* value = record.find(name);
    const auto* list = value == nullptr ? nullptr : std::get_if<ValueList>(&value->content());
    if (list == nullptr || list->size() != Count) return std::nullopt;
    std::array<float, Count> numbers{};
    for (std::size_t i = 0; i < Count; ++i) {
        numbers[i] = std::visit(
            [](const auto& content) -> float {
                using Content = std::decay_t<decltype(content)>;
                if constexpr (std::is_arithmetic_v<Content> && !std::is_same_v<Content, bool>) {
                    return static_cast<float>(content);
                } else {
                    return NAN;
                }
            },
            (*list)[i].content());
        if (!std::isfinite(numbers[i])) return std::nullopt;
    }
    return numbers;
}

std::optional<glm::quat> rotationOf(const Properties& record, std::string_view name) {
    const auto numbers = numbersOf<4>(record, name);
    if (!numbers) return std::nullopt;
    const glm::quat rotation((*numbers)[3], (*numbers)[0], (*numbers)[1], (*numbers)[2]);
    return isUnitKey(rotation) ? std::optional(rotation) : std::nullopt;
}

std::optional<glm::vec3> translationOf(const Properties& record, std::string_view name) {
    const auto numbers = numbersOf<3>(record, name);
    if (!numbers) return std::nullopt;
    return glm::vec3((*numbers)[0], (*numbers)[1], (*numbers)[2]);
}

bool areNear(const glm::quat& left, const glm::quat& right) {
    return std::min(glm::length(left - right), glm::length(left + right)) <= kRounding;
}

bool areNear(const glm::vec3& left, const glm::vec3& right) {
    return glm::distance(left, right) <= kRounding * std::max(1e-3F, glm::length(right));
}

/// Restores one property. Returns whether it did.
template <class Property>
bool restore(Property& rest, const std::optional<Property>& posed, const std::optional<Property>& source) {
    if (!posed || !source || !areNear(rest, *posed)) return false;
    rest = *source;
    return true;
}

/// Whether joints got properties of the source's rest pose back.
struct Restored {
    bool rotation = false;
    bool translation = false;
};

Restored restoreJoint(Joint& joint, const Properties& record) {
    return {.rotation = restore(joint.rest.rotation, rotationOf(record, kPosedRotation),
                                rotationOf(record, kRotationMember)),
            .translation = restore(joint.rest.translation, translationOf(record, kPosedTranslation),
                                   translationOf(record, kTranslationMember))};
}

template <class Property>
void dropConstant(Track<Property>& track, const Property& rest, bool& isChanged) {
    if (track.values.size() != 1 || track.values.front() != rest) return;
    track = {};
    isChanged = true;
}

void forget(Properties& extras) {
    Properties others;
    for (const auto& [key, value] : extras.entries()) {
        if (key != kSourceRest) others.append(key, value);
    }
    extras = std::move(others);
}

}  // namespace

void recordSourceRest(Joint& joint, const SourceRest& source) {
    Properties record;
    if (source.rotation != joint.rest.rotation) {
        record.set(kRotationMember, listOf(source.rotation));
        record.set(kPosedRotation, listOf(joint.rest.rotation));
    }
    if (source.translation != joint.rest.translation) {
        record.set(kTranslationMember, listOf(source.translation));
        record.set(kPosedTranslation, listOf(joint.rest.translation));
    }
    if (!record.empty()) joint.extras.set(kSourceRest, std::move(record));
}

void restoreSourceRest(Scene& scene) {
    std::vector<Restored> restored(scene.joints.size());
    bool isAny = false;
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        Joint& joint = scene.joints[i];
        const Value* value = joint.extras.find(kSourceRest);
        const auto* record = value == nullptr ? nullptr : std::get_if<Properties>(&value->content());
        if (record == nullptr) continue;
        restored[i] = restoreJoint(joint, *record);
        isAny = isAny || restored[i].rotation || restored[i].translation;
        forget(joint.extras);
    }
    if (!isAny) return;
    for (Clip& clip : scene.clips) {
        ClipInHand inHand(clip);
        bool isChanged = false;
        for (JointTracks& tracks : clip.joints) {
            const Transform& rest = scene.joints[tracks.joint.value].rest;
            const Restored& own = restored[tracks.joint.value];
            if (own.rotation) dropConstant(tracks.rotation, rest.rotation, isChanged);
            if (own.translation) dropConstant(tracks.translation, rest.translation, isChanged);
        }
        if (!isChanged) {
            inHand.keepStored();
            continue;
        }
        erase_if(clip.joints, [&](const JointTracks& one) {
            const Restored& own = restored[one.joint.value];
            return (own.rotation || own.translation) && one.translation.empty() && one.rotation.empty() &&
                   one.scale.empty() && one.visibility.empty() && one.extras.empty();
        });
    }
}

}  // namespace rigkiln
