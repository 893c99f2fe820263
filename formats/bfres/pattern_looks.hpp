#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/bfres/material.hpp"
#include "formats/bfres/pattern_animation.hpp"
#include "formats/bfres/sample_budget.hpp"
#include "pipeline/scene/clip.hpp"

/// Texture patterns as shapes that take turns: glTF cannot give a material another texture, but it can show
/// another mesh (README, section Scene).
namespace rigkiln::bfres {

/// A look of a material is what its textures are together. One is shown from a frame on.
struct LookStep {
    double frame = 0;
    std::size_t look = 0;

    bool operator==(const LookStep&) const = default;
};

/// What an animation does to a material. Laws: frames ascend from 0; a look is not followed by itself.
struct LookMotion {
    const PatternAnimation* animation = nullptr;
    std::vector<LookStep> steps;
};

/// The looks that animations give to a material. Samplers that no texture of the scene comes from count for
/// nothing: what shaders do with them is not known.
class PatternLooks {
public:
    /// Refers to the animations, which must outlive it. Throws FormatError when they change textures more
    /// often than the budget has samples.
    PatternLooks(const Material& material, std::span<const PatternAnimation> animations,
                 SampleBudget& budget);

    /// More looks of one material are a mistake of the file.
    static constexpr std::size_t kMostLooks = 256;

    /// The material with the textures of each look, first as it is itself; the others without what says
    /// nothing of their looks. With one there is nothing to show in turn. Their places in memory stay.
    [[nodiscard]] const std::vector<Material>& materials() const { return materials_; }
    /// There would be more looks than kMostLooks: then there is one, and nothing moves it.
    [[nodiscard]] bool isRefused() const { return isRefused_; }
    /// Of each animation that moves the material, in their order.
    [[nodiscard]] const std::vector<LookMotion>& motions() const { return motions_; }

private:
    void add(const PatternAnimation& animation, SampleBudget& budget);
    [[nodiscard]] std::size_t lookOf(const std::vector<std::string>& textures);

    std::vector<Material> materials_;
    std::map<std::vector<std::string>, std::size_t> lookOfTextures_;
    std::vector<LookMotion> motions_;
    bool isRefused_ = false;
};

/// When a look is seen: while the material has it and the bone of the shape is shown, each of which may hold
/// still (`motion` null: the look at rest; `bone` empty: `isBoneVisible`). Step keys, the first at 0;
/// `frameRate` in frames a second.
[[nodiscard]] Track<std::uint8_t> lookVisibility(std::size_t look, const LookMotion* motion,
                                                 const Track<std::uint8_t>& bone, bool isBoneVisible,
                                                 double frameRate);

}  // namespace rigkiln::bfres
