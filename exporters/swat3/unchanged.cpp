#include "exporters/swat3/unchanged.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "exporters/swat3/kept_record.hpp"
#include "formats/swat3/material_values.hpp"
#include "formats/swat3/swat3_format.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/scene/compare_scenes.hpp"
#include "pipeline/wayback/extras_values.hpp"

namespace rigkiln::swat3_writer {
namespace {

constexpr float kSameComponent = 2e-6F;

/// Finds every image. Which of them were there when the file was read first is in extras.
class EveryImage final : public FileSource {
public:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name,
                                                 const ImageRecipe& /*recipe*/) override {
        return Found{.path = std::string(name), .bytes = std::vector{std::byte{0x89}}};
    }
};

/// Reads the kept file as it was read before; nothing when it cannot be read at all.
std::optional<Scene> readAgain(const Scene& scene, const SourceCopy& source, const FormatModule& format,
                               const OptionValues& options, const std::string& name) {
    EveryImage images;
    Diagnostics told;  // were reported when the file was read first
    Result<Scene> read = format.read(
        {.path = {}, .name = name, .bytes = source.bytes, .options = options, .companions = images}, told);
    if (!read) return std::nullopt;
    convertCoordinates(*read, scene.metresPerUnit);
    return std::move(*read);
}

void setText(OptionValues& options, std::string_view option, const std::string& value) {
    if (!value.empty()) options.set(option, value);
}

OptionValues modelOptions(const Scene& scene) {
    OptionValues options(swat3::kGsmFormat.options);
    const Properties& gsm = gsmRecord(scene);
    for (const std::string_view question : {"space", "quat", "handed", "winding", "transparency", "grips"})
        setText(options, question, conventionAnswer(scene, question));
    setText(options, "map9", textOf(gsm, "map9"));
    setText(options, "normal_weight", textOf(gsm, "normal_weight"));
    return options;
}

std::string textureName(const Scene& scene, const std::optional<TextureUse>& use) {
    return use ? scene.textures[use->texture.value].sourceName : std::string();
}

/// Extras of a material without the record of its image.
Properties withoutImage(const Properties& extras) {
    Properties rest;
    for (const Properties::Entry& entry : extras.entries()) {
        if (entry.first != swat3::kImageKey) rest.append(entry.first, entry.second);
    }
    return rest;
}

/// Alpha mode that reading gives the material when it has its image, which is not at hand here.
AlphaMode alphaModeWith(const std::string& image, AlphaMode withoutImage) {
    const bool isCutOut = image == swat3::kImageKeyed && withoutImage == AlphaMode::Opaque;
    return isCutOut ? AlphaMode::Mask : withoutImage;
}

bool isSameMaterial(const Scene& leftScene, const Material& left, const Scene& rightScene,
                    const Material& right) {
    const std::string image = textOf(right.extras, swat3::kImageKey);
    const auto isSameTexture = [&](const std::optional<TextureUse>& before,
                                   const std::optional<TextureUse>& after) {
        return (image == swat3::kImageMissing && !after) ||
               textureName(leftScene, before) == textureName(rightScene, after);
    };
    return left.name == right.name && left.baseColorFactor == right.baseColorFactor &&
           left.metallicFactor == right.metallicFactor && left.roughnessFactor == right.roughnessFactor &&
           left.emissiveFactor == right.emissiveFactor &&
           alphaModeWith(image, left.alphaMode) == right.alphaMode && left.doubleSided == right.doubleSided &&
           isSameTexture(left.baseColorTexture, right.baseColorTexture) &&
           isSameTexture(left.emissiveTexture, right.emissiveTexture) &&
           isSameValue(left.extras, withoutImage(right.extras));
}

template <class Element>
bool hasSameExtras(const std::vector<Element>& left, const std::vector<Element>& right) {
    return std::ranges::equal(
        left, right, [](const Element& l, const Element& r) { return isSameValue(l.extras, r.extras); });
}

/// Copies the parts that compareScenes can compare to the bit: all but extras, whose numbers JSON changes,
/// and materials, whose images a kept file does not have.
Scene bare(const Scene& scene) {
    Scene shape;
    shape.joints = scene.joints;
    shape.skins = scene.skins;
    shape.meshes = scene.meshes;
    shape.instances = scene.instances;
    shape.attachments = scene.attachments;
    for (Joint& joint : shape.joints)
        joint.extras = {};
    for (Attachment& attachment : shape.attachments)
        attachment.extras = {};
    for (Mesh& mesh : shape.meshes)
        mesh.extras = {};
    for (MeshInstance& instance : shape.instances)
        instance.extras = {};
    return shape;
}

bool isSameModel(const Scene& was, const Scene& is) {
    const bool hasSameMaterials = std::ranges::equal(
        was.materials, is.materials,
        [&](const Material& left, const Material& right) { return isSameMaterial(was, left, is, right); });
    if (!hasSameMaterials || !hasSameExtras(was.joints, is.joints) ||
        !hasSameExtras(was.attachments, is.attachments)) {
        return false;
    }
    // Writing makes weights sum to 1, which rounds them.
    return compareScenes(bare(was), bare(is), {.length = kSameComponent / 2}, 1).empty();
}

OptionValues clipOptions(const Clip& clip) {
    OptionValues options(swat3::kGsaFormat.options);
    const Properties& gsa = gsaRecord(clip);
    setText(options, "quat", textOf(gsa, "quat"));
    setText(options, "root", textOf(gsa, "root"));
    if (clip.sourceFrameRate) options.set("rate", static_cast<double>(*clip.sourceFrameRate));
    return options;
}

std::optional<std::size_t> jointLike(const Scene& scene, const Joint& joint) {
    const auto isIt = [&](const Joint& candidate) {
        return candidate.sourceIndex == joint.sourceIndex && equalIgnoringCase(candidate.name, joint.name);
    };
    auto found = std::ranges::find_if(scene.joints, isIt);
    if (found == scene.joints.end()) {
        found = std::ranges::find_if(scene.joints, [&](const Joint& candidate) {
            return equalIgnoringCase(candidate.name, joint.name);
        });
    }
    if (found == scene.joints.end()) return std::nullopt;
    return static_cast<std::size_t>(found - scene.joints.begin());
}

bool isClose(const glm::vec3& left, const glm::vec3& right) {
    const float reach = 1.0F + std::max({std::abs(right.x), std::abs(right.y), std::abs(right.z)});
    const glm::vec3 difference = glm::abs(left - right);
    return std::max({difference.x, difference.y, difference.z}) <= kSameComponent * reach;
}

bool isClose(const glm::quat& left, const glm::quat& right) {
    const auto largest = [](const glm::quat& q) {
        return std::max({std::abs(q.x), std::abs(q.y), std::abs(q.z), std::abs(q.w)});
    };
    return largest(left - right) <= kSameComponent || largest(left + right) <= kSameComponent;
}

template <class Type>
Type valueAt(const Track<Type>* track, float time, const Type& rest) {
    return track == nullptr || track->empty() ? rest : sampleTrack(*track, time);
}

/// Whether two tracks, each of which may be missing, have the same values at the times of a kept clip.
/// `moved` is added to values of `was`.
template <class Type>
bool isSameTrack(const Track<Type>* was, const Track<Type>* is, const Type& rest, const glm::vec3& moved,
                 const std::vector<float>& times) {
    const auto isEmpty = [](const Track<Type>* track) { return track == nullptr || track->empty(); };
    if (isEmpty(was) && isEmpty(is)) return true;
    return std::ranges::all_of(times, [&](float time) {
        Type before = valueAt(was, time, rest);
        if constexpr (std::is_same_v<Type, glm::vec3>) {
            if (!isEmpty(was)) before += moved;
        }
        return isClose(before, valueAt(is, time, rest));
    });
}

bool isSameEvent(const ClipEvent& left, const ClipEvent& right) {
    return left.name == right.name && std::abs(left.time - right.time) <= kSameComponent &&
           isSameValue(left.extras, right.extras);
}

bool isSameRecord(const Clip& was, const Clip& is) {
    const Properties& after = gsaRecord(is);
    return std::ranges::all_of(gsaRecord(was).entries(), [&](const Properties::Entry& entry) {
        // `quat_by` says how the answer was found, which differs now: it was given as an option.
        if (entry.first == "quat_by") return true;
        const Value* value = after.find(entry.first);
        return value != nullptr && isSameValue(entry.second, *value);
    });
}

/// Compares a kept clip with the clip of the scene.
class ClipComparison {
public:
    ClipComparison(const Scene& wasScene, const Scene& scene, const Clip& clip)
        : wasScene_(wasScene), scene_(scene), was_(wasScene.clips.front()), is_(clip) {
        const std::size_t frames = std::max<std::size_t>(was_.sourceFrameCount, 1);
        const double rate = static_cast<double>(was_.sourceFrameRate.value_or(1.0F));
        for (std::size_t frame = 0; frame < frames; ++frame)
            times_.push_back(static_cast<float>(static_cast<double>(frame) / rate));
    }

    [[nodiscard]] bool isSame() const {
        if (std::abs(was_.duration - is_.duration) > kSameComponent * (1.0F + was_.duration)) return false;
        if (!std::ranges::equal(was_.events, is_.events, isSameEvent) || !isSameRecord(was_, is_))
            return false;
        std::map<std::size_t, const JointTracks*> before;
        for (const JointTracks& tracks : was_.joints) {
            const auto joint = jointLike(scene_, wasScene_.joints[tracks.joint.value]);
            if (!joint || !before.emplace(*joint, &tracks).second) return false;
        }
        std::map<std::size_t, const JointTracks*> after;
        for (const JointTracks& tracks : is_.joints)
            after.emplace(tracks.joint.value, &tracks);
        for (std::size_t joint = 0; joint < scene_.joints.size(); ++joint) {
            const auto find = [&](const std::map<std::size_t, const JointTracks*>& in) {
                const auto found = in.find(joint);
                return found == in.end() ? nullptr : found->second;
            };
            if (!isSameJoint(joint, find(before), find(after))) return false;
        }
        return true;
    }

private:
    [[nodiscard]] bool isSameJoint(std::size_t joint, const JointTracks* was, const JointTracks* is) const {
        if (was == nullptr && is == nullptr) return true;
        const Transform& rest = scene_.joints[joint].rest;
        // When the model's root stands elsewhere than the clip's own, binding has moved the clip there.
        const glm::vec3 moved = was == nullptr
                                    ? glm::vec3(0.0F)
                                    : rest.translation - wasScene_.joints[was->joint.value].rest.translation;
        const bool isOffset = textOf(gsaRecord(was_), "root") == "offset";
        const auto track = [](const JointTracks* tracks, auto member) {
            return tracks == nullptr ? nullptr : &(tracks->*member);
        };
        return isSameTrack(track(was, &JointTracks::translation), track(is, &JointTracks::translation),
                           rest.translation, isOffset ? moved : glm::vec3(0.0F), times_) &&
               isSameTrack(track(was, &JointTracks::rotation), track(is, &JointTracks::rotation),
                           rest.rotation, {}, times_) &&
               isSameTrack(track(was, &JointTracks::scale), track(is, &JointTracks::scale), rest.scale, {},
                           times_);
    }

    const Scene& wasScene_;
    const Scene& scene_;
    const Clip& was_;
    const Clip& is_;
    std::vector<float> times_;
};

}  // namespace

bool isSameValue(const Value& left, const Value& right) {
    const auto leftNumber = toFloat(left);
    const auto rightNumber = toFloat(right);
    if (leftNumber && rightNumber)
        return *leftNumber == *rightNumber || (std::isnan(*leftNumber) && std::isnan(*rightNumber));
    if (const auto* list = std::get_if<ValueList>(&left.content())) {
        const auto* other = std::get_if<ValueList>(&right.content());
        return other != nullptr && std::ranges::equal(*list, *other, isSameValue);
    }
    if (const auto* object = std::get_if<Properties>(&left.content())) {
        const auto* other = std::get_if<Properties>(&right.content());
        return other != nullptr &&
               std::ranges::equal(object->entries(), other->entries(),
                                  [](const Properties::Entry& l, const Properties::Entry& r) {
                                      return l.first == r.first && isSameValue(l.second, r.second);
                                  });
    }
    return left == right;
}

bool isModelUnchanged(const Scene& scene) {
    if (!scene.source || scene.source->format != swat3::kGsmFormat.id) return false;
    const std::string name = scene.meshes.empty() ? scene.name : scene.meshes.front().name;
    const auto was = readAgain(scene, *scene.source, swat3::kGsmFormat, modelOptions(scene), name);
    return was && isSameModel(*was, scene);
}

bool isClipUnchanged(const Scene& scene, const Clip& clip) {
    if (!clip.source || clip.source->format != swat3::kGsaFormat.id) return false;
    const auto was = readAgain(scene, *clip.source, swat3::kGsaFormat, clipOptions(clip), clip.name);
    return was && !was->clips.empty() && ClipComparison(*was, scene, clip).isSame();
}

}  // namespace rigkiln::swat3_writer
