#include "exporters/gltf/events_file.hpp"

#include <cstddef>

#include "exporters/gltf/clip_record.hpp"
#include "exporters/gltf/gltf_names.hpp"
#include "exporters/gltf/json_writer.hpp"
#include "exporters/gltf/unique_names.hpp"
#include "pipeline/process/align_clips.hpp"

namespace rigkiln::gltf_export {
namespace {

void writeClip(JsonWriter& json, const Clip& clip) {
    json.beginObject();
    json.member("duration", clip.duration);
    if (clip.sourceFrameRate) json.member("frame_rate", *clip.sourceFrameRate);
    if (const Value* rate = clip.extras.find(kFpsHint)) {
        json.key(kFpsHint);
        json.value(*rate);
    }
    if (repeats(clip)) {
        json.key("loop");
        json.boolean(true);
    }
    json.key("events");
    json.beginArray();
    for (const ClipEvent& event : clip.events)
        json.value(eventRecord(clip, event));
    json.endArray();
    json.endObject();
}

void writeAttachments(JsonWriter& json, const Scene& scene, const Document& document) {
    const std::size_t first = scene.joints.size() + scene.instances.size();
    json.beginArray();
    for (std::size_t i = 0; i < scene.attachments.size(); ++i) {
        const Attachment& attachment = scene.attachments[i];
        json.beginObject();
        json.memberText("node", document.nodes[first + i].name);
        json.memberText("parent", document.nodes[attachment.joint.value].name);
        json.memberText("kind", attachment.kind.empty() ? "attachment" : attachment.kind);
        json.endObject();
    }
    json.endArray();
}

}  // namespace

std::vector<std::string> homelessClipNames(const Scene& scene) {
    std::vector<NameRequest> requests;
    for (const Clip& clip : scene.clips)
        requests.push_back({clip.name, kAnimationKind});
    return uniqueNames(requests);
}

OutputFile eventsFile(const Scene& scene, const Document& document, std::string_view fileName,
                      std::size_t firstClip) {
    std::vector<std::string> names;
    if (scene.joints.empty()) names = homelessClipNames(scene);
    for (const Animation& animation : document.animations)
        names.push_back(animation.name);
    JsonWriter json;
    json.beginObject();
    json.member("rigkiln_events", kEventsVersion);
    json.memberText("file", fileName);
    json.key("clips");
    json.beginObject();
    for (std::size_t i = 0; i < names.size(); ++i) {
        json.textKey(names[i]);
        writeClip(json, scene.clips[firstClip + i]);
    }
    json.endObject();
    json.key("attachments");
    writeAttachments(json, scene, document);
    json.endObject();
    OutputFile file{.name = std::string(fileName) + ".events.json", .pieces = {}};
    file.pieces.emplace_back(json.take() + "\n");
    return file;
}

}  // namespace rigkiln::gltf_export
