#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "formats/gltf/validate/read_document.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_validation {
namespace {

constexpr std::array<std::string_view, 3> kAnimationMembers = {"channels", "samplers", "name"};
constexpr std::array<std::string_view, 2> kChannelMembers = {"target", "sampler"};
constexpr std::array<std::string_view, 2> kTargetMembers = {"node", "path"};
constexpr std::array<std::string_view, 3> kKeysMembers = {"input", "interpolation", "output"};
constexpr std::array<std::string_view, 3> kInterpolations = {"LINEAR", "STEP", "CUBICSPLINE"};
/// The last one is of KHR_animation_pointer.
constexpr std::array<std::string_view, 5> kPaths = {"translation", "rotation", "scale", "weights", "pointer"};
constexpr std::array<std::string_view, 1> kPointerMembers = {"pointer"};

bool isJsonPointer(std::string_view text) {
    if (!text.empty() && text.front() != '/') return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '~' && (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')))
            return false;
    }
    return true;
}

void readPointer(MemberReader& in, const Properties& object) {
    in.checkNames(object, kPointerMembers);
    const std::string* pointer = in.readText(object, "pointer", true);
    if (pointer != nullptr && !isJsonPointer(*pointer))
        in.report(kPatternMismatch, "pointer",
                  fmt::format("is {}, expected a JSON pointer such as /nodes/0/scale", quote(*pointer)));
    readNoExtensions(in, object);
    in.readExtras(object);
}

void readTarget(MemberReader& in, const Properties& object, Channel& channel) {
    in.checkNames(object, kTargetMembers);
    const auto extensions = in.readExtensions(object, Owner::ChannelTarget);
    for (const KnownExtension& extension : extensions.known) {
        const auto scope = in.place().enter("extensions");
        const auto name = in.place().enter(extension.name);
        channel.hasPointer = true;
        readPointer(in, *extension.members);
    }
    const bool hasPointers = in.knows("KHR_animation_pointer");
    channel.hasTarget = true;
    channel.node = in.readIndex(object, "node", false);
    channel.path = in.readText(object, "path", true, Names(kPaths).first(hasPointers ? 5 : 4));
    in.readExtras(object);
}

Channel readChannel(MemberReader& in, const Properties& object) {
    in.checkNames(object, kChannelMembers);
    Channel channel{.sampler = in.readIndex(object, "sampler")};
    if (const Properties* target = in.readObject(object, "target", true)) {
        const auto scope = in.place().enter("target");
        readTarget(in, *target, channel);
    }
    readNoExtensions(in, object);
    in.readExtras(object);
    return channel;
}

AnimationSampler readKeys(MemberReader& in, const Properties& object) {
    in.checkNames(object, kKeysMembers);
    AnimationSampler sampler{.input = in.readIndex(object, "input")};
    const std::string* interpolation = in.readText(object, "interpolation", false, kInterpolations);
    sampler.isSpline = interpolation != nullptr && *interpolation == "CUBICSPLINE";
    sampler.hasInterpolation = interpolation != nullptr || object.find("interpolation") == nullptr;
    sampler.output = in.readIndex(object, "output");
    readNoExtensions(in, object);
    in.readExtras(object);
    return sampler;
}

/// Reads a list of objects of an animation.
template <class Item, class Read>
std::optional<std::vector<Item>> readParts(MemberReader& in, const Properties& object, std::string_view name,
                                           Read read) {
    const auto list = in.readObjects(object, name);
    if (!list) return std::nullopt;
    const auto scope = in.place().enter(name);
    std::vector<Item> parts;
    parts.reserve(list->size());
    for (std::size_t i = 0; i < list->size(); ++i) {
        const auto element = in.place().enter(i);
        parts.push_back(read(in, *(*list)[i]));
    }
    return parts;
}

}  // namespace

Animation readAnimation(MemberReader& in, const Properties& object) {
    in.checkNames(object, kAnimationMembers);
    Animation animation{.channels = readParts<Channel>(in, object, "channels", readChannel),
                        .samplers = readParts<AnimationSampler>(in, object, "samplers", readKeys)};
    in.readName(object);
    readNoExtensions(in, object);
    in.readExtras(object);
    return animation;
}

}  // namespace rigkiln::gltf_validation
