#include "exporters/gltf/gltf_names.hpp"

namespace rigkiln::gltf_export {

std::string_view nameOf(ElementType type) {
    switch (type) {
        case ElementType::Scalar:
            return "SCALAR";
        case ElementType::Vec2:
            return "VEC2";
        case ElementType::Vec3:
            return "VEC3";
        case ElementType::Vec4:
            return "VEC4";
        case ElementType::Mat4:
            return "MAT4";
    }
    return "";
}

std::string_view nameOf(Interpolation way) {
    switch (way) {
        case Interpolation::Step:
            return "STEP";
        case Interpolation::Linear:
            return "LINEAR";
        case Interpolation::CubicSpline:
            return "CUBICSPLINE";
    }
    return "";
}

std::string_view nameOf(LightKind kind) {
    switch (kind) {
        case LightKind::Point:
            return "point";
        case LightKind::Directional:
            return "directional";
        case LightKind::Spot:
            return "spot";
    }
    return "";
}

std::string_view nameOf(Path path) {
    switch (path) {
        case Path::Translation:
            return "translation";
        case Path::Rotation:
            return "rotation";
        case Path::Scale:
            return "scale";
        case Path::NodeVisibility:
        case Path::BaseColorOffset:
            return "pointer";
    }
    return "";
}

std::optional<ElementType> elementTypeNamed(std::string_view name) {
    for (const ElementType type :
         {ElementType::Scalar, ElementType::Vec2, ElementType::Vec3, ElementType::Vec4, ElementType::Mat4}) {
        if (nameOf(type) == name) return type;
    }
    return std::nullopt;
}

}  // namespace rigkiln::gltf_export
