#include "formats/bfres/animation/side_animations.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "formats/bfres/animation/evaluate_curve.hpp"
#include "formats/bfres/base/property_map.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::bfres {
namespace {

/// Value that holds from a frame on.
struct Step {
    double frame = 0;
    double value = 0;
};

/// Returns the value at frame 0 and at each key inside the animation where it changes. The games evaluate
/// such curves at whole frames. Repetitions of keys by wrapping are not added.
std::vector<Step> stepsOf(const Curve& curve, std::int32_t lastFrame) {
    std::vector<Step> steps = {{.frame = 0, .value = evaluateCurve(curve, 0)}};
    for (std::size_t key = 0; key < curve.keyCount; ++key) {
        const double frame = frameOfKey(curve, key);
        // False for NaN.
        const bool isInside = frame > 0 && frame <= static_cast<double>(lastFrame);
        if (!isInside) continue;
        const double value = evaluateCurve(curve, frame);
        if (value == steps.back().value) continue;
        if (frame == steps.back().frame) {
            steps.back().value = value;
        } else {
            steps.push_back({.frame = frame, .value = value});
        }
    }
    return steps;
}

bool baseOf(const VisibilityAnimation& animation, std::size_t target) {
    constexpr std::size_t kBits = 32;
    return target / kBits >= animation.baseBits.size() ||
           (animation.baseBits[target / kBits] >> (target % kBits) & 1U) != 0;
}

std::vector<Step> visibilitySteps(const VisibilityAnimation& animation, std::size_t target,
                                  const Curve* curve) {
    if (curve != nullptr) return stepsOf(*curve, animation.frameCount);
    return {{.frame = 0, .value = baseOf(animation, target) ? 1.0 : 0.0}};
}

/// Lists `frames` and values in parallel.
template <class ValueOf>
Properties stepsValue(const std::vector<Step>& steps, std::string_view name, ValueOf valueOf) {
    ValueList frames;
    ValueList values;
    for (const Step& step : steps) {
        frames.emplace_back(static_cast<float>(step.frame));
        values.push_back(valueOf(step.value));
    }
    Properties result;
    result.set("frames", std::move(frames));
    result.set(name, std::move(values));
    return result;
}

bool namesTexture(const PatternAnimation& animation, double index) {
    return index >= 0 && index < static_cast<double>(animation.textures.size());
}

Value textureName(const PatternAnimation& animation, double index) {
    return namesTexture(animation, index) ? Value(toUtf8(animation.textures[static_cast<std::size_t>(index)]))
                                          : Value(index);
}

std::vector<Step> patternSteps(const PatternAnimation& animation, const MaterialPatterns& material,
                               const TexturePattern& pattern) {
    const bool hasCurve =
        pattern.curve >= 0 && static_cast<std::size_t>(pattern.curve) < material.curves.size();
    if (!hasCurve) return {{.frame = 0, .value = static_cast<double>(pattern.baseTexture)}};
    return stepsOf(material.curves[static_cast<std::size_t>(pattern.curve)], animation.frameCount);
}

Properties patternsOf(const PatternAnimation& animation, const MaterialPatterns& material) {
    PropertyMap samplers;
    for (const TexturePattern& pattern : material.patterns) {
        samplers.add(pattern.sampler,
                     stepsValue(patternSteps(animation, material, pattern), "textures",
                                [&](double index) { return textureName(animation, index); }));
    }
    return std::move(samplers).take();
}

}  // namespace

std::vector<const Curve*> curvesOfTargets(const VisibilityAnimation& animation) {
    std::vector<const Curve*> curves(animation.targets.size());
    for (const Curve& curve : animation.curves) {
        if (curve.target < curves.size() && curves[curve.target] == nullptr) curves[curve.target] = &curve;
    }
    return curves;
}

Track<std::uint8_t> visibilityTrack(const VisibilityAnimation& animation, std::size_t target,
                                    const Curve* curve, double frameRate) {
    Track<std::uint8_t> track{.interpolation = Interpolation::Step, .times = {}, .values = {}};
    for (const Step& step : visibilitySteps(animation, target, curve)) {
        const auto time = static_cast<float>(step.frame / frameRate);
        if (!track.times.empty() && time <= track.times.back()) continue;
        track.times.push_back(time);
        track.values.push_back(static_cast<std::uint8_t>(step.value != 0 ? 1 : 0));
    }
    return track;
}

std::vector<TextureStep> textureSteps(const PatternAnimation& animation, const MaterialPatterns& patterns,
                                      const TexturePattern& pattern) {
    std::vector<TextureStep> steps;
    for (const Step& step : patternSteps(animation, patterns, pattern)) {
        if (!steps.empty() && step.frame <= steps.back().frame) continue;
        std::optional<std::string> texture;
        if (namesTexture(animation, step.value))
            texture = animation.textures[static_cast<std::size_t>(step.value)];
        steps.push_back({.frame = step.frame, .texture = std::move(texture)});
    }
    return steps;
}

Properties patternValue(const PatternAnimation& animation) {
    Properties result;
    result.set("frame_count", std::int64_t{animation.frameCount});
    if (animation.isLooping()) result.set("loop", true);
    PropertyMap materials;
    for (const MaterialPatterns& material : animation.materials)
        materials.add(material.material, patternsOf(animation, material));
    result.set("materials", std::move(materials).take());
    return result;
}

Properties materialVisibilityValue(const VisibilityAnimation& animation) {
    Properties result;
    result.set("frame_count", std::int64_t{animation.frameCount});
    if (animation.isLooping()) result.set("loop", true);
    const std::vector<const Curve*> curves = curvesOfTargets(animation);
    PropertyMap materials;
    for (std::size_t target = 0; target < animation.targets.size(); ++target) {
        materials.add(animation.targets[target],
                      stepsValue(visibilitySteps(animation, target, curves[target]), "visible",
                                 [](double value) { return Value(value != 0); }));
    }
    result.set("materials", std::move(materials).take());
    return result;
}

}  // namespace rigkiln::bfres
