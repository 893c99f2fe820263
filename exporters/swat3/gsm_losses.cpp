#include "exporters/swat3/gsm_losses.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "exporters/swat3/gsm_corners.hpp"
#include "exporters/swat3/gsm_export_issues.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::swat3_export {
namespace {

/// Attributes that reading makes: their values are stored, or follow from what is stored.
constexpr std::array<std::string_view, 5> kOwnAttributes = {"_GSM_HIT", "_GSM_POS", "_GSM_SHARED", "_GSM_UV",
                                                            "_HITCOLOR"};

void reportPrimitive(const Scene& scene, const Primitive& primitive, const std::string& where,
                     Diagnostics& diagnostics) {
    if (!primitive.colors.empty()) diagnostics.add(kVertexColorsLost, where);
    const Material* material = primitive.material ? &scene.materials[primitive.material->value] : nullptr;
    if (!primitive.tangents.empty() && material != nullptr && material->normalTexture)
        diagnostics.add(kTangentsLost, where);
    if (primitive.texCoordSets.size() > 1) {
        diagnostics.add(kTexCoordSetsLost, where,
                        fmt::format("{} sets, 1 is kept", primitive.texCoordSets.size()));
    }
    for (const VertexAttribute& attribute : primitive.attributes) {
        if (std::ranges::find(kOwnAttributes, attribute.name) == kOwnAttributes.end())
            diagnostics.add(kAttributesLost, where, attribute.name);
    }
}

std::string_view reasonOf(const MeshInstance& instance) {
    if (instance.role == MeshRole::Collision) return "for collisions";
    return instance.role == MeshRole::Shadow ? "for shadows" : "hidden";
}

}  // namespace

void reportLosses(const Scene& scene, Diagnostics& diagnostics) {
    std::size_t drawn = 0;
    for (const MeshInstance& instance : scene.instances) {
        const std::string where = fmt::format("mesh {}", quote(instance.name));
        if (!isDrawn(instance)) {
            diagnostics.add(kMeshLeftOut, where, std::string(reasonOf(instance)));
            continue;
        }
        ++drawn;
        const Mesh& mesh = scene.meshes[instance.mesh.value];
        for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
            reportPrimitive(scene, mesh.primitives[i], fmt::format("{}.primitives[{}]", where, i),
                            diagnostics);
        }
    }
    if (drawn > 1) diagnostics.add(kMeshesMerged, "meshes", fmt::format("{} of them", drawn));
    if (!scene.lights.empty())
        diagnostics.add(kLightsLost, "lights", fmt::format("{} of them", scene.lights.size()));
}

}  // namespace rigkiln::swat3_export
