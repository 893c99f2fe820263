#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/inspect/clip_facts.hpp"
#include "tools/cli/command_inspect_scene.hpp"

namespace rigkiln::cli {
namespace {

using JsonObject = nlohmann::ordered_json;

JsonObject jsonOf(const Properties& extras) {
    return JsonObject::parse(toJson(Value(extras)));
}

JsonObject sizeJson(const SizeFacts& sizes) {
    JsonObject json = {{"vertices", sizes.vertices},
                       {"triangles", sizes.triangles},
                       {"skeleton_height", sizes.skeletonHeight}};
    if (sizes.bounds) {
        const glm::dvec3& low = sizes.bounds->minimum;
        const glm::dvec3& high = sizes.bounds->maximum;
        json["minimum"] = {low.x, low.y, low.z};
        json["maximum"] = {high.x, high.y, high.z};
    }
    if (sizes.suggestedScale) json["suggested_scale"] = *sizes.suggestedScale;
    return json;
}

JsonObject meshJson(const Scene& scene, const MeshInstance& instance) {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
        vertices += primitive.positions.size();
        triangles += primitive.indices.size() / 3;
    }
    JsonObject mesh = {{"name", toUtf8(instance.name)},
                       {"joint", instance.joint.value},
                       {"skinned", instance.skin.has_value()},
                       {"hidden", instance.hidden},
                       {"vertices", vertices},
                       {"triangles", triangles}};
    if (instance.levelOfDetail) mesh["level_of_detail"] = *instance.levelOfDetail;
    if (instance.alternative) mesh["alternative"] = *instance.alternative;
    if (!instance.variantBase.empty()) mesh["variant_base"] = toUtf8(instance.variantBase);
    return mesh;
}

std::string_view alphaName(AlphaMode mode) {
    if (mode == AlphaMode::Opaque) return "opaque";
    return mode == AlphaMode::Mask ? "mask" : "blend";
}

JsonObject materialJson(const Scene& scene, const Material& material) {
    JsonObject textures = JsonObject::object();
    const auto texture = [&](const char* role, const std::optional<TextureUse>& use) {
        if (use) textures[role] = toUtf8(scene.textures[use->texture.value].sourceName);
    };
    texture("base_color", material.baseColorTexture);
    texture("normal", material.normalTexture);
    texture("emissive", material.emissiveTexture);
    const glm::vec4& color = material.baseColorFactor;
    return {{"name", toUtf8(material.name)},
            {"textures", std::move(textures)},
            {"base_color", {color.x, color.y, color.z, color.w}},
            {"metallic", material.metallicFactor},
            {"roughness", material.roughnessFactor},
            {"alpha", alphaName(material.alphaMode)},
            {"double_sided", material.doubleSided},
            {"unlit", material.unlit},
            {"extras", jsonOf(material.extras)}};
}

JsonObject clipJson(const Clip& clip) {
    const ClipFacts facts = clipFacts(clip);
    JsonObject json = {{"name", toUtf8(clip.name)},
                       {"seconds", clip.duration},
                       {"frames", clip.sourceFrameCount},
                       {"frame_rate", clip.sourceFrameRate.value_or(0)},
                       {"joints", facts.joints},
                       {"keys", facts.keys},
                       {"bytes", facts.bytes},
                       {"moving",
                        {{"rotations", facts.rotations},
                         {"translations", facts.translations},
                         {"scales", facts.scales},
                         {"visibilities", facts.visibilities},
                         {"texture_offsets", facts.textureOffsets}}},
                       {"events", clip.events.size()},
                       {"event_list", JsonObject::array()}};
    for (const ClipEvent& event : clip.events)
        json["event_list"].push_back({{"time", event.time}, {"name", toUtf8(event.name)}});
    return json;
}

}  // namespace

std::string sceneJson(const InspectedScene& file) {
    const Scene& scene = file.scene;
    JsonObject json = {{"file", toUtf8(file.path)},
                       {"format", file.format->id},
                       {"description", file.recognition.description},
                       {"bytes", file.sizeBytes},
                       {"extras", jsonOf(scene.extras)},
                       {"size", sizeJson(file.sizes)},
                       {"joints", JsonObject::array()},
                       {"meshes", JsonObject::array()},
                       {"materials", JsonObject::array()},
                       {"textures", JsonObject::array()},
                       {"attachments", JsonObject::array()},
                       {"lights", JsonObject::array()},
                       {"clips", JsonObject::array()},
                       {"issues", JsonObject::array()}};
    for (const Joint& joint : scene.joints) {
        json["joints"].push_back(
            {{"name", toUtf8(joint.name)},
             {"parent", joint.parent ? JsonObject(joint.parent->value) : JsonObject(nullptr)},
             {"visible", joint.visible},
             {"extras", jsonOf(joint.extras)}});
    }
    for (const MeshInstance& instance : scene.instances)
        json["meshes"].push_back(meshJson(scene, instance));
    for (const Material& material : scene.materials)
        json["materials"].push_back(materialJson(scene, material));
    for (const TextureRow& row : file.textures) {
        json["textures"].push_back({{"name", toUtf8(row.name)},
                                    {"roles", row.roles},
                                    {"size", row.size},
                                    {"format", row.format},
                                    {"missing", row.isMissing},
                                    {"where", toUtf8(row.place)}});
    }
    for (const Attachment& attachment : scene.attachments) {
        json["attachments"].push_back({{"name", toUtf8(attachment.name)},
                                       {"kind", attachment.kind},
                                       {"joint", attachment.joint.value},
                                       {"hidden", attachment.hidden}});
    }
    for (const Light& light : scene.lights)
        json["lights"].push_back({{"name", toUtf8(light.name)}, {"joint", light.joint.value}});
    for (const Clip& clip : scene.clips)
        json["clips"].push_back(clipJson(clip));
    for (const Issue& issue : file.diagnostics.issues()) {
        json["issues"].push_back({{"id", issue.kind->id},
                                  {"severity", toString(issue.kind->severity)},
                                  {"where", toUtf8(issue.where)},
                                  {"details", toUtf8(issue.details)}});
    }
    return json.dump(2);
}

}  // namespace rigkiln::cli
