#include "formats/gltf/validate/link_document.hpp"

#include <array>

#include <fmt/format.h>

namespace rigkiln::gltf_validation {
namespace {

std::string_view usageText(AccessorUsage usage) {
    static constexpr std::array<std::string_view, 5> kNames = {
        "key times", "animated values", "inverse bind matrices", "indices", "vertex attributes"};
    return kNames.at(static_cast<std::size_t>(usage));
}

std::string_view usageText(ViewUsage usage) {
    static constexpr std::array<std::string_view, 5> kNames = {"inverse bind matrices", "an image", "indices",
                                                               "other data", "vertex attributes"};
    return kNames.at(static_cast<std::size_t>(usage));
}

template <class Item>
void reportUnused(MemberReader& in, const ObjectList<Item>& list) {
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        if (list.items[i] && !list.items[i]->isUsed) in.report(kUnusedObject, i, "is used by nothing");
    }
}

template <class Item>
void reportUnused(MemberReader& in, const ObjectList<Item>& list, std::string_view name) {
    const auto scope = in.place().enter(name);
    reportUnused(in, list);
}

void reportUnusedExtension(MemberReader& in, const std::optional<ObjectList<Plain>>& list,
                           std::string_view extension, std::string_view name) {
    if (!list) return;
    const auto extensions = in.place().enter("extensions");
    const auto scope = in.place().enter(extension);
    reportUnused(in, *list, name);
}

void reportUnusedObjects(Links& links) {
    MemberReader& in = links.in;
    Document& document = links.document;
    reportUnused(in, document.accessors, "accessors");
    reportUnused(in, document.buffers, "buffers");
    reportUnused(in, document.bufferViews, "bufferViews");
    reportUnused(in, document.cameras, "cameras");
    reportUnused(in, document.images, "images");
    reportUnused(in, document.materials, "materials");
    reportUnused(in, document.meshes, "meshes");
    reportUnused(in, document.nodes, "nodes");
    reportUnused(in, document.samplers, "samplers");
    reportUnused(in, document.skins, "skins");
    reportUnused(in, document.textures, "textures");
    reportUnusedExtension(in, document.lights, "KHR_lights_punctual", "lights");
    reportUnusedExtension(in, document.variants, "KHR_materials_variants", "variants");
    forEachObject(in, document.meshes, "meshes", [&](const Mesh& mesh, Integer /*index*/) {
        if (mesh.hasWeights && mesh.isUsed && !mesh.areWeightsUsed)
            in.report(kUnusedMeshWeights, "weights",
                      "have no effect, all nodes with the mesh have their own");
    });
}

}  // namespace

void Links::reportUnresolved(std::string_view name, Integer index, std::size_t count) const {
    in.report(kUnresolvedReference, name, fmt::format("is {}, there are {}", index, count));
}

void Links::setUsage(Accessor& accessor, AccessorUsage usage, std::string_view name) const {
    accessor.isUsed = true;
    if (!accessor.usage) {
        accessor.usage = usage;
    } else if (*accessor.usage != usage) {
        in.report(kAccessorUsageOverride, name,
                  fmt::format("uses an accessor of {} for {}", usageText(*accessor.usage), usageText(usage)));
    }
}

void Links::setUsage(BufferView& view, ViewUsage usage, std::string_view name) const {
    view.isUsed = true;
    if (!view.usage) {
        view.usage = usage;
        if (usage == ViewUsage::Indices || usage == ViewUsage::Vertices)
            in.report(kBufferViewTargetMissing, name,
                      fmt::format("uses a buffer view without target for {}", usageText(usage)));
    } else if (*view.usage != usage) {
        in.report(kBufferViewTargetOverride, name,
                  fmt::format("uses a buffer view of {} for {}", usageText(*view.usage), usageText(usage)));
    }
}

std::vector<DataCheck> linkDocument(MemberReader& in, Document& document) {
    Links links{.in = in, .document = document};
    const auto with = [&links](auto link) {
        return [&links, link](auto& object, Integer /*index*/) { link(links, object); };
    };
    forEachObject(in, document.bufferViews, "bufferViews", with(linkBufferView));
    forEachObject(in, document.accessors, "accessors", with(linkAccessor));
    forEachObject(in, document.images, "images", with(linkImage));
    forEachObject(in, document.textures, "textures", with(linkTexture));
    forEachObject(in, document.materials, "materials", with(linkMaterial));
    forEachObject(in, document.meshes, "meshes", with(linkMesh));
    forEachObject(in, document.nodes, "nodes",
                  [&](Node& node, Integer index) { linkNode(links, node, index); });
    linkSkins(links);
    forEachObject(in, document.animations, "animations", with(linkAnimation));
    linkScenes(links);
    reportUnusedObjects(links);
    return std::move(links.checks);
}

}  // namespace rigkiln::gltf_validation
