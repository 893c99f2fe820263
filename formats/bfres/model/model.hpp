#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/bfres/base/user_data.hpp"
#include "formats/bfres/materials/material.hpp"
#include "formats/bfres/model/shape.hpp"
#include "formats/bfres/model/skeleton.hpp"
#include "formats/bfres/model/vertex_array.hpp"

/// FMDL, models (README, section Models).
namespace rigkiln::bfres {

/// Laws of a decoded model: vertex arrays and materials of its shapes exist; so do bones if it has a
/// skeleton.
struct Model {
    std::string name;
    std::string path;
    std::uint32_t totalVertexCount = 0;  ///< Wii U, as stored: tools write wrong numbers
    std::optional<Skeleton> skeleton;
    std::vector<VertexArray> vertexArrays;
    std::vector<Shape> shapes;
    std::vector<Material> materials;
    std::vector<UserData> userData;

    bool operator==(const Model&) const = default;
};

[[nodiscard]] std::size_t modelSize(const Layout& layout);

/// Throws FormatError.
[[nodiscard]] Model readModel(BfresReader& file, Place section);

/// Reads only the names of the bones. Throws FormatError.
[[nodiscard]] std::vector<std::string> readModelBoneNames(BfresReader& file, Place section);

/// Throws EncodeError.
void writeModels(BfresWriter& out, const std::vector<Model>& models, const std::vector<Label>& labels);

}  // namespace rigkiln::bfres
