#include "tools/cli/command_inspect_pose.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/inspect/clip_facts.hpp"
#include "pipeline/run/run_in_arena.hpp"
#include "pipeline/scene/scene.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/read_asset.hpp"
#include "tools/cli/run_options.hpp"

namespace rigkiln::cli {
namespace {

using Json = nlohmann::ordered_json;

Result<Scene> readPosed(const PoseArguments& options) {
    const std::vector<std::string> clips(options.files.begin() + 1, options.files.end());
    const Result<Plan> plan = planToRead(plainRequest({}), options.files.front(), clips);
    if (!plan) return plan.error();
    return readPlanned(*plan);
}

/// Returns the clip with this name, ignoring case when no name is equal.
Result<const Clip*> findClip(const Scene& scene, const PoseArguments& options) {
    const auto find = [&](const auto& isIt) { return std::ranges::find_if(scene.clips, isIt); };
    auto found = find([&](const Clip& clip) { return clip.name == *options.clip; });
    if (found == scene.clips.end())
        found = find([&](const Clip& clip) { return equalIgnoringCase(clip.name, *options.clip); });
    if (found != scene.clips.end()) return &*found;
    std::vector<std::string_view> names;
    for (const Clip& clip : scene.clips)
        names.push_back(clip.name);
    const std::string meant = suggestion(*options.clip, names);
    return usageError(
        "--clip", fmt::format("{} is none of the {} clips of {}{}", quote(*options.clip), scene.clips.size(),
                              options.files.front(),
                              meant.empty() ? "; give files with clips after the model" : "; " + meant));
}

std::string transformText(const Transform& transform) {
    // Adding 0 turns -0 into 0.
    const glm::vec3 place = transform.translation + 0.0F;
    const glm::quat turn = transform.rotation + glm::quat(0, 0, 0, 0);
    const glm::vec3& scale = transform.scale;
    std::string text = fmt::format("({:.6g} {:.6g} {:.6g}) ({:.6g} {:.6g} {:.6g} {:.6g})", place.x, place.y,
                                   place.z, turn.x, turn.y, turn.z, turn.w);
    if (scale != glm::vec3(1)) text += fmt::format(" ({:.6g} {:.6g} {:.6g})", scale.x, scale.y, scale.z);
    return text;
}

Json jsonOf(const Transform& transform) {
    const glm::vec3& place = transform.translation;
    const glm::quat& turn = transform.rotation;
    const glm::vec3& scale = transform.scale;
    return {{"translation", {place.x, place.y, place.z}},
            {"rotation", {turn.x, turn.y, turn.z, turn.w}},
            {"scale", {scale.x, scale.y, scale.z}}};
}

}  // namespace

Result<std::string> poseText(const PoseArguments& options) {
    std::optional<Result<Scene>> read;
    runInArena(jobsOf({}), [&] { read = readPosed(options); });
    if (!*read) return read->error();
    const Scene& scene = **read;
    const Clip* clip = nullptr;
    if (options.clip) {
        const Result<const Clip*> found = findClip(scene, options);
        if (!found) return found.error();
        clip = *found;
        if (options.seconds > static_cast<double>(clip->duration)) {
            return usageError("--at", fmt::format("{} s is behind the end of clip {}, which lasts {} s",
                                                  options.seconds, quote(clip->name), clip->duration));
        }
    }
    const std::vector<PosedJoint> joints = poseAt(scene, clip, static_cast<float>(options.seconds));
    if (options.json) {
        Json json = {{"file", toUtf8(options.files.front())},
                     {"clip", clip == nullptr ? Json(nullptr) : Json(toUtf8(clip->name))},
                     {"seconds", options.seconds},
                     {"joints", Json::array()}};
        for (const PosedJoint& joint : joints) {
            json["joints"].push_back({{"name", toUtf8(joint.name)},
                                      {"visible", joint.isVisible},
                                      {"local", jsonOf(joint.local)},
                                      {"object", jsonOf(joint.world)}});
        }
        return json.dump(2) + "\n";
    }
    std::string text = toUtf8(options.files.front());
    text += clip == nullptr ? std::string(": rest pose\n")
                            : fmt::format(": clip {} at {} s of {} s\n", quote(clip->name), options.seconds,
                                          clip->duration);
    text += "joint: translation (x y z), rotation (x y z w), scale (x y z) unless 1; metres, +Y up\n";
    for (const PosedJoint& joint : joints) {
        text += fmt::format("{}{}\n  in its parent {}\n  in the object {}\n", quote(joint.name),
                            joint.isVisible ? "" : " (hidden)", transformText(joint.local),
                            transformText(joint.world));
    }
    return text;
}

}  // namespace rigkiln::cli
