// Input of the memory benchmark.

#include "tools/corpus/heavy.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "formats/alamo/alo_file.hpp"
#include "tools/corpus/material.hpp"
#include "tools/corpus/model.hpp"

namespace rigkiln::corpus {
namespace {

using alamo::AloSubMesh;
using alamo::AloVertex;

/// Of a vertex and, far from the edge, of the two triangles that belong to it.
constexpr std::size_t kBytesPerVertex = sizeof(AloVertex) + 6 * sizeof(std::uint16_t);
constexpr std::size_t kMostSide = 255;  // indices have 16 bits

/// Makes a square sheet of side * side vertices, each at a height of its own.
AloSubMesh makeSheet(std::size_t side, double height) {
    AloSubMesh sheet;
    sheet.material = makeMaterial("MeshGloss.fx", "Steel");
    sheet.vertices.reserve(side * side);
    for (std::size_t row = 0; row < side; ++row) {
        for (std::size_t column = 0; column < side; ++column) {
            const auto x = static_cast<double>(column);
            const auto y = static_cast<double>(row);
            AloVertex& vertex = sheet.vertices.emplace_back();
            vertex.position = {static_cast<float>(x), static_cast<float>(y),
                               static_cast<float>(height + std::sin(x * 0.37) * std::cos(y * 0.23))};
            vertex.normal = {0, 0, 1};
            vertex.texCoords.front() = {static_cast<float>(x / kMostSide), static_cast<float>(y / kMostSide)};
        }
    }
    sheet.indices.reserve(6 * (side - 1) * (side - 1));
    for (std::size_t row = 0; row + 1 < side; ++row) {
        for (std::size_t column = 0; column + 1 < side; ++column) {
            const std::size_t corner = row * side + column;
            for (const std::size_t vertex :
                 {corner, corner + 1, corner + side, corner + 1, corner + side + 1, corner + side})
                sheet.indices.push_back(static_cast<std::uint16_t>(vertex));
        }
    }
    applyFormat(sheet, "alD3dVertNU2");
    return sheet;
}

}  // namespace

ArtFile makeHeavyModel(std::size_t number, std::size_t bytes) {
    Model model = makeBareModel(fmt::format("HEAVY_{:03}", number), skeletonWithRoot());
    alamo::AloMesh mesh;
    mesh.name = "Sheets";
    for (std::size_t left = bytes / kBytesPerVertex; left >= 4;) {
        const auto side = std::min(static_cast<std::size_t>(std::sqrt(static_cast<double>(left))), kMostSide);
        mesh.subMeshes.push_back(makeSheet(side, static_cast<double>(mesh.subMeshes.size() + number)));
        left -= side * side;
        if (side < kMostSide) break;  // so near to the size that no further sheet is worth it
    }
    addMesh(model, std::move(mesh), 0);
    return {fmt::format("Models/{}.alo", model.name), alamo::encodeAlo(model.file)};
}

}  // namespace rigkiln::corpus
