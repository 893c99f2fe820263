#include "tools/cli/command_diff_text.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"

namespace rigkiln::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownPerPart = 8;

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// Contents of one scene, as far as they were compared.
struct Contents {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t events = 0;
};

Contents contentsOf(const Scene& scene) {
    Contents contents;
    for (const MeshInstance& instance : scene.instances) {
        for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
            contents.vertices += primitive.positions.size();
            contents.triangles += primitive.indices.size() / 3;
        }
    }
    for (const Clip& clip : scene.clips)
        contents.events += clip.events.size();
    return contents;
}

/// "12 joints, 3 meshes (400 vertices, 200 triangles), 2 clips": what of A was compared.
std::string comparedText(const ComparedFiles& files) {
    const Scene& scene = files.left;
    const Contents contents = contentsOf(scene);
    const auto has = [&](ComparedPart part) { return files.options.parts.has(part); };
    std::vector<std::string> parts;
    if (has(ComparedPart::Structure)) parts.push_back(counted(scene.joints.size(), "joint", "joints"));
    if (has(ComparedPart::Meshes)) {
        parts.push_back(fmt::format("{} ({}, {})", counted(scene.instances.size(), "mesh", "meshes"),
                                    counted(contents.vertices, "vertex", "vertices"),
                                    counted(contents.triangles, "triangle", "triangles")));
    }
    if (has(ComparedPart::Skins)) parts.push_back(counted(scene.skins.size(), "skin", "skins"));
    if (has(ComparedPart::Materials))
        parts.push_back(counted(scene.materials.size(), "material", "materials"));
    if (has(ComparedPart::Images)) parts.push_back(counted(scene.textures.size(), "image", "images"));
    if (has(ComparedPart::Poses)) {
        parts.push_back(fmt::format("{} on {}", counted(scene.clips.size(), "clip", "clips"),
                                    counted(files.comparison.poses.joints, "joint", "joints")));
    }
    if (has(ComparedPart::Attachments))
        parts.push_back(counted(scene.attachments.size(), "attachment", "attachments"));
    if (has(ComparedPart::Lights)) parts.push_back(counted(scene.lights.size(), "light", "lights"));
    if (has(ComparedPart::Events)) parts.push_back(counted(contents.events, "event", "events"));
    if (has(ComparedPart::Extras)) parts.emplace_back("extras");
    return fmt::format("{}; tolerance {}", fmt::join(parts, ", "), lengthText(files.options.length));
}

std::string lineOf(ComparedPart part, std::string_view text) {
    return fmt::format("{:<11} {}\n", toString(part), text);
}

/// Clips that differ by less than the tolerance.
std::string textWithin(const ComparedFiles& files) {
    std::string text;
    if (!files.options.parts.has(ComparedPart::Poses)) return text;
    for (const ComparedClip& clip : files.comparison.poses.clips) {
        if (clip.maxError == 0 || clip.maxError > files.options.length) continue;
        text +=
            lineOf(ComparedPart::Poses,
                   fmt::format("within the tolerance: clip {}: points up to {} apart, {} for 99 % (joint {}, "
                               "{:.4g} s)",
                               quote(clip.name), lengthText(clip.maxError), lengthText(clip.p99Error),
                               quote(clip.worstJoint), clip.worstTime));
    }
    return text;
}

Json jsonOf(const Missing& missing) {
    Json json = {{"clips", Json::array()}, {"joints", Json::array()}, {"moved_joints", missing.movedJoints}};
    for (const std::string& clip : missing.clips)
        json["clips"].push_back(toUtf8(clip));
    for (const std::string& joint : missing.joints)
        json["joints"].push_back(toUtf8(joint));
    return json;
}

std::string_view gravityName(Gravity gravity) {
    switch (gravity) {
        case Gravity::Missing:
            return "missing";
        case Gravity::Shape:
            return "shape";
        case Gravity::Look:
            return "look";
        case Gravity::Record:
            return "record";
    }
    return "";
}

}  // namespace

std::string diffText(const ComparedFiles& files, bool showsAll) {
    const std::vector<Difference>& differences = files.comparison.differences;
    if (differences.empty()) return textWithin(files) + "the same: " + comparedText(files) + "\n";
    std::array<std::size_t, kComparedParts.size()> counts{};
    std::string text = fmt::format("A: {}\nB: {}\n", toUtf8(files.leftName), toUtf8(files.rightName));
    for (const Difference& difference : differences) {
        const auto part = static_cast<std::size_t>(difference.part);
        if (++counts.at(part) > kShownPerPart && !showsAll) continue;
        text += lineOf(difference.part, fmt::format("{}: {}", difference.object, difference.text));
    }
    std::vector<std::string> sums;
    for (std::size_t part = 0; part < counts.size(); ++part) {
        const std::size_t count = counts.at(part);
        if (count == 0) continue;
        sums.push_back(fmt::format("{} in {}", count, kComparedParts.at(part)));
        if (count > kShownPerPart && !showsAll) {
            text += lineOf(static_cast<ComparedPart>(part),
                           fmt::format("... and {} more (--all shows them)", count - kShownPerPart));
        }
    }
    return text + textWithin(files) +
           fmt::format("{}: {}\ncompared: {}\n", counted(differences.size(), "difference", "differences"),
                       fmt::join(sums, ", "), comparedText(files));
}

std::string diffJson(const ComparedFiles& files) {
    const Comparison& comparison = files.comparison;
    const Contents contents = contentsOf(files.left);
    Json json = {{"left", toUtf8(files.leftName)},
                 {"right", toUtf8(files.rightName)},
                 {"within", comparison.isSame()},
                 {"tolerance", files.options.length},
                 {"compared",
                  {{"parts", Json::array()},
                   {"joints", files.left.joints.size()},
                   {"meshes", files.left.instances.size()},
                   {"vertices", contents.vertices},
                   {"triangles", contents.triangles},
                   {"materials", files.left.materials.size()},
                   {"images", files.left.textures.size()},
                   {"clips", files.left.clips.size()},
                   {"attachments", files.left.attachments.size()},
                   {"lights", files.left.lights.size()},
                   {"events", contents.events}}},
                 {"differences", Json::array()},
                 {"max_error", comparison.poses.maxError()},
                 {"rest_error", comparison.poses.rest.maxError},
                 {"joints", comparison.poses.joints},
                 {"clips", Json::array()},
                 {"only_left", jsonOf(comparison.poses.onlyLeft)},
                 {"only_right", jsonOf(comparison.poses.onlyRight)}};
    for (std::size_t part = 0; part < kComparedParts.size(); ++part) {
        if (files.options.parts.has(static_cast<ComparedPart>(part)))
            json["compared"]["parts"].push_back(kComparedParts.at(part));
    }
    for (const Difference& difference : comparison.differences) {
        Json one = {{"part", toString(difference.part)},
                    {"kind", gravityName(difference.gravity)},
                    {"object", toUtf8(difference.object)},
                    {"text", toUtf8(difference.text)}};
        if (difference.distance) one["distance"] = *difference.distance;
        json["differences"].push_back(std::move(one));
    }
    for (const ComparedClip& clip : comparison.poses.clips) {
        const glm::dvec3& point = clip.worstPoint;
        json["clips"].push_back({{"name", toUtf8(clip.name)},
                                 {"max_error", clip.maxError},
                                 {"p99_error", clip.p99Error},
                                 {"worst_joint", toUtf8(clip.worstJoint)},
                                 {"worst_point", {point.x, point.y, point.z}},
                                 {"worst_time", clip.worstTime},
                                 {"left_seconds", clip.leftSeconds},
                                 {"right_seconds", clip.rightSeconds}});
    }
    return json.dump(2) + "\n";
}

}  // namespace rigkiln::cli
