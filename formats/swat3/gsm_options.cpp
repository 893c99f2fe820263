#include "formats/swat3/gsm_options.hpp"

#include <optional>
#include <string>

namespace rigkiln::swat3 {
namespace {

/// Returns `first` for `firstWord`, nothing for "auto", and `second` otherwise.
template <class Answer>
std::optional<Answer> answerOf(const OptionValues& options, std::string_view name, std::string_view firstWord,
                               Answer first, Answer second) {
    const std::string& text = options.text(name);
    if (text == "auto") return std::nullopt;
    return text == firstWord ? first : second;
}

}  // namespace

GsmConventionChoices conventionChoices(const OptionValues& options) {
    GsmConventionChoices choices;
    choices.space = answerOf(options, "space", "model", Space::Model, Space::Bone);
    choices.quaternions = quaternionChoice(options);
    choices.isLeftHanded = answerOf(options, "handed", "left", true, false);
    choices.isClockwise = answerOf(options, "winding", "cw", true, false);
    choices.transparency =
        answerOf(options, "transparency", "opacity", Transparency::Opaque, Transparency::Clear);
    choices.grips = answerOf(options, "grips", "model", Space::Model, Space::Bone);
    return choices;
}

std::optional<QuaternionSense> quaternionChoice(const OptionValues& options) {
    return answerOf(options, "quat", "raw", QuaternionSense::Raw, QuaternionSense::Conjugated);
}

NormalWeight normalWeight(const OptionValues& options) {
    const std::string& text = options.text("normal_weight");
    if (text == "area") return NormalWeight::Area;
    return text == "angle" ? NormalWeight::Angle : NormalWeight::Face;
}

}  // namespace rigkiln::swat3
