#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "formats/gltf/validate/attribute_formats.hpp"
#include "formats/gltf/validate/link_document.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_validation {
namespace {

/// Links one primitive. The place of the reader is the primitive.
class PrimitiveLinker {
public:
    PrimitiveLinker(Links& links, Primitive& primitive)
        : links_(links),
          in_(links.in),
          primitive_(primitive),
          formats_(attributeFormats(links.in.knows("KHR_mesh_quantization"))),
          isTexCoordUsed_(static_cast<std::size_t>(primitive.texCoordSets), false) {}

    void link() {
        linkMappings();
        linkAttributes();
        linkIndices();
        checkMode();
        linkMaterial();
        linkTargets();
    }

private:
    void linkMappings();
    void linkAttributes();
    void linkAttribute(std::string_view name, Accessor& accessor, Integer index);
    void checkAttributeFormat(std::string_view name, const Accessor& accessor, Integer index);
    void linkIndices();
    void checkMode() const;
    void linkMaterial();
    void linkTargets();
    void linkTarget(const Attributes& target);
    void linkTargetAttribute(std::string_view name, Accessor& accessor, Integer index);

    /// Notes the use of an accessor by an attribute of a vertex or a morph target.
    void useAccessor(std::string_view name, Accessor& accessor) const;
    void checkBounds(std::string_view name, const Accessor& accessor) const;
    void checkAlignment(std::string_view name, const Accessor& accessor) const;
    /// Reports accessors that share a buffer view without stride.
    void checkSharedView(std::string_view name, const Accessor& accessor, Integer index) const;
    void checkTexCoords(const Material& material, const std::string& pointer);
    void addCheck(DataRule rule, std::string_view name, Integer accessor);

    Links& links_;
    MemberReader& in_;
    Primitive& primitive_;
    const AttributeFormats& formats_;
    std::vector<bool> isTexCoordUsed_;
    std::map<std::string_view, Integer> byName_;  ///< attributes, while targets are linked
    Integer count_ = kNone;                       ///< of indices, or of vertices without indices
};

void PrimitiveLinker::addCheck(DataRule rule, std::string_view name, Integer accessor) {
    const auto scope = in_.place().enter(name);
    links_.checks.push_back({.rule = rule, .accessor = accessor, .pointer = in_.place().pointer()});
}

void PrimitiveLinker::useAccessor(std::string_view name, Accessor& accessor) const {
    links_.setUsage(accessor, AccessorUsage::Attribute, name);
    if (BufferView* view = links_.viewOf(accessor)) links_.setUsage(*view, ViewUsage::Vertices, name);
}

void PrimitiveLinker::checkBounds(std::string_view name, const Accessor& accessor) const {
    if (name == "POSITION" && (!accessor.min || !accessor.max))
        in_.report(kMeshPrimitivePositionAccessorWithoutBounds, name, "uses an accessor without min and max");
}

void PrimitiveLinker::checkAlignment(std::string_view name, const Accessor& accessor) const {
    const BufferView* view = links_.viewOf(accessor);
    const bool isTight = view != nullptr && view->byteStride == kNone;
    if ((accessor.byteOffset != kNone && accessor.byteOffset % 4 != 0) ||
        (isTight && accessor.elementBytes() % 4 != 0)) {
        in_.report(kMeshPrimitiveAccessorUnaligned, name,
                   fmt::format("has elements of {} bytes from byte {} on, expected multiples of 4",
                               accessor.elementBytes(), accessor.byteOffset));
    }
}

void PrimitiveLinker::checkSharedView(std::string_view name, const Accessor& accessor, Integer index) const {
    BufferView* view = links_.viewOf(accessor);
    if (view == nullptr || view->byteStride != kNone) return;
    if (view->attributes.insert(index).second && view->attributes.size() > 1)
        in_.report(kMeshPrimitiveAccessorWithoutBytestride, name,
                   "shares its buffer view, which has no byteStride");
}

void PrimitiveLinker::checkAttributeFormat(std::string_view name, const Accessor& accessor, Integer index) {
    const auto allowed = formats_.vertices.find(name.substr(0, name.find('_')));
    if (allowed == formats_.vertices.end()) {
        if (accessor.format.componentType == kUnsignedInt)
            in_.report(kMeshPrimitiveAttributesAccessorUnsignedInt, name, "has components of UNSIGNED_INT");
        return;
    }
    if (std::ranges::find(allowed->second, accessor.format) == allowed->second.end()) {
        in_.report(
            kMeshPrimitiveAttributesAccessorInvalidFormat, name,
            fmt::format("is {}, allowed are {}", formatText(accessor.format), formatText(allowed->second)));
    } else if (name == "NORMAL") {
        addCheck(DataRule::Normals, name, index);
    } else if (name == "TANGENT") {
        addCheck(DataRule::Tangents, name, index);
    } else if (name == "COLOR_0" && accessor.format.componentType == kFloat) {
        addCheck(DataRule::Colours, name, index);
    }
}

void PrimitiveLinker::linkAttribute(std::string_view name, Accessor& accessor, Integer index) {
    useAccessor(name, accessor);
    checkBounds(name, accessor);
    checkAttributeFormat(name, accessor, index);
    checkAlignment(name, accessor);
    if (primitive_.vertices == kNone) {
        primitive_.vertices = accessor.count;
        count_ = accessor.count;
    } else if (primitive_.vertices != accessor.count) {
        in_.report(
            kMeshPrimitiveUnequalAccessorCount, name,
            fmt::format("has {} elements, the first attribute has {}", accessor.count, primitive_.vertices));
    }
    checkSharedView(name, accessor, index);
}

void PrimitiveLinker::linkAttributes() {
    const auto scope = in_.place().enter("attributes");
    for (const auto& [name, index] : primitive_.attributes) {
        if (Accessor* accessor = links_.use(links_.document.accessors, index, name))
            linkAttribute(name, *accessor, index);
    }
}

void PrimitiveLinker::linkIndices() {
    static constexpr std::array<AccessorFormat, 3> kFormats = {
        {{Shape::Scalar, kUnsignedByte}, {Shape::Scalar, kUnsignedShort}, {Shape::Scalar, kUnsignedInt}}};
    Accessor* indices = links_.use(links_.document.accessors, primitive_.indices, "indices");
    if (indices == nullptr) return;
    count_ = indices->count;
    links_.setUsage(*indices, AccessorUsage::Indices, "indices");
    if (BufferView* view = links_.viewOf(*indices)) {
        links_.setUsage(*view, ViewUsage::Indices, "indices");
        if (view->byteStride != kNone)
            in_.report(kMeshPrimitiveIndicesAccessorWithBytestride, "indices",
                       "has a byteStride, which is for vertices only");
    }
    if (std::ranges::find(kFormats, indices->format) == kFormats.end()) {
        in_.report(kMeshPrimitiveIndicesAccessorInvalidFormat, "indices",
                   fmt::format("is {}, allowed are {}", formatText(indices->format), formatText(kFormats)));
        return;
    }
    addCheck(DataRule::Indices, "indices", primitive_.indices);
    links_.checks.back().vertices = std::max<Integer>(primitive_.vertices, 0);
    links_.checks.back().isTriangles = primitive_.mode == kTriangles || primitive_.mode == kNone;
}

void PrimitiveLinker::checkMode() const {
    static constexpr std::array<std::string_view, 7> kModes = {
        "POINTS", "LINES", "LINE_LOOP", "LINE_STRIP", "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN"};
    if (count_ == kNone || primitive_.mode == kNone) return;
    const std::string_view mode = kModes.at(static_cast<std::size_t>(primitive_.mode));
    const bool isWrong = (mode == "LINES" && count_ % 2 != 0) || (mode == "TRIANGLES" && count_ % 3 != 0) ||
                         (mode.starts_with("LINE_") && count_ < 2) ||
                         (mode.starts_with("TRIANGLE_") && count_ < 3);
    if (isWrong)
        in_.report(kMeshPrimitiveIncompatibleMode,
                   fmt::format("has {} vertices or indices for {}", count_, mode));
}

void PrimitiveLinker::checkTexCoords(const Material& material, const std::string& pointer) {
    for (const TextureUse& use : material.textures) {
        if (use.texCoord == kNone) continue;
        if (use.texCoord < primitive_.texCoordSets) {
            isTexCoordUsed_[static_cast<std::size_t>(use.texCoord)] = true;
        } else {
            in_.reportAt(kMeshPrimitiveTooFewTexcoords, pointer,
                         fmt::format("needs TEXCOORD_{} for {}", use.texCoord, use.pointer));
        }
    }
}

void PrimitiveLinker::linkMaterial() {
    const Material* material = links_.use(links_.document.materials, primitive_.material, "material");
    if (material != nullptr) {
        if (material->needsTangents && !(primitive_.hasNormal && primitive_.hasTangent)) {
            in_.report(material->hasNormalTexture ? kMeshPrimitiveGeneratedTangentSpace
                                                  : kMeshPrimitiveNoTangentSpace,
                       "material", "needs NORMAL and TANGENT");
        }
        checkTexCoords(*material, pointerTo(in_.place().pointer(), "material"));
    }
    const auto scope = in_.place().enter("attributes");
    if (primitive_.hasTangent && (material == nullptr || !material->needsTangents))
        in_.report(kUnusedMeshTangent, "TANGENT", "has no effect, the material has no normal texture");
    for (std::size_t i = 0; i < isTexCoordUsed_.size(); ++i) {
        if (!isTexCoordUsed_[i])
            in_.report(kUnusedObject, fmt::format("TEXCOORD_{}", i), "is used by no texture");
    }
}

void PrimitiveLinker::linkTargetAttribute(std::string_view name, Accessor& accessor, Integer index) {
    useAccessor(name, accessor);
    const auto base = byName_.find(name);
    const Accessor* changed = base == byName_.end() ? nullptr : links_.document.accessors.find(base->second);
    if (changed == nullptr) {
        in_.report(kMeshPrimitiveMorphTargetNoBaseAccessor, name, "is no attribute of the primitive");
    } else if (changed->count != accessor.count) {
        in_.report(kMeshPrimitiveMorphTargetInvalidAttributeCount, name,
                   fmt::format("has {} elements, the primitive has {}", accessor.count, changed->count));
    }
    checkBounds(name, accessor);
    const auto allowed = formats_.targets.find(name.substr(0, name.find('_')));
    if (allowed != formats_.targets.end() &&
        std::ranges::find(allowed->second, accessor.format) == allowed->second.end()) {
        in_.report(
            kMeshPrimitiveAttributesAccessorInvalidFormat, name,
            fmt::format("is {}, allowed are {}", formatText(accessor.format), formatText(allowed->second)));
    }
    checkAlignment(name, accessor);
    checkSharedView(name, accessor, index);
}

void PrimitiveLinker::linkTarget(const Attributes& target) {
    for (const auto& [name, index] : target) {
        if (Accessor* accessor = links_.use(links_.document.accessors, index, name))
            linkTargetAttribute(name, *accessor, index);
    }
}

void PrimitiveLinker::linkTargets() {
    if (!primitive_.targets) return;
    byName_.insert(primitive_.attributes.begin(), primitive_.attributes.end());
    const auto scope = in_.place().enter("targets");
    for (std::size_t i = 0; i < primitive_.targets->size(); ++i) {
        const auto element = in_.place().enter(i);
        linkTarget((*primitive_.targets)[i]);
    }
}

void PrimitiveLinker::linkMappings() {
    Document& document = links_.document;
    std::set<Integer> seen;
    for (const VariantMapping& mapping : primitive_.mappings) {
        if (!document.variants) {
            in_.reportAt(kUnsatisfiedDependency, mapping.pointer,
                         "needs the extension KHR_materials_variants of the document");
            continue;
        }
        const std::string variants = pointerTo(mapping.pointer, "variants");
        for (std::size_t i = 0; i < mapping.variants.size(); ++i) {
            const Integer index = mapping.variants[i];
            if (index == kNone) continue;
            if (!seen.insert(index).second)
                in_.reportAt(kKhrMaterialsVariantsNonUniqueVariant, pointerTo(variants, i),
                             fmt::format("is {} once more", index));
            if (Plain* variant = document.variants->find(index)) {
                variant->isUsed = true;
            } else {
                in_.reportAt(kUnresolvedReference, pointerTo(variants, i),
                             fmt::format("is {}, there are {}", index, document.variants->items.size()));
            }
        }
        if (mapping.material == kNone) continue;
        const std::string pointer = pointerTo(mapping.pointer, "material");
        if (Material* material = document.materials.find(mapping.material)) {
            material->isUsed = true;
            checkTexCoords(*material, pointer);
        } else {
            in_.reportAt(
                kUnresolvedReference, pointer,
                fmt::format("is {}, there are {}", mapping.material, document.materials.items.size()));
        }
    }
}

}  // namespace

void linkMesh(Links& links, Mesh& mesh) {
    if (!mesh.primitives) return;
    const auto scope = links.in.place().enter("primitives");
    for (std::size_t i = 0; i < mesh.primitives->size(); ++i) {
        const auto element = links.in.place().enter(i);
        PrimitiveLinker(links, (*mesh.primitives)[i]).link();
    }
}

}  // namespace rigkiln::gltf_validation
