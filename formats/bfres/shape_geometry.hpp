#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "formats/bfres/bfres_layout.hpp"
#include "formats/bfres/bind_pose.hpp"
#include "formats/bfres/shape.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/mesh.hpp"

namespace rigkiln::bfres {

/// Position of each bone in the model's skin; filled as shapes need bones.
class SkinSlots {
public:
    std::uint16_t of(std::uint16_t bone) {
        return slots_.try_emplace(bone, static_cast<std::uint16_t>(slots_.size())).first->second;
    }
    [[nodiscard]] const std::map<std::uint16_t, std::uint16_t>& all() const { return slots_; }

private:
    std::map<std::uint16_t, std::uint16_t> slots_;
};

/// What a shape's geometry is made from.
struct ShapeSource {
    const Shape& shape;
    const VertexArray& vertices;
    const BindPose& bindPose;
    Layout layout;
    bool isSkinned = false;  ///< by its own word, and there are bones
};

/// Triangles of one level of detail with the vertices they use, in their order. Vertices of skinned shapes
/// are in model space, others in the space of the shape's bone. Mended where the laws of
/// a Primitive ask for it; each kind of mending is one issue at `where`. Empty when no triangle is left. The
/// material is not set.
[[nodiscard]] Primitive makePrimitive(const ShapeSource& source, const Mesh& mesh, SkinSlots& slots,
                                      const std::string& where, Diagnostics& diagnostics);

}  // namespace rigkiln::bfres
