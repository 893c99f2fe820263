#include "tools/cli/command_inspect_scene.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"
#include "pipeline/inspect/clip_facts.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/text_table.hpp"

namespace rigkiln::cli {
namespace {

constexpr std::size_t kShownEvents = 8;

struct Counts {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
};

Counts countsOf(const Mesh& mesh) {
    Counts counts;
    for (const Primitive& primitive : mesh.primitives) {
        counts.vertices += primitive.positions.size();
        counts.triangles += primitive.indices.size() / 3;
    }
    return counts;
}

std::string_view roleText(MeshRole role) {
    switch (role) {
        case MeshRole::Render:
            return "";
        case MeshRole::Collision:
            return ", collision";
        case MeshRole::Shadow:
            return ", shadow";
    }
    return "";
}

/// Describes the level of detail and the alternative of a mesh; empty when it has neither.
std::string variantText(const MeshInstance& instance) {
    std::string text;
    if (instance.levelOfDetail) text += fmt::format(", level of detail {}", *instance.levelOfDetail);
    if (instance.alternative) text += fmt::format(", alternative {}", *instance.alternative);
    if (!text.empty() && !instance.variantBase.empty())
        text += fmt::format(" of {}", quote(instance.variantBase));
    return text;
}

/// By joint: lines for its meshes, attachments and lights.
std::vector<std::vector<std::string>> hangingOn(const Scene& scene) {
    std::vector<std::vector<std::string>> lines(scene.joints.size());
    for (const MeshInstance& instance : scene.instances) {
        const Mesh& mesh = scene.meshes[instance.mesh.value];
        const Counts counts = countsOf(mesh);
        lines[instance.joint.value].push_back(fmt::format(
            "mesh {}: {} vertices, {} triangles, {} primitives{}{}{}{}", quote(instance.name),
            counts.vertices, counts.triangles, mesh.primitives.size(), instance.skin ? ", skinned" : "",
            roleText(instance.role), instance.hidden ? ", hidden" : "", variantText(instance)));
    }
    for (const Attachment& attachment : scene.attachments) {
        lines[attachment.joint.value].push_back(fmt::format(
            "{} {}{}", attachment.kind, quote(attachment.name), attachment.hidden ? ", hidden" : ""));
    }
    for (const Light& light : scene.lights) {
        lines[light.joint.value].push_back(
            fmt::format("light {}: intensity {}", quote(light.name), light.intensity));
    }
    return lines;
}

/// Writes the joints depth first, without recursion: a file can nest them as deep as it is long.
std::string treeText(const Scene& scene) {
    std::vector<std::vector<std::size_t>> children(scene.joints.size());
    std::vector<std::pair<std::size_t, std::size_t>> pending;
    for (std::size_t i = scene.joints.size(); i-- > 0;) {
        const auto& parent = scene.joints[i].parent;
        if (parent) {
            children[parent->value].push_back(i);
        } else {
            pending.emplace_back(i, 0);
        }
    }
    const auto lines = hangingOn(scene);
    std::string text;
    while (!pending.empty()) {
        const auto [joint, depth] = pending.back();
        pending.pop_back();
        const std::string indent(2 + std::min<std::size_t>(depth, 40) * 2, ' ');
        text += fmt::format("{}{} {}{}\n", indent, joint, quote(scene.joints[joint].name),
                            scene.joints[joint].visible ? "" : " (invisible)");
        for (const std::string& line : lines[joint])
            text += fmt::format("{}  - {}\n", indent, line);
        for (const std::size_t child : children[joint])
            pending.emplace_back(child, depth + 1);
    }
    return text;
}

std::string sizeText(const InspectedScene& file) {
    const SizeFacts& sizes = file.sizes;
    std::string text;
    if (sizes.bounds) {
        const glm::dvec3 sides = sizes.bounds->maximum - sizes.bounds->minimum;
        const glm::dvec3& low = sizes.bounds->minimum;
        const glm::dvec3& high = sizes.bounds->maximum;
        text += fmt::format("size: {:.4g} x {:.4g} x {:.4g} m, {} vertices, {} triangles\n", sides.x, sides.y,
                            sides.z, sizes.vertices, sizes.triangles);
        text += fmt::format("box: ({:.4g} {:.4g} {:.4g}) to ({:.4g} {:.4g} {:.4g}), +Y up, front +Z\n", low.x,
                            low.y, low.z, high.x, high.y, high.z);
    }
    if (sizes.skeletonHeight > 0) text += fmt::format("skeleton: {:.4g} m tall", sizes.skeletonHeight);
    if (sizes.suggestedScale)
        text += fmt::format("; it has the joints of a human: --scale {} makes it life-size",
                            *sizes.suggestedScale);
    if (sizes.skeletonHeight > 0) text += '\n';
    return text;
}

const Properties* objectIn(const Properties& object, std::string_view name) {
    const Value* value = object.find(name);
    return value == nullptr ? nullptr : std::get_if<Properties>(&value->content());
}

std::string plainText(const Value* value) {
    if (value == nullptr) return "";
    if (const auto* text = std::get_if<std::string>(&value->content())) return toUtf8(*text);
    if (const auto* number = std::get_if<double>(&value->content())) return fmt::format("{:.4g}", *number);
    return toJson(*value);
}

/// Lists what was decided about the meaning of the file, and by which test.
std::string conventionsText(const Scene& scene) {
    std::string text;
    for (const auto& [format, value] : scene.extras.entries()) {
        const auto* object = std::get_if<Properties>(&value.content());
        const Properties* conventions = object == nullptr ? nullptr : objectIn(*object, "conventions");
        if (conventions == nullptr) continue;
        for (const auto& [name, decided] : conventions->entries()) {
            const auto* facts = std::get_if<Properties>(&decided.content());
            if (facts == nullptr) {
                text += fmt::format("  {}: {}\n", toUtf8(name), plainText(&decided));
                continue;
            }
            text += fmt::format("  {}: {}", toUtf8(name), plainText(facts->find("answer")));
            const Value* by = facts->find("by");
            if (by != nullptr) text += fmt::format(", by {}", plainText(by));
            const Value* score = facts->find("score");
            if (score != nullptr) text += fmt::format(" ({})", plainText(score));
            text += '\n';
        }
    }
    return text.empty() ? text : "conventions\n" + text;
}

std::string textureName(const Scene& scene, const std::optional<TextureUse>& use) {
    return use ? quote(scene.textures[use->texture.value].sourceName) : std::string();
}

std::string materialText(const Scene& scene, const Material& material) {
    std::vector<std::string> facts;
    const auto texture = [&](std::string_view role, const std::optional<TextureUse>& use) {
        if (use) facts.push_back(fmt::format("{} {}", role, textureName(scene, use)));
    };
    texture("base colour", material.baseColorTexture);
    texture("normal", material.normalTexture);
    texture("emissive", material.emissiveTexture);
    const glm::vec4& color = material.baseColorFactor;
    if (color != glm::vec4(1))
        facts.push_back(
            fmt::format("colour ({:.3g} {:.3g} {:.3g} {:.3g})", color.x, color.y, color.z, color.w));
    facts.push_back(
        fmt::format("metallic {:.3g}, roughness {:.3g}", material.metallicFactor, material.roughnessFactor));
    if (material.alphaMode == AlphaMode::Blend) facts.emplace_back("alpha blend");
    if (material.alphaMode == AlphaMode::Mask)
        facts.push_back(fmt::format("alpha mask at {:.3g}", material.alphaCutoff));
    if (material.doubleSided) facts.emplace_back("double sided");
    if (material.unlit) facts.emplace_back("unlit");
    return fmt::format("  {}: {}\n", quote(material.name), fmt::join(facts, ", "));
}

std::string clipText(const Clip& clip, bool isVerbose) {
    const ClipFacts facts = clipFacts(clip);
    const std::string rate =
        clip.sourceFrameRate ? fmt::format(" at {} fps", *clip.sourceFrameRate) : std::string();
    std::string text = fmt::format(
        "  {}: {:.3f} s, {} frames{}, {} joints, {} keys, {}; moving: {} rotations, {} translations, {} "
        "scales, "
        "{} visibilities, {} texture offsets; {} events\n",
        quote(clip.name), clip.duration, clip.sourceFrameCount, rate, facts.joints, facts.keys,
        byteCountText(facts.bytes), facts.rotations, facts.translations, facts.scales, facts.visibilities,
        facts.textureOffsets, clip.events.size());
    const std::size_t shown = isVerbose ? clip.events.size() : std::min(clip.events.size(), kShownEvents);
    for (std::size_t i = 0; i < shown; ++i)
        text += fmt::format("    event at {:.3f} s: {}\n", clip.events[i].time, quote(clip.events[i].name));
    if (shown < clip.events.size())
        text += fmt::format("    and {} more events (-v shows them)\n", clip.events.size() - shown);
    return text;
}

/// "PNG" for "image/png".
std::string_view formatOfMime(std::string_view mime) {
    if (mime == "image/webp") return "WebP";
    return mime == "image/jpeg" ? "JPEG" : "PNG";
}

std::string pixelSize(const Texture& texture) {
    for (const ImageModule* module : registries().images.readers) {
        if (!module->recognise(texture.encoded, {})) continue;
        const Result<ImageSize> size = module->measure(texture.encoded);
        return size ? fmt::format("{} x {}", size->width, size->height) : std::string();
    }
    return {};
}

}  // namespace

std::string texturesText(const std::vector<TextureRow>& textures) {
    if (textures.empty()) return {};
    TextTable table({"role", "name", "size", "format", "where"});
    for (const TextureRow& row : textures)
        table.add({row.roles, quote(row.name), row.size, row.format, row.place});
    return "textures\n" + table.text("  ");
}

std::vector<TextureRow> textureRows(const Scene& scene,
                                    const std::vector<RecordingSource::Request>& requests) {
    std::vector<std::set<std::string_view>> roles(scene.textures.size());
    const auto use = [&](std::string_view role, const std::optional<TextureUse>& texture) {
        if (texture) roles[texture->texture.value].insert(role);
    };
    for (const Material& material : scene.materials) {
        use("base colour", material.baseColorTexture);
        use("normal", material.normalTexture);
        use("emissive", material.emissiveTexture);
    }
    std::map<std::string_view, const RecordingSource::Request*> byName;
    for (const RecordingSource::Request& request : requests)
        byName.emplace(request.name, &request);
    std::vector<TextureRow> rows;
    for (std::size_t i = 0; i < scene.textures.size(); ++i) {
        const Texture& texture = scene.textures[i];
        const auto request = byName.find(texture.sourceName);
        const bool isFound = request != byName.end() && !request->second->path.empty();
        rows.push_back({.roles = fmt::format("{}", fmt::join(roles[i], ", ")),
                        .name = texture.sourceName,
                        .size = pixelSize(texture),
                        .format = fmt::format("{}, {}", formatOfMime(texture.mimeType),
                                              byteCountText(texture.encoded.size())),
                        .place = isFound ? toUtf8(request->second->path) : "in the file"});
    }
    for (const RecordingSource::Request& request : requests) {
        if (!request.path.empty() && request.problem.empty()) continue;
        rows.push_back({.roles = request.content == ImageContent::Normal ? "normal" : "",
                        .name = request.name,
                        .place = request.path.empty()
                                     ? "missing"
                                     : fmt::format("{}: {}", toUtf8(request.path), request.problem),
                        .isMissing = true});
    }
    return rows;
}

std::string sceneText(const InspectedScene& file, bool isVerbose) {
    const Scene& scene = file.scene;
    std::string text = fmt::format("{}: {}, {}\n", toUtf8(file.path), file.recognition.description,
                                   byteCountText(file.sizeBytes));
    text +=
        fmt::format("{} joints, {} meshes, {} skins, {} materials, {} attachments, {} lights, {} clips\n",
                    scene.joints.size(), scene.instances.size(), scene.skins.size(), scene.materials.size(),
                    scene.attachments.size(), scene.lights.size(), scene.clips.size());
    text += sizeText(file) + conventionsText(scene);
    if (isVerbose && !scene.extras.empty()) {
        text += "extras\n";
        for (const auto& [name, value] : scene.extras.entries())
            text += fmt::format("  {}: {}\n", toUtf8(name), toJson(value));
    }
    text += "hierarchy\n" + treeText(scene);
    if (!scene.materials.empty()) text += "materials\n";
    for (const Material& material : scene.materials) {
        text += materialText(scene, material);
        if (isVerbose) text += fmt::format("    {}\n", toJson(Value(material.extras)));
    }
    text += texturesText(file.textures);
    if (!scene.clips.empty()) text += "clips\n";
    for (const Clip& clip : scene.clips)
        text += clipText(clip, isVerbose);
    if (!file.diagnostics.issues().empty()) text += "issues\n";
    for (const Issue& issue : file.diagnostics.issues()) {
        text +=
            fmt::format("  {} [{}] {}{}{}: {}\n", toString(issue.kind->severity), issue.kind->id, issue.where,
                        issue.details.empty() ? "" : ": ", issue.details, issue.kind->sentence);
    }
    return text;
}

}  // namespace rigkiln::cli
