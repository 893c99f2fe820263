#include "pipeline/reading/apply_steps.hpp"

#include <variant>

#include <fmt/format.h>

#include "pipeline/base/trace.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/process/align_clips.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/fit_height.hpp"
#include "pipeline/process/hide_unseen_parts.hpp"
#include "pipeline/process/make_t_pose.hpp"
#include "pipeline/process/resample_clips.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/scene/validate_scene.hpp"

namespace rigkiln {
namespace {

/// Does the step rest-visibility, if the recipe has it.
void hideUnseen(Scene& scene, const Recipe& recipe) {
    for (const Step& step : *recipe.steps) {
        if (!std::holds_alternative<RestVisibilityStep>(step)) continue;
        const TraceSpan span("step", "rest visibility");
        hideUnseenParts(scene);
    }
}

/// Does the step rigid-skin, if the recipe has it.
Status skinParts(Scene& scene, const Recipe& recipe, Diagnostics& diagnostics) {
    for (const Step& step : *recipe.steps) {
        const auto* skinning = std::get_if<RigidSkinStep>(&step);
        if (skinning == nullptr) continue;
        if (auto problem = firstProblem(scene, recipe.mainFile().path)) return *problem;
        const TraceSpan span("step", "skin rigid parts");
        skinRigidParts(scene, skinning->options, diagnostics);
    }
    return Done{};
}

/// Does the step root-motion, if the recipe has it.
Status moveTravel(Scene& scene, const Recipe& recipe) {
    for (const Step& step : *recipe.steps) {
        const auto* motion = std::get_if<RootMotionStep>(&step);
        if (motion == nullptr) continue;
        if (auto problem = firstProblem(scene, recipe.mainFile().path)) return *problem;
        const TraceSpan span("step", "root motion");
        extractRootMotion(scene, motion->options);
    }
    return Done{};
}

/// Does the step t-pose, if the recipe has it.
Status poseAtRest(Scene& scene, const Recipe& recipe, Diagnostics& diagnostics) {
    for (const Step& step : *recipe.steps) {
        if (!std::holds_alternative<TPoseStep>(step)) continue;
        if (auto problem = firstProblem(scene, recipe.mainFile().path)) return *problem;
        const TraceSpan span("step", "T-pose");
        makeTPose(scene, diagnostics);
    }
    return Done{};
}

/// Does the step align, if the recipe has it.
void alignToFrames(Scene& scene, const Recipe& recipe, Diagnostics& diagnostics) {
    for (const Step& step : *recipe.steps) {
        const auto* aligning = std::get_if<AlignStep>(&step);
        if (aligning == nullptr) continue;
        const TraceSpan span("step", "align keys");
        alignClips(scene, aligning->framesPerSecond, diagnostics);
    }
}

}  // namespace

std::optional<Error> firstProblem(const Scene& scene, const std::string& path) {
    const TraceSpan span("step", "check scene");
    const std::vector<SceneProblem> problems = validateScene(scene);
    if (problems.empty()) return std::nullopt;
    const std::string more =
        problems.size() > 1 ? fmt::format(" (and {} other problems)", problems.size() - 1) : "";
    return inFile(path, kInvalidScene.at(problems.front().where, problems.front().problem + more));
}

void resample(Scene& scene, const std::vector<Step>& steps, Diagnostics& diagnostics) {
    for (const Step& step : steps) {
        const auto* resampling = std::get_if<ResampleStep>(&step);
        if (resampling == nullptr) continue;
        const TraceSpan span("step", "resample");
        resampleClips(scene, resampling->rate, diagnostics);
    }
}

Status fitSize(Scene& scene, const Step& step, const Part& part) {
    const auto* height = std::get_if<HeightStep>(&step);
    if (height == nullptr && !std::holds_alternative<GroundStep>(step)) return Done{};
    const char* option = height != nullptr ? "height" : "feet_on_ground";
    if (!part.model)
        return kUnsuitableSize.at(option,
                                  "a clip without its model has no size; convert it with the model, or "
                                  "leave such clips out with unbound: skip");
    if (auto problem = firstProblem(scene, part.mainFile().path)) return *problem;
    return height != nullptr ? fitHeight(scene, height->options) : standOnGround(scene);
}

Status applyUnitSteps(Scene& scene, const Recipe& recipe, Diagnostics& diagnostics) {
    hideUnseen(scene, recipe);
    if (const Status skinned = skinParts(scene, recipe, diagnostics); !skinned) return skinned.error();
    if (const Status moved = moveTravel(scene, recipe); !moved) return moved.error();
    if (const Status posed = poseAtRest(scene, recipe, diagnostics); !posed) return posed.error();
    resample(scene, *recipe.steps, diagnostics);
    alignToFrames(scene, recipe, diagnostics);
    alignRotationSigns(scene);
    if (auto problem = firstProblem(scene, recipe.mainFile().path)) return *problem;
    return Done{};
}

}  // namespace rigkiln
