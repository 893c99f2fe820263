#include "formats/bfres/animation/pattern_looks.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "formats/bfres/animation/side_animations.hpp"
#include "formats/bfres/materials/bfres_materials.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::bfres {
namespace {

/// Textures of one sampler over time.
struct SamplerSteps {
    std::size_t sampler = 0;
    std::vector<TextureStep> steps;
};

std::vector<SamplerSteps> samplerSteps(const Material& material, const PatternAnimation& animation) {
    std::vector<SamplerSteps> found;
    const std::vector<std::size_t> seen = seenSamplers(material);
    for (const MaterialPatterns& patterns : animation.materials) {
        if (patterns.material != material.name) continue;
        for (const TexturePattern& pattern : patterns.patterns) {
            const auto sampler = std::ranges::find_if(
                seen, [&](std::size_t index) { return material.samplers[index].name == pattern.sampler; });
            if (sampler != seen.end())
                found.push_back({.sampler = *sampler, .steps = textureSteps(animation, patterns, pattern)});
        }
    }
    return found;
}

/// Returns the last step that has begun. Precondition: the first one has begun.
template <class Step, class Moment, class Begin>
const Step& stepAt(const std::vector<Step>& steps, Moment moment, Begin begin) {
    return *std::prev(std::ranges::upper_bound(steps, moment, {}, begin));
}

}  // namespace

PatternLooks::PatternLooks(const Material& material, std::span<const PatternAnimation> animations,
                           SampleBudget& budget)
    : materials_{material}, lookOfTextures_{{material.textures, 0}} {
    for (const PatternAnimation& animation : animations) {
        if (!isRefused_) add(animation, budget);
    }
    if (!isRefused_) return;
    materials_.erase(materials_.begin() + 1, materials_.end());
    motions_.clear();
}

void PatternLooks::add(const PatternAnimation& animation, SampleBudget& budget) {
    const std::vector<SamplerSteps> samplers = samplerSteps(materials_.front(), animation);
    if (samplers.empty()) return;
    std::vector<double> frames;
    for (const SamplerSteps& sampler : samplers) {
        for (const TextureStep& step : sampler.steps)
            frames.push_back(step.frame);
    }
    std::ranges::sort(frames);
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
    budget.take("texture patterns " + quote(animation.name), frames.size());
    LookMotion& motion = motions_.emplace_back(LookMotion{.animation = &animation, .steps = {}});
    for (const double frame : frames) {
        std::vector<std::string> textures = materials_.front().textures;
        for (const SamplerSteps& sampler : samplers) {
            const auto& texture = stepAt(sampler.steps, frame, &TextureStep::frame).texture;
            if (texture) textures[sampler.sampler] = *texture;
        }
        const std::size_t look = lookOf(textures);
        if (isRefused_) return;
        if (motion.steps.empty() || motion.steps.back().look != look)
            motion.steps.push_back({.frame = frame, .look = look});
    }
}

std::size_t PatternLooks::lookOf(const std::vector<std::string>& textures) {
    const std::size_t look = materials_.size();
    const auto [known, isNew] = lookOfTextures_.try_emplace(textures, look);
    if (!isNew) return known->second;
    isRefused_ = look == kMostLooks;
    if (isRefused_) return look;
    const Material& first = materials_.front();
    materials_.push_back({.name = first.name + "_look" + std::to_string(look),
                          .flags = first.flags,
                          .index = first.index,
                          .textures = textures,
                          .samplers = first.samplers,
                          .shader = first.shader,
                          .renderState = first.renderState,
                          .renderInfos = {},
                          .parameters = {},
                          .parameterData = {},
                          .userData = {}});
    return look;
}

std::vector<LookStep> repeatSteps(const std::vector<LookStep>& steps, std::uint32_t period,
                                  std::uint32_t lastFrame) {
    std::vector<LookStep> repeated;
    for (std::uint64_t begin = 0; begin <= lastFrame; begin += period) {
        for (const LookStep& step : steps) {
            // The first frame of the next turn takes the place of the last frame, but for the end of the
            // clip.
            const double frame = step.frame + static_cast<double>(begin);
            const bool isOver = step.frame >= period && begin + period < lastFrame;
            const bool isNew =
                repeated.empty() || (repeated.back().look != step.look && repeated.back().frame < frame);
            if (!isOver && isNew && frame <= lastFrame)
                repeated.push_back({.frame = frame, .look = step.look});
        }
    }
    return repeated;
}

Track<std::uint8_t> lookVisibility(std::size_t look, const LookMotion* motion,
                                   const Track<std::uint8_t>& bone, bool isBoneVisible, double frameRate) {
    // States from each moment on: is the look active, is the bone visible.
    std::map<float, std::pair<std::optional<bool>, std::optional<bool>>> changes;
    changes[0.0F] = {look == 0, isBoneVisible};
    if (motion != nullptr) {
        for (const LookStep& step : motion->steps)
            changes[static_cast<float>(step.frame / frameRate)].first = step.look == look;
    }
    // The first value of a track also holds before its first key.
    for (std::size_t key = 0; key < bone.times.size(); ++key)
        changes[key == 0 ? 0.0F : bone.times[key]].second = bone.values[key] != 0;
    Track<std::uint8_t> track{.interpolation = Interpolation::Step, .times = {}, .values = {}};
    bool isLook = false;
    bool isBone = false;
    for (const auto& [time, change] : changes) {
        isLook = change.first.value_or(isLook);
        isBone = change.second.value_or(isBone);
        const auto value = static_cast<std::uint8_t>(isLook && isBone ? 1 : 0);
        if (!track.values.empty() && track.values.back() == value) continue;
        track.times.push_back(time);
        track.values.push_back(value);
    }
    return track;
}

}  // namespace rigkiln::bfres
