#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "formats/bfres/base/bfres_layout.hpp"
#include "formats/bfres/model/bind_pose.hpp"
#include "formats/bfres/model/shape.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/mesh.hpp"

namespace rigkiln::bfres {

/// Maps bones to positions in the model's skin; filled as shapes need bones.
class SkinSlots {
public:
    std::uint16_t of(std::uint16_t bone) {
        return slots_.try_emplace(bone, static_cast<std::uint16_t>(slots_.size())).first->second;
    }
    [[nodiscard]] const std::map<std::uint16_t, std::uint16_t>& all() const { return slots_; }

private:
    std::map<std::uint16_t, std::uint16_t> slots_;
};

/// Sources of a shape's geometry.
struct ShapeSource {
    const Shape& shape;
    const VertexArray& vertices;
    const BindPose& bindPose;
    Layout layout;
    bool isSkinned = false;  ///< skinCount is not 0, and the skeleton has bones
};

/// Builds the triangles of one level of detail with the vertices they use, in their order. Vertices of
/// skinned shapes are in model space, others in the space of the shape's bone. Repairs what the laws of a
/// Primitive need, with one issue per kind of repair at `where`. Empty when no triangle remains. Does not set
/// the material.
[[nodiscard]] Primitive makePrimitive(const ShapeSource& source, const Mesh& mesh, SkinSlots& slots,
                                      const std::string& where, Diagnostics& diagnostics);

}  // namespace rigkiln::bfres
