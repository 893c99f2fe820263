#include "pipeline/scene/dump_scene.hpp"

#include <cstddef>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

std::string text(const glm::vec2& vector) {
    return fmt::format("({} {})", numberText(vector.x), numberText(vector.y));
}

std::string text(const glm::vec3& vector) {
    return fmt::format("({} {} {})", numberText(vector.x), numberText(vector.y), numberText(vector.z));
}

std::string text(const glm::quat& rotation) {
    return fmt::format("({} {} {} {})", numberText(rotation.x), numberText(rotation.y),
                       numberText(rotation.z), numberText(rotation.w));
}

std::string text(std::uint8_t value) {
    return fmt::format("{}", value);
}

std::string text(const Transform& transform) {
    std::string result;
    const Transform identity;
    if (transform.translation != identity.translation) result += " t" + text(transform.translation);
    if (transform.rotation != identity.rotation) result += " r" + text(transform.rotation);
    if (transform.scale != identity.scale) result += " s" + text(transform.scale);
    return result.empty() ? " identity" : result;
}

std::string text(const Properties& extras) {
    return extras.empty() ? std::string() : " " + toJson(Value(extras));
}

std::string_view text(MeshRole role) {
    switch (role) {
        case MeshRole::Render:
            return "render";
        case MeshRole::Collision:
            return "collision";
        case MeshRole::Shadow:
            return "shadow";
    }
    return "render";
}

std::string_view text(AlphaMode mode) {
    switch (mode) {
        case AlphaMode::Opaque:
            return "opaque";
        case AlphaMode::Mask:
            return "mask";
        case AlphaMode::Blend:
            return "blend";
    }
    return "opaque";
}

std::string_view text(LightKind kind) {
    switch (kind) {
        case LightKind::Point:
            return "point";
        case LightKind::Directional:
            return "directional";
        case LightKind::Spot:
            return "spot";
    }
    return "point";
}

class Dumper {
public:
    explicit Dumper(const Scene& scene) : scene_(scene) {}

    std::string run() && {
        line("scene {} from {}, {}{}", quote(scene_.name), scene_.sourceFormat,
             scene_.upAxis == UpAxis::YUp ? "Y up" : "Z up", text(scene_.extras));
        joints();
        skins();
        meshes();
        materials();
        places();
        for (const Clip& clip : scene_.clips)
            dumpClip(clip);
        return std::move(text_);
    }

private:
    template <class... Arguments>
    void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
        text_ += '\n';
    }

    void joints() {
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            const Joint& joint = scene_.joints[i];
            const std::string parent =
                joint.parent ? fmt::format(" under {}", joint.parent->value) : std::string();
            line("joint[{}] {}{}{}{}{}{}", i, quote(joint.name), parent, text(joint.rest),
                 joint.visible ? "" : " invisible", joint.compensatesParentScale ? " compensates scale" : "",
                 text(joint.extras));
        }
    }

    void skins() {
        for (std::size_t i = 0; i < scene_.skins.size(); ++i) {
            std::string joints;
            for (const auto joint : scene_.skins[i].joints)
                joints += fmt::format(" {}", joint.value);
            line("skin[{}] {} joints{}", i, quote(scene_.skins[i].name), joints);
        }
    }

    void meshes() {
        for (std::size_t i = 0; i < scene_.meshes.size(); ++i) {
            line("mesh[{}] {}{}", i, quote(scene_.meshes[i].name), text(scene_.meshes[i].extras));
            for (const Primitive& primitive : scene_.meshes[i].primitives)
                dumpPrimitive(primitive);
        }
        for (std::size_t i = 0; i < scene_.instances.size(); ++i) {
            const MeshInstance& instance = scene_.instances[i];
            line("instance[{}] {} mesh {} on joint {}{} {}{}{}{}", i, quote(instance.name),
                 instance.mesh.value, instance.joint.value,
                 instance.skin ? fmt::format(" skin {}", instance.skin->value) : std::string(),
                 text(instance.role), instance.hidden ? " hidden" : "", variantText(instance),
                 text(instance.extras));
        }
    }

    /// Formats the level of detail, the alternative and the name they belong to.
    static std::string variantText(const MeshInstance& instance) {
        std::string text;
        if (instance.levelOfDetail) text += fmt::format(" level {}", *instance.levelOfDetail);
        if (instance.alternative) text += fmt::format(" alternative {}", *instance.alternative);
        if (!instance.variantBase.empty()) text += fmt::format(" of {}", quote(instance.variantBase));
        return text;
    }

    void dumpPrimitive(const Primitive& primitive) {
        line("  primitive material {}: {} vertices, {} triangles,{}{}{} {} uv, {} influence sets",
             primitive.material ? fmt::format("{}", primitive.material->value) : std::string("none"),
             primitive.positions.size(), primitive.indices.size() / 3,
             primitive.normals.empty() ? "" : " normals", primitive.tangents.empty() ? "" : " tangents",
             primitive.colors.empty() ? "" : " colors", primitive.texCoordSets.size(),
             primitive.influenceSets.size());
        for (const VertexAttribute& attribute : primitive.attributes)
            line("    attribute {} of {} components", quote(attribute.name), attribute.components);
    }

    void materials() {
        for (std::size_t i = 0; i < scene_.materials.size(); ++i) {
            const Material& material = scene_.materials[i];
            line("material[{}] {} {} roughness {}{}{}", i, quote(material.name), text(material.alphaMode),
                 numberText(material.roughnessFactor), material.unlit ? " unlit" : "", text(material.extras));
        }
        for (std::size_t i = 0; i < scene_.textures.size(); ++i) {
            const Texture& texture = scene_.textures[i];
            line("texture[{}] {} {} {} bytes", i, quote(texture.sourceName), texture.mimeType,
                 texture.encoded.size());
        }
    }

    void places() {
        for (const Attachment& attachment : scene_.attachments) {
            line("{} {} on joint {}{}{}{}", attachment.kind, quote(attachment.name), attachment.joint.value,
                 text(attachment.local), attachment.hidden ? " hidden" : "", text(attachment.extras));
        }
        for (const Light& light : scene_.lights) {
            line("{} light {} on joint {}{} intensity {}{}", text(light.kind), quote(light.name),
                 light.joint.value, text(light.local), numberText(light.intensity), text(light.extras));
        }
    }

    void dumpClip(const Clip& clip) {
        line("clip {} {} s, {} frames at {} fps{}", quote(clip.name), numberText(clip.duration),
             clip.sourceFrameCount,
             clip.sourceFrameRate ? numberText(*clip.sourceFrameRate) : std::string("?"), text(clip.extras));
        for (const JointTracks& tracks : clip.joints) {
            line("  joint {}{}{}{}{}{}{}", tracks.joint.value, trackText("t", tracks.translation),
                 trackText("r", tracks.rotation), trackText("s", tracks.scale),
                 trackText("visible", tracks.visibility), tracks.holdsRestPose ? " rest" : "",
                 text(tracks.extras));
        }
        for (const MaterialTracks& tracks : clip.materials) {
            line("  material {}{}", tracks.material.value, trackText("offset", tracks.baseColorOffset));
        }
        for (const ClipEvent& event : clip.events) {
            line("  event {} s {}{}", numberText(event.time), quote(event.name), text(event.extras));
        }
    }

    template <class Value>
    static std::string trackText(std::string_view name, const Track<Value>& track) {
        if (track.empty()) return {};
        if (track.times.size() == 1) return fmt::format(" {} {}", name, text(track.values.front()));
        return fmt::format(" {} {} keys {}..{}", name, track.times.size(), text(track.values.front()),
                           text(track.values.back()));
    }

    const Scene& scene_;
    std::string text_;
};

}  // namespace

std::string dumpScene(const Scene& scene) {
    return Dumper(scene).run();
}

}  // namespace rigkiln
