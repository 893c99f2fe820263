#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/bfres/animation/pattern_animation.hpp"
#include "formats/bfres/animation/sample_budget.hpp"
#include "formats/bfres/materials/material.hpp"
#include "pipeline/scene/clip.hpp"

/// Texture patterns as shapes shown in turn: glTF cannot change a material's texture, but it can show another
/// mesh (README, section Scene).
namespace rigkiln::bfres {

/// Start of a look. A look is one combination of a material's textures.
struct LookStep {
    double frame = 0;
    std::size_t look = 0;

    bool operator==(const LookStep&) const = default;
};

/// Looks of a material in one animation. Laws: frames ascend from 0; consecutive looks differ.
struct LookMotion {
    const PatternAnimation* animation = nullptr;
    std::vector<LookStep> steps;
};

/// Looks that animations give to a material. Ignores samplers whose textures the scene does not show, because
/// their use in the shader is not known.
class PatternLooks {
public:
    /// Borrows the animations, which must outlive it. Throws FormatError when textures change more often than
    /// the budget allows.
    PatternLooks(const Material& material, std::span<const PatternAnimation> animations,
                 SampleBudget& budget);

    /// Limit for the looks of one material; more means a damaged file.
    static constexpr std::size_t kMostLooks = 256;

    /// Material of each look; the first is the original. The others omit data that does not affect the look.
    /// With only one there is nothing to show in turn. The addresses stay valid.
    [[nodiscard]] const std::vector<Material>& materials() const { return materials_; }
    /// Whether there were more than kMostLooks looks. Then only the original is kept, without motions.
    [[nodiscard]] bool isRefused() const { return isRefused_; }
    /// One per animation that moves the material, in the order of the animations.
    [[nodiscard]] const std::vector<LookMotion>& motions() const { return motions_; }

private:
    void add(const PatternAnimation& animation, SampleBudget& budget);
    [[nodiscard]] std::size_t lookOf(const std::vector<std::string>& textures);

    std::vector<Material> materials_;
    std::map<std::vector<std::string>, std::size_t> lookOfTextures_;
    std::vector<LookMotion> motions_;
    bool isRefused_ = false;
};

/// Repeats the steps of an animation up to the last frame of a clip. Precondition: `period`, the number of
/// the animation's own last frame, is positive.
[[nodiscard]] std::vector<LookStep> repeatSteps(const std::vector<LookStep>& steps, std::uint32_t period,
                                                std::uint32_t lastFrame);

/// Visibility of a look: its material must be in that look, and the shape's bone visible. `motion` may be
/// null: the look at rest. `bone` may be empty: `isBoneVisible`. Step keys, the first at 0. `frameRate` is in
/// frames per second.
[[nodiscard]] Track<std::uint8_t> lookVisibility(std::size_t look, const LookMotion* motion,
                                                 const Track<std::uint8_t>& bone, bool isBoneVisible,
                                                 double frameRate);

}  // namespace rigkiln::bfres
