#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "formats/gltf/engine_rules/engine_file.hpp"
#include "formats/gltf/validate/value_budget.hpp"

namespace rigkiln::gltf_engine_rules {

/// Properties of one scale, or of all scales of a track, that importers mishandle.
struct ScaleFacts {
    bool hasZero = false;   ///< of an axis or of all
    bool isUneven = false;  ///< axes differ by more than kUnevenScale of the largest
};

/// Difference of the scales of two axes, as a share of the larger one, that counts as uneven.
inline constexpr double kUnevenScale = 1e-3;

[[nodiscard]] ScaleFacts factsOfScale(double x, double y, double z);
[[nodiscard]] inline ScaleFacts operator|(ScaleFacts left, ScaleFacts right) {
    return {left.hasZero || right.hasZero, left.isUneven || right.isUneven};
}

/// Reads values of animations. Each accessor is read once, whoever uses it, and all of them up to a limit
/// that follows from the size of the file.
class KeyValues {
public:
    explicit KeyValues(const EngineFile& file)
        : document_(file.document()), budget_(file.findings(), file.document()) {}

    /// Returns facts about the keys of a sampler that scales; tangents of splines do not count. Nothing is
    /// known about keys that are not there.
    [[nodiscard]] ScaleFacts scales(const gltf_validation::AnimationSampler& sampler);
    /// Returns the time of the first key that is on no frame of this rate; nothing when all are.
    [[nodiscard]] std::optional<double> timeBetweenFrames(const gltf_validation::AnimationSampler& sampler,
                                                          double framesPerSecond);

private:
    template <class Look>
    void forEachElement(Integer accessor, Look look);

    Document& document_;
    gltf_validation::ValueBudget budget_;
    std::map<std::pair<Integer, bool>, ScaleFacts> scales_;
    std::map<std::pair<Integer, double>, std::optional<double>> times_;
};

/// Returns facts about the scale of a node at rest.
[[nodiscard]] ScaleFacts restScale(const EngineFile& file, std::size_t node);

/// Calls `visit(animation, channel, channel's sampler, target node)` for channels that move a node that is
/// there. `path`: only channels of this path; empty: translation, rotation and scale.
template <class Visit>
void forEachMotion(const EngineFile& file, std::string_view path, Visit visit) {
    Document& document = file.document();
    for (std::size_t i = 0; i < document.animations.items.size(); ++i) {
        const auto& animation = document.animations.items[i];
        if (!animation || !animation->channels || !animation->samplers) continue;
        for (std::size_t number = 0; number < animation->channels->size(); ++number) {
            const gltf_validation::Channel& channel = (*animation->channels)[number];
            const auto sampler = static_cast<std::size_t>(channel.sampler);
            if (channel.path == nullptr || document.nodes.find(channel.node) == nullptr ||
                channel.sampler < 0 || sampler >= animation->samplers->size())
                continue;
            const bool isMotion = path.empty() ? *channel.path == "translation" ||
                                                     *channel.path == "rotation" || *channel.path == "scale"
                                               : *channel.path == path;
            if (isMotion)
                visit(i, number, (*animation->samplers)[sampler], static_cast<std::size_t>(channel.node));
        }
    }
}

}  // namespace rigkiln::gltf_engine_rules
