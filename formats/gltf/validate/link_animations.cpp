#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/validate/link_document.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_validation {
namespace {

/// Links one animation. The place of the reader is the animation.
class AnimationLinker {
public:
    AnimationLinker(Links& links, Animation& animation)
        : links_(links), in_(links.in), channels_(*animation.channels), samplers_(*animation.samplers) {}

    void link() {
        {
            const auto scope = in_.place().enter("samplers");
            for (std::size_t i = 0; i < samplers_.size(); ++i) {
                const auto element = in_.place().enter(i);
                linkInput(samplers_[i]);
                linkOutput(samplers_[i]);
            }
        }
        linkChannels();
        const auto scope = in_.place().enter("samplers");
        for (std::size_t i = 0; i < samplers_.size(); ++i) {
            if (!samplers_[i].isUsed) in_.report(kUnusedObject, i, "is used by nothing");
        }
    }

private:
    void linkInput(const AnimationSampler& sampler);
    void linkOutput(const AnimationSampler& sampler) const;
    void checkView(const Accessor& accessor, std::string_view name) const;
    void linkChannels();
    void linkTarget(const Channel& channel);
    void linkPointer(const Channel& channel);
    void linkValues(const Channel& channel, const AnimationSampler& sampler);
    void checkFormat(const Channel& channel, const AccessorFormat& format);
    void checkCount(const Channel& channel, const AnimationSampler& sampler, const Accessor& output);
    void checkDuplicates() const;
    [[nodiscard]] const Mesh* meshOf(const Channel& channel) const;
    /// Number of morph targets of the animated mesh; 0 if there is none.
    [[nodiscard]] std::size_t targetsOf(const Channel& channel) const;

    Links& links_;
    MemberReader& in_;
    std::vector<Channel>& channels_;
    std::vector<AnimationSampler>& samplers_;
};

void AnimationLinker::checkView(const Accessor& accessor, std::string_view name) const {
    BufferView* view = links_.viewOf(accessor);
    if (view == nullptr) return;
    links_.setUsage(*view, ViewUsage::Other, name);
    if (view->byteStride != kNone)
        in_.report(kAnimationSamplerAccessorWithBytestride, name,
                   "has a byteStride, which is for vertices only");
}

void AnimationLinker::linkInput(const AnimationSampler& sampler) {
    Accessor* input = links_.use(links_.document.accessors, sampler.input, "input");
    if (input == nullptr) return;
    links_.setUsage(*input, AccessorUsage::KeyTimes, "input");
    checkView(*input, "input");
    if (input->format == AccessorFormat{Shape::Scalar, kFloat}) {
        const auto scope = in_.place().enter("input");
        links_.checks.push_back(
            {.rule = DataRule::KeyTimes, .accessor = sampler.input, .pointer = in_.place().pointer()});
    } else {
        in_.report(kAnimationSamplerInputAccessorInvalidFormat, "input",
                   fmt::format("is {}, expected SCALAR of FLOAT", formatText(input->format)));
    }
    if (!input->min || !input->max)
        in_.report(kAnimationSamplerInputAccessorWithoutBounds, "input",
                   "uses an accessor without min and max");
    if (sampler.isSpline && input->count < 2)
        in_.report(kAnimationSamplerInputAccessorTooFewElements, "input",
                   fmt::format("has {} keys, CUBICSPLINE needs 2", input->count));
}

void AnimationLinker::linkOutput(const AnimationSampler& sampler) const {
    Accessor* output = links_.use(links_.document.accessors, sampler.output, "output");
    if (output == nullptr) return;
    links_.setUsage(*output, AccessorUsage::KeyValues, "output");
    checkView(*output, "output");
}

const Mesh* AnimationLinker::meshOf(const Channel& channel) const {
    const Node* node = links_.document.nodes.find(channel.node);
    return node == nullptr ? nullptr : links_.document.meshes.find(node->mesh);
}

std::size_t AnimationLinker::targetsOf(const Channel& channel) const {
    const Mesh* mesh = meshOf(channel);
    if (mesh == nullptr || !mesh->primitives) return 0;
    const auto& targets = mesh->primitives->front().targets;
    return targets ? targets->size() : 0;
}

void AnimationLinker::linkTarget(const Channel& channel) {
    const auto scope = in_.place().enter("target");
    linkPointer(channel);
    const Node* node = links_.use(links_.document.nodes, channel.node, "node");
    if (node == nullptr || channel.path == nullptr) return;
    if (*channel.path == "translation" || *channel.path == "rotation" || *channel.path == "scale") {
        if (node->hasMatrix)
            in_.report(kAnimationChannelTargetNodeMatrix, "animates a node that has a matrix");
        if (links_.document.skins.find(node->skin) != nullptr)
            in_.report(kAnimationChannelTargetNodeSkin, "path",
                       "animates a node whose skinned mesh ignores its transform");
    } else if (*channel.path == "weights" && targetsOf(channel) == 0) {
        in_.report(kAnimationChannelTargetNodeWeightsNoMorphs,
                   "animates the weights of a node without morph targets");
    }
}

void AnimationLinker::linkPointer(const Channel& channel) {
    if (!channel.hasPointer) return;
    const auto extensions = in_.place().enter("extensions");
    const auto scope = in_.place().enter("KHR_animation_pointer");
    in_.report(kIncompleteExtensionSupport, "the object it points to is not checked");
    if (links_.document.nodes.find(channel.node) != nullptr)
        in_.report(kKhrAnimationPointerAnimationChannelTargetNode, "stands beside node; expected none");
    if (channel.path == nullptr || *channel.path != "pointer")
        in_.report(kKhrAnimationPointerAnimationChannelTargetPath,
                   "stands beside another path; expected \"pointer\"");
}

void AnimationLinker::checkFormat(const Channel& channel, const AccessorFormat& format) {
    const std::string& path = *channel.path;
    const bool isMove = path == "translation" || path == "scale";
    if (!isMove && path != "rotation" && path != "weights") return;
    const Shape shape = isMove ? Shape::Vec3 : path == "rotation" ? Shape::Vec4 : Shape::Scalar;
    const bool isInteger =
        format.isNormalized && format.componentType != kFloat && format.componentType != kUnsignedInt;
    const bool isRight =
        format == AccessorFormat{shape, kFloat} || (!isMove && format.shape == shape && isInteger);
    if (!isRight) {
        in_.report(kAnimationSamplerOutputAccessorInvalidFormat, "sampler",
                   fmt::format("has values of {} for {}, expected {}{}", formatText(format), path,
                               formatText({shape, kFloat}), isMove ? "" : " or normalized integers"));
    }
}

void AnimationLinker::checkCount(const Channel& channel, const AnimationSampler& sampler,
                                 const Accessor& output) {
    const Accessor* input = links_.document.accessors.find(sampler.input);
    if (input == nullptr || input->count == kNone || output.count == kNone || !sampler.hasInterpolation)
        return;
    const std::string& path = *channel.path;
    Integer factor = sampler.isSpline ? 3 : 1;
    if (path == "weights") {
        factor *= static_cast<Integer>(targetsOf(channel));
    } else if (path != "translation" && path != "rotation" && path != "scale") {
        return;
    }
    if (factor == 0 || (output.count % factor == 0 && output.count / factor == input->count)) return;
    in_.report(
        kAnimationSamplerOutputAccessorInvalidCount, "sampler",
        fmt::format("has {} values for {} keys, expected {} for each", output.count, input->count, factor));
}

void AnimationLinker::linkValues(const Channel& channel, const AnimationSampler& sampler) {
    const Accessor* output = links_.document.accessors.find(sampler.output);
    if (!channel.hasTarget || channel.path == nullptr || output == nullptr) return;
    if (*channel.path == "rotation" && componentCount(output->format.shape) == 4) {
        const auto scope = in_.place().enter("sampler");
        links_.checks.push_back(
            {.rule = sampler.isSpline ? DataRule::SplineQuaternions : DataRule::Quaternions,
             .accessor = sampler.output,
             .pointer = in_.place().pointer()});
    }
    checkFormat(channel, output->format);
    checkCount(channel, sampler, *output);
}

void AnimationLinker::checkDuplicates() const {
    std::map<std::pair<Integer, std::string_view>, std::size_t> later;
    std::vector<std::size_t> next(channels_.size(), 0);
    for (std::size_t i = channels_.size(); i-- > 0;) {
        const Channel& channel = channels_[i];
        if (!channel.hasTarget || channel.node == kNone) continue;
        const std::string_view path = channel.path == nullptr ? std::string_view() : *channel.path;
        const auto [entry, isNew] = later.insert({{channel.node, path}, i});
        if (!isNew) next[i] = std::exchange(entry->second, i);
    }
    for (std::size_t i = 0; i < channels_.size(); ++i) {
        if (next[i] == 0 || channels_[i].sampler == kNone) continue;
        const auto element = in_.place().enter(i);
        in_.report(kAnimationDuplicateTargets, "target", fmt::format("is that of channel {} too", next[i]));
    }
}

void AnimationLinker::linkChannels() {
    const auto scope = in_.place().enter("channels");
    for (std::size_t i = 0; i < channels_.size(); ++i) {
        const Channel& channel = channels_[i];
        const auto element = in_.place().enter(i);
        if (channel.hasTarget) linkTarget(channel);
        if (channel.sampler == kNone) continue;
        if (static_cast<std::uint64_t>(channel.sampler) >= samplers_.size()) {
            links_.reportUnresolved("sampler", channel.sampler, samplers_.size());
            continue;
        }
        AnimationSampler& sampler = samplers_[static_cast<std::size_t>(channel.sampler)];
        sampler.isUsed = true;
        linkValues(channel, sampler);
    }
    checkDuplicates();
}

}  // namespace

void linkAnimation(Links& links, Animation& animation) {
    if (animation.channels && animation.samplers) AnimationLinker(links, animation).link();
}

}  // namespace rigkiln::gltf_validation
