#include "formats/gltf/validate/attribute_formats.hpp"

#include <initializer_list>

namespace rigkiln::gltf_validation {
namespace {

using Formats = std::vector<AccessorFormat>;

/// Appends formats with normalized integers.
void addNormalized(Formats& formats, Shape shape, std::initializer_list<Integer> components) {
    for (const Integer component : components)
        formats.push_back({shape, component, true});
}

void addPlain(Formats& formats, Shape shape, std::initializer_list<Integer> components) {
    for (const Integer component : components)
        formats.push_back({shape, component, false});
}

AttributeFormats coreFormats() {
    AttributeFormats made;
    for (auto* formats : {&made.vertices, &made.targets}) {
        addPlain((*formats)["POSITION"], Shape::Vec3, {kFloat});
        addPlain((*formats)["NORMAL"], Shape::Vec3, {kFloat});
        addPlain((*formats)["TEXCOORD"], Shape::Vec2, {kFloat});
        addNormalized((*formats)["TEXCOORD"], Shape::Vec2, {kUnsignedByte, kUnsignedShort});
        for (const Shape shape : {Shape::Vec3, Shape::Vec4}) {
            addPlain((*formats)["COLOR"], shape, {kFloat});
            addNormalized((*formats)["COLOR"], shape, {kUnsignedByte, kUnsignedShort});
        }
    }
    addPlain(made.vertices["TANGENT"], Shape::Vec4, {kFloat});
    addPlain(made.vertices["JOINTS"], Shape::Vec4, {kUnsignedByte, kUnsignedShort});
    addPlain(made.vertices["WEIGHTS"], Shape::Vec4, {kFloat});
    addNormalized(made.vertices["WEIGHTS"], Shape::Vec4, {kUnsignedByte, kUnsignedShort});
    addPlain(made.targets["TANGENT"], Shape::Vec3, {kFloat});
    addNormalized(made.targets["TEXCOORD"], Shape::Vec2, {kByte, kShort});
    for (const Shape shape : {Shape::Vec3, Shape::Vec4})
        addNormalized(made.targets["COLOR"], shape, {kByte, kShort});
    return made;
}

AttributeFormats quantizedFormats() {
    AttributeFormats made = coreFormats();
    addPlain(made.vertices["POSITION"], Shape::Vec3, {kByte, kUnsignedByte, kShort, kUnsignedShort});
    addNormalized(made.vertices["POSITION"], Shape::Vec3, {kByte, kUnsignedByte, kShort, kUnsignedShort});
    addNormalized(made.vertices["NORMAL"], Shape::Vec3, {kByte, kShort});
    addNormalized(made.vertices["TANGENT"], Shape::Vec4, {kByte, kShort});
    addPlain(made.vertices["TEXCOORD"], Shape::Vec2, {kByte, kUnsignedByte, kShort, kUnsignedShort});
    addNormalized(made.vertices["TEXCOORD"], Shape::Vec2, {kByte, kShort});
    addPlain(made.targets["POSITION"], Shape::Vec3, {kByte, kShort});
    for (const std::string_view name : {"POSITION", "NORMAL", "TANGENT"})
        addNormalized(made.targets[name], Shape::Vec3, {kByte, kShort});
    addPlain(made.targets["TEXCOORD"], Shape::Vec2, {kByte, kShort});
    return made;
}

}  // namespace

const AttributeFormats& attributeFormats(bool isQuantized) {
    static const AttributeFormats kCore = coreFormats();
    static const AttributeFormats kQuantized = quantizedFormats();
    return isQuantized ? kQuantized : kCore;
}

}  // namespace rigkiln::gltf_validation
