#include "exporters/gltf/clip_record.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <variant>

#include "exporters/gltf/extras.hpp"
#include "exporters/gltf/gltf_names.hpp"
#include "exporters/gltf/json_writer.hpp"
#include "pipeline/animation/track_shape.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Names of our members. A member of the source's extras with such a name is renamed (see `joined`).
constexpr std::array<std::string_view, 9> kOwnMembers = {"duration",        "frame_rate", "frame_count",
                                                         "binding",         "source",     "visibility",
                                                         "texture_offsets", "joints",     "events"};

void writeVisibility(JsonWriter& json, const Scene& scene, const Clip& clip,
                     std::span<const std::uint8_t> shownByClips, std::span<const Node> nodes) {
    const auto isWorthWriting = [&](const JointTracks& tracks) {
        const bool isSaid = !shownByClips.empty() && shownByClips[tracks.joint.value] != 0;
        return !isSaid &&
               !holds(tracks.visibility, static_cast<std::uint8_t>(scene.joints[tracks.joint.value].visible));
    };
    if (std::ranges::none_of(clip.joints, isWorthWriting)) return;
    json.key("visibility");
    json.beginObject();
    for (const JointTracks& tracks : clip.joints) {
        if (!isWorthWriting(tracks)) continue;
        json.textKey(nodes[tracks.joint.value].name);
        json.beginArray();
        for (std::size_t key = 0; key < tracks.visibility.times.size(); ++key) {
            json.beginArray();
            json.number(tracks.visibility.times[key]);
            json.number(static_cast<int>(tracks.visibility.values[key]));
            json.endArray();
        }
        json.endArray();
    }
    json.endObject();
}

Properties offsetRecord(const Track<glm::vec2>& track) {
    ValueList values;
    for (const glm::vec2& value : track.values) {
        values.emplace_back(ValueList{value.x, value.y});
    }
    Properties record;
    record.set("interpolation", nameOf(track.interpolation));
    record.set("times", ValueList(track.times.begin(), track.times.end()));
    record.set("values", std::move(values));
    return record;
}

void writeOffsets(JsonWriter& json, const Clip& clip, std::span<const DocumentMaterial> materials) {
    const auto isWorthWriting = [](const MaterialTracks& tracks) { return !tracks.baseColorOffset.empty(); };
    if (std::ranges::none_of(clip.materials, isWorthWriting)) return;
    json.key("texture_offsets");
    json.beginObject();
    for (const MaterialTracks& tracks : clip.materials) {
        if (!isWorthWriting(tracks)) continue;
        json.textKey(materials[tracks.material.value].name);
        json.value(offsetRecord(tracks.baseColorOffset));
    }
    json.endObject();
}

void writeJoints(JsonWriter& json, const Clip& clip, std::span<const Node> nodes) {
    const auto isWorthWriting = [](const JointTracks& tracks) { return !tracks.extras.empty(); };
    if (std::ranges::none_of(clip.joints, isWorthWriting)) return;
    json.key("joints");
    json.beginObject();
    for (const JointTracks& tracks : clip.joints) {
        if (!isWorthWriting(tracks)) continue;
        json.textKey(nodes[tracks.joint.value].name);
        json.value(tracks.extras);
    }
    json.endObject();
}

void writeEvents(JsonWriter& json, const Clip& clip) {
    if (clip.events.empty()) return;
    json.key("events");
    json.beginArray();
    for (const ClipEvent& event : clip.events) {
        json.value(eventRecord(clip, event));
    }
    json.endArray();
}

}  // namespace

bool repeats(const Clip& clip) {
    const Value* value = clip.extras.find("loop");
    const auto* flag = value == nullptr ? nullptr : std::get_if<bool>(&value->content());
    return flag != nullptr && *flag;
}

Properties eventRecord(const Clip& clip, const ClipEvent& event) {
    Properties record;
    if (clip.sourceFrameRate && event.extras.find("frame") == nullptr) {
        const double frame = static_cast<double>(event.time) * static_cast<double>(*clip.sourceFrameRate);
        record.set("frame", std::int64_t{std::llround(frame)});
    }
    record.set("time", event.time);
    record.set("name", event.name);
    return joined(std::move(record), event.extras);
}

std::string clipRecord(const Scene& scene, const Clip& clip, const RecordScope& scope,
                       const Document& document) {
    const std::span<const Node> nodes = document.nodes;
    JsonWriter json;
    json.beginObject();
    json.member("duration", clip.duration);
    if (clip.sourceFrameRate) json.member("frame_rate", *clip.sourceFrameRate);
    if (clip.sourceFrameCount != 0) json.member("frame_count", clip.sourceFrameCount);
    if (clip.binding == ClipBinding::ByIndex) json.memberText("binding", "index");
    if (!scope.source.empty()) {
        json.key("source");
        json.value(scope.source);
    }
    writeVisibility(json, scene, clip, scope.shownByClips, nodes);
    writeOffsets(json, clip, document.materials);
    writeJoints(json, clip, nodes);
    writeEvents(json, clip);
    Properties own;
    for (const std::string_view name : kOwnMembers) {
        own.set(name, {});
    }
    const Properties all = joined(own, clip.extras);
    for (const Properties::Entry& entry : std::span(all.entries()).subspan(kOwnMembers.size())) {
        json.textKey(entry.first);
        json.value(entry.second);
    }
    json.endObject();
    return json.take();
}

}  // namespace rigkiln::gltf_export
