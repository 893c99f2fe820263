#include "exporters/gltf/clip_plan.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "exporters/gltf/clip_record.hpp"
#include "exporters/gltf/name_style.hpp"
#include "exporters/gltf/unique_names.hpp"
#include "pipeline/scene/source_visibility.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Godot sets clips with this suffix to repeat, and takes it off.
constexpr std::string_view kLoopSuffix = "-loop";

std::vector<std::string> animationNames(const Scene& scene, const ExportOptions& options) {
    std::vector<NameRequest> requests;
    for (const Clip& clip : scene.clips) {
        const bool isMarked = options.loopNames && repeats(clip);
        requests.push_back({clip.name, kAnimationKind, isMarked ? kLoopSuffix : std::string_view()});
    }
    return uniqueNames(requests, options.names);
}

/// Returns 1 for joints that are hidden at rest, have nothing that could be seen, and are shown by every
/// clip; for none where readers would not add so many tracks.
std::vector<std::uint8_t> findShownByClips(const Scene& scene, std::span<const JointMoves> moves) {
    std::vector<std::uint8_t> shown(scene.joints.size(), 0);
    std::size_t others = 0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const Joint& joint = scene.joints[i];
        shown[i] = static_cast<std::uint8_t>(!joint.visible && moves[i].shown == scene.clips.size());
        if (joint.extras.find(kShownInSource) != nullptr) ++others;
    }
    const auto leaveOut = [&shown](const auto& things) {
        for (const auto& thing : things)
            shown[thing.joint.value] = 0;
    };
    leaveOut(scene.instances);
    leaveOut(scene.attachments);
    leaveOut(scene.lights);
    const auto recorded = static_cast<std::size_t>(std::ranges::count(shown, 1)) + others;
    if (recorded * scene.clips.size() > kMostTracksByRecords) return {};
    return shown;
}

}  // namespace

bool hasAnimations(const Scene& scene) {
    return !scene.clips.empty() && !scene.joints.empty();
}

ClipPlan::ClipPlan(const Scene& scene, const ExportOptions& options)
    : names(animationNames(scene, options)), parts(scene) {
    if (!hasAnimations(scene)) return;
    moves = findJointMoves(scene);
    if (options.streams) shownByClips = findShownByClips(scene, moves);
}

}  // namespace rigkiln::gltf_export
