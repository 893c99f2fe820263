#include "exporters/swat3/gsm_material_table.hpp"

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "exporters/swat3/gsm_material.hpp"
#include "exporters/swat3/gsm_positions.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::swat3_export {
namespace {

constexpr std::size_t kIdCount = 65536;

/// The name of the material for triangles that have none.
constexpr const char* kDefaultName = "default";

class MaterialMaker {
public:
    MaterialMaker(const Scene& scene, const Surface& surface, const GsmRequest& request)
        : scene_(scene), surface_(surface), request_(request), textures_(scene, request.base) {}

    Result<MaterialTable> make(Diagnostics& diagnostics) {
        choose(diagnostics);
        if (auto excess = findExcess(chosen_.size(), "materials")) return *std::move(excess);
        reserveIds();
        MaterialTable table;
        std::vector<std::uint16_t> ids(scene_.materials.size());
        std::uint16_t idOfNone = 0;
        for (Chosen& chosen : chosen_) {
            swat3::GsmMaterial material = chosen.ofBase
                                              ? copyMaterial(*request_.base, *chosen.ofBase, textures_)
                                              : makeMaterial(scene_, *chosen.material, chosen.stored,
                                                             request_.style, textures_, diagnostics);
            if (auto excess = findExcess(material.maps.size(), "maps of a material"))
                return *std::move(excess);
            material.id = chosen.id ? *chosen.id : freeId();
            if (!chosen.ofBase) (chosen.index ? ids[chosen.index->value] : idOfNone) = material.id;
            table.materials.push_back(std::move(material));
        }
        if (auto excess = findExcess(textures_.textures().size(), "textures")) return *std::move(excess);
        table.textures = textures_.textures();
        for (const SurfaceGroup& group : surface_.groups)
            table.ofGroups.push_back(group.material ? ids[group.material->value] : idOfNone);
        return table;
    }

private:
    struct Chosen {
        std::optional<std::size_t> ofBase;       ///< copy of this material of the base, which the scene lacks
        const Material* material = nullptr;      ///< null: `ofBase`
        std::optional<IndexOf<Material>> index;  ///< none: the material of triangles that have none
        StoredMaterial stored;
        std::optional<std::uint16_t> id;
    };

    void choose(Diagnostics& diagnostics) {
        std::vector<bool> isUsed(scene_.materials.size(), false);
        std::size_t without = 0;
        for (const SurfaceGroup& group : surface_.groups) {
            if (group.material) {
                isUsed[group.material->value] = true;
            } else {
                without += group.triangleCount;
            }
        }
        for (std::size_t i = 0; i < scene_.materials.size(); ++i) {
            const Material& material = scene_.materials[i];
            StoredMaterial stored = findStored(material, request_.base);
            if (!isUsed[i]) {
                diagnostics.add(kUnusedMaterial, fmt::format("material {}", quote(material.name)),
                                stored.isNew ? "left out" : "kept");
                if (stored.isNew) continue;
            }
            chosen_.push_back({.ofBase = {},
                               .material = &material,
                               .index = IndexOf<Material>(i),
                               .stored = std::move(stored),
                               .id = {}});
        }
        if (request_.base != nullptr) chooseOfBase(*request_.base, diagnostics);
        if (without == 0) return;
        diagnostics.add(kDefaultMaterial, "triangles", fmt::format("{} of them", without));
        default_.name = kDefaultName;
        default_.baseColorFactor = glm::vec4(0.5F, 0.5F, 0.5F, 1.0F);
        chosen_.push_back({.ofBase = {},
                           .material = &default_,
                           .index = {},
                           .stored = findStored(default_, nullptr),
                           .id = {}});
    }

    void chooseOfBase(const swat3::GsmFile& base, Diagnostics& diagnostics) {
        for (const std::size_t unworn : findUnwornOfBase(scene_, base)) {
            const swat3::GsmMaterial& material = base.materials[unworn];
            diagnostics.add(kUnusedMaterial, fmt::format("material {}", quote(toUtf8(material.name))),
                            "kept");
            Chosen chosen{.ofBase = unworn, .index = {}, .stored = {}, .id = {}};
            chosen.stored.id = material.id;
            chosen_.push_back(std::move(chosen));
        }
    }

    /// Reserves the stored ids. Where materials share one, perhaps as copies by a modelling program, the
    /// first keeps it.
    void reserveIds() {
        for (Chosen& chosen : chosen_) {
            if (!chosen.stored.id || taken_[*chosen.stored.id]) continue;
            taken_.set(*chosen.stored.id);
            chosen.id = chosen.stored.id;
        }
    }

    std::uint16_t freeId() {
        while (taken_[nextId_])
            ++nextId_;
        taken_.set(nextId_);
        return static_cast<std::uint16_t>(nextId_);
    }

    const Scene& scene_;
    const Surface& surface_;
    const GsmRequest& request_;
    TextureList textures_;
    Material default_;
    std::vector<Chosen> chosen_;
    std::bitset<kIdCount> taken_;
    std::size_t nextId_ = 0;
};

}  // namespace

Result<MaterialTable> makeMaterials(const Scene& scene, const Surface& surface, const GsmRequest& request,
                                    Diagnostics& diagnostics) {
    return MaterialMaker(scene, surface, request).make(diagnostics);
}

}  // namespace rigkiln::swat3_export
