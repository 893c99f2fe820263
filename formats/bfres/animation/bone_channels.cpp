#include "formats/bfres/animation/bone_channels.hpp"

#include <optional>

#include "formats/bfres/animation/evaluate_curve.hpp"

namespace rigkiln::bfres {
namespace {

template <std::size_t Count>
void setBase(Part<Count>& part, const std::array<float, Count>& values) {
    for (std::size_t i = 0; i < Count; ++i)
        part.channels[i].base = static_cast<double>(values[i]);
}

/// Sets flags and base values. Precondition: the curves are assigned.
template <std::size_t Count>
void settle(Part<Count>& part, const std::optional<std::array<float, Count>>& stated,
            const std::array<float, Count>* rest, const std::array<float, Count>& neutral, bool& lacksBase) {
    std::size_t curves = 0;
    for (const Channel& channel : part.channels)
        curves += channel.curve != nullptr ? 1 : 0;
    part.isMoving = curves > 0;
    part.isStated = stated.has_value() || part.isMoving;
    if (stated) {
        setBase(part, *stated);
    } else if (rest != nullptr) {
        setBase(part, *rest);
    } else {
        setBase(part, neutral);
        // Euler angles have no fourth component.
        const std::size_t wanted = Count == 4 ? 3 : Count;
        lacksBase = lacksBase || (part.isMoving && curves < wanted);
    }
}

Channel* channelOf(BoneChannels& channels, std::uint32_t target) {
    switch (static_cast<BoneTarget>(target)) {
        case BoneTarget::ScaleX:
            return &channels.scale.channels[0];
        case BoneTarget::ScaleY:
            return &channels.scale.channels[1];
        case BoneTarget::ScaleZ:
            return &channels.scale.channels[2];
        case BoneTarget::TranslateX:
            return &channels.translate.channels[0];
        case BoneTarget::TranslateY:
            return &channels.translate.channels[1];
        case BoneTarget::TranslateZ:
            return &channels.translate.channels[2];
        case BoneTarget::RotateX:
            return &channels.rotate.channels[0];
        case BoneTarget::RotateY:
            return &channels.rotate.channels[1];
        case BoneTarget::RotateZ:
            return &channels.rotate.channels[2];
        case BoneTarget::RotateW:
            return &channels.rotate.channels[3];
    }
    return nullptr;
}

}  // namespace

double Channel::at(double frame) {
    return curve != nullptr ? evaluateCurve(*curve, frame, key) : base;
}

BoneChannels channelsOf(const BoneAnimation& animation, RotationMode rotation, const BoundBone& bound) {
    BoneChannels channels;
    for (const Curve& curve : animation.curves) {
        Channel* const channel = channelOf(channels, curve.target);
        if (channel == nullptr) {
            ++channels.unknownTargets;
        } else if (channel->curve == nullptr) {
            channel->curve = &curve;
        }
    }
    const Bone* const bone = bound.bone;
    const bool hasRotation = bone != nullptr && bound.rotation == rotation;
    settle(channels.scale, animation.scale, bone != nullptr ? &bone->scale : nullptr, {1, 1, 1},
           channels.lacksBase);
    settle(channels.rotate, animation.rotate, hasRotation ? &bone->rotation : nullptr, {0, 0, 0, 1},
           channels.lacksBase);
    settle(channels.translate, animation.translate, bone != nullptr ? &bone->translation : nullptr, {},
           channels.lacksBase);
    return channels;
}

}  // namespace rigkiln::bfres
