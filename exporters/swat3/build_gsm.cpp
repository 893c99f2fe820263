#include "exporters/swat3/build_gsm.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "exporters/swat3/gsm_corners.hpp"
#include "exporters/swat3/gsm_export_issues.hpp"
#include "exporters/swat3/gsm_grips.hpp"
#include "exporters/swat3/gsm_hits.hpp"
#include "exporters/swat3/gsm_losses.hpp"
#include "exporters/swat3/gsm_material_table.hpp"
#include "exporters/swat3/gsm_positions.hpp"
#include "exporters/swat3/gsm_smoothing.hpp"

namespace rigkiln::swat3_export {
namespace {

swat3::GsmFile makeHead(const GsmRequest& request) {
    constexpr std::uint8_t kMajor = 4;
    constexpr std::uint8_t kMinor = 5;
    swat3::GsmFile file;
    file.versionMajor = kMajor;
    file.versionMinor = kMinor;
    file.variant.hasMarker = request.style.hasMarker;
    file.variant.hasUnknownWithoutMaps = request.style.hasUnknownWithoutMaps;
    file.skeletons = request.skeleton.skeletons;
    return file;
}

/// Makes the effective vertices: one for each combination of texture coordinate, position, smoothing list and
/// hit zone, in the order of use.
class VertexMaker {
public:
    VertexMaker(const Surface& surface, const std::vector<std::uint16_t>& positions,
                const Smoothing& smoothing)
        : surface_(surface), positions_(positions), smoothing_(smoothing) {}

    std::optional<Error> make(swat3::GsmFile& file) {
        std::vector<std::array<std::size_t, 3>> triangles;
        triangles.reserve(surface_.triangles.size());
        for (std::size_t i = 0; i < surface_.triangles.size(); ++i) {
            std::array<std::size_t, 3> corners{};
            for (std::size_t corner = 0; corner < 3; ++corner)
                corners.at(corner) = number(i, corner, file);
            triangles.push_back(corners);
        }
        if (auto excess = findExcess(file.texCoords.size(), "texture coordinates")) return excess;
        if (auto excess = findExcess(file.effectiveVertices.size(), "effective vertices")) return excess;
        for (const std::array<std::size_t, 3>& corners : triangles) {
            swat3::GsmTriangle triangle;
            for (std::size_t corner = 0; corner < 3; ++corner)
                triangle.corners.at(corner) = static_cast<std::uint16_t>(corners.at(corner));
            file.triangles.push_back(triangle);
        }
        return std::nullopt;
    }

private:
    using Bits2 = std::array<std::uint32_t, 2>;
    using Key = std::tuple<std::size_t, std::uint16_t, std::uint16_t, std::uint16_t>;

    std::size_t number(std::size_t triangle, std::size_t corner, swat3::GsmFile& file) {
        const std::uint32_t index = surface_.triangles[triangle].at(corner);
        const SurfaceVertex& vertex = surface_.vertices[index];
        const auto [texCoord, isNewTexCoord] =
            texCoords_.emplace(std::bit_cast<Bits2>(vertex.texCoord), file.texCoords.size());
        if (isNewTexCoord) file.texCoords.push_back(vertex.texCoord);
        const std::uint16_t list = smoothing_.ofCorners[triangle].at(corner);
        const std::uint16_t hit = vertex.hit.value_or(std::uint16_t{0});
        const auto [known, isNew] = vertices_.emplace(Key(texCoord->second, positions_[index], list, hit),
                                                      file.effectiveVertices.size());
        if (isNew) {
            file.effectiveVertices.push_back({.texCoord = static_cast<std::uint16_t>(texCoord->second),
                                              .position = positions_[index],
                                              .sharedList = list,
                                              .hit = hit});
        }
        return known->second;
    }

    const Surface& surface_;
    const std::vector<std::uint16_t>& positions_;
    const Smoothing& smoothing_;
    std::map<Bits2, std::size_t> texCoords_;
    std::map<Key, std::size_t> vertices_;
};

/// Counts the triangles that gatherSurface would give. Meshes are counted once for each node that shows them.
std::size_t countTriangles(const Scene& scene) {
    constexpr std::size_t kCorners = 3;
    std::vector<std::size_t> ofMeshes;
    ofMeshes.reserve(scene.meshes.size());
    for (const Mesh& mesh : scene.meshes) {
        std::size_t& count = ofMeshes.emplace_back(0);
        for (const Primitive& primitive : mesh.primitives)
            count += primitive.indices.size() / kCorners;
    }
    std::size_t count = 0;
    for (const MeshInstance& instance : scene.instances) {
        if (isDrawn(instance)) count += ofMeshes[instance.mesh.value];
    }
    return count;
}

std::optional<Error> addGeometry(const Surface& surface, const GsmRequest& request, swat3::GsmFile& file) {
    Result<PositionTables> positions = makePositions(surface, request.skeleton, request.style.space);
    if (!positions) return positions.error();
    Result<Smoothing> smoothing = makeSmoothing(surface, positions->ofVertex, request.smooth);
    if (!smoothing) return smoothing.error();
    file.runs = std::move(positions->runs);
    file.positions = std::move(positions->positions);
    file.blends = std::move(positions->blends);
    if (auto excess = setBlendLength(file, request.style.countsBlendShorts)) return excess;
    if (auto excess = VertexMaker(surface, positions->ofVertex, *smoothing).make(file)) return excess;
    file.sharedLists = std::move(smoothing->lists);
    file.sharedStreamShorts = static_cast<std::uint32_t>(swat3::countSharedShorts(file));
    return std::nullopt;
}

std::optional<Error> addMaterials(const Scene& scene, const Surface& surface, const GsmRequest& request,
                                  swat3::GsmFile& file, Diagnostics& diagnostics) {
    Result<MaterialTable> materials = makeMaterials(scene, surface, request, diagnostics);
    if (!materials) return materials.error();
    file.textures = std::move(materials->textures);
    file.materials = std::move(materials->materials);
    std::size_t first = 0;
    for (std::size_t i = 0; i < surface.groups.size(); ++i) {
        const std::size_t count = surface.groups[i].triangleCount;
        // Both numbers are at most the number of triangles, which was checked.
        file.groups.push_back({.material = materials->ofGroups[i],
                               .first = static_cast<std::uint16_t>(first),
                               .count = static_cast<std::uint16_t>(count)});
        first += count;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Error> setBlendLength(swat3::GsmFile& file, bool countsShorts) {
    const std::size_t octets = swat3::blendStreamOctets(file);
    const std::size_t length = countsShorts ? octets / 2 : octets;
    if (auto excess = findExcess(length, countsShorts ? "shorts of blends" : "octets of blends"))
        return excess;
    file.blendStreamLength = static_cast<std::uint16_t>(length);
    return std::nullopt;
}

void countNuls(std::string_view asked, swat3::GsmFile& file) {
    if (asked == "auto") return;
    for (swat3::GsmTexture& texture : file.textures)
        texture.countedNuls = static_cast<std::uint8_t>(asked.front() - '0');
}

Result<swat3::GsmFile> buildGsm(const Scene& scene, const GsmRequest& request, Diagnostics& diagnostics) {
    reportLosses(scene, diagnostics);
    // Before the surface is gathered, which holds the vertices of a mesh anew for each node that shows it.
    if (auto excess = findExcess(countTriangles(scene), "triangles")) return *std::move(excess);
    Result<Surface> surface = gatherSurface(scene, request, diagnostics);
    if (!surface) return surface.error();
    if (surface->triangles.empty()) diagnostics.add(kNoTriangles, "meshes");
    const Status hits = fillHits(request, *surface, diagnostics);
    if (!hits) return hits.error();
    swat3::GsmFile file = makeHead(request);
    if (auto error = addGeometry(*surface, request, file)) return *std::move(error);
    if (auto error = addMaterials(scene, *surface, request, file, diagnostics)) return *std::move(error);
    Result<GripTables> grips = makeGrips(scene, request, diagnostics);
    if (!grips) return grips.error();
    file.grips = std::move(grips->grips);
    file.grippers = std::move(grips->grippers);
    reportNormals(file, *surface, scene, request, diagnostics);
    return file;
}

}  // namespace rigkiln::swat3_export
