#include "exporters/swat3/gsm_rules.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "formats/swat3/gsm_materials.hpp"
#include "formats/swat3/material_values.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::swat3_export {
namespace {

constexpr std::size_t kWeaponBones = 2;
constexpr std::size_t kSwtBones = 52;
constexpr std::size_t kTacBones = 37;
constexpr float kAtOrigin = 1e-4F;  // in the file's units; allows for rounding

class RuleChecker {
public:
    explicit RuleChecker(const swat3::GsmFile& file)
        : file_(file), rig_(file.skeletons), bones_(swat3::boneOfPositions(file, rig_)) {}

    std::vector<RuleProblem> check() {
        if (file_.skeletons.size() != 1)
            add("one-skeleton", fmt::format("{} skeletons, 1 is expected", file_.skeletons.size()));
        const std::size_t count = rig_.boneCount();
        if (count < kWeaponBones)
            add("two-bones", fmt::format("{} bones, at least {} are expected", count, kWeaponBones));
        checkPositions();
        if (count == kWeaponBones) {
            checkWeapon();
        } else if (count == kSwtBones || count == kTacBones) {
            checkCharacter();
        } else {
            add("bone-count",
                fmt::format("{} bones, {} (or {}) are expected for a character, {} for a weapon", count,
                            kSwtBones, kTacBones, kWeaponBones));
        }
        checkMaterials();
        return std::move(problems_);
    }

private:
    void add(std::string_view rule, std::string message) {
        problems_.push_back({.rule = rule, .message = std::move(message)});
    }

    void checkPositions() {
        const auto without = std::ranges::count(bones_, std::optional<std::size_t>());
        if (without > 0)
            add("assigned-positions",
                fmt::format("{} of {} positions follow no bone, 0 are expected", without, bones_.size()));
    }

    void checkWeapon() {
        const std::size_t root = rig_.parentsFirst().front();
        const swat3::Float3& place = rig_.bone(root).position;
        // Written so that NaN counts as elsewhere.
        if (!std::ranges::all_of(place, [](float number) { return std::abs(number) <= kAtOrigin; }))
            add("weapon-root", fmt::format("root {} stands at ({}, {}, {}), (0, 0, 0) is expected",
                                           quote(rig_.bone(root).name), place[0], place[1], place[2]));
        const auto elsewhere = std::ranges::count_if(
            bones_, [&](const std::optional<std::size_t>& bone) { return bone && *bone != 0; });
        if (elsewhere > 0)
            add("weapon-first-bone",
                fmt::format("{} of {} positions follow bone {}, all are expected on bone {}", elsewhere,
                            bones_.size(), quote(rig_.bone(1).name), quote(rig_.bone(0).name)));
        if (file_.grips.empty()) add("weapon-grips", "0 grips, at least 1 is expected for a weapon");
    }

    void checkCharacter() {
        if (file_.grippers.empty())
            add("character-grippers", "0 grippers, at least 1 is expected for a character");
    }

    void checkMaterials() {
        std::vector<std::size_t> triangles(file_.materials.size(), 0);
        std::bitset<65536> used;
        for (const swat3::GsmGroup& group : file_.groups) {
            used.set(group.material);
            const auto material = std::ranges::find(file_.materials, group.material, &swat3::GsmMaterial::id);
            if (material != file_.materials.end())
                triangles[static_cast<std::size_t>(material - file_.materials.begin())] += group.count;
        }
        for (std::size_t i = 0; i < file_.materials.size(); ++i) {
            const swat3::GsmMaterial& material = file_.materials[i];
            const std::string_view special = swat3::specialUse(material.name);
            const bool isMark = special == "muzzle" || special == "flashlight";
            const bool isTextured = std::ranges::find(material.maps, swat3::kDiffuseSlot,
                                                      &swat3::GsmMap::slot) != material.maps.end();
            if (triangles[i] > 0 && !isTextured && !isMark)
                add("textured-faces",
                    fmt::format("material {} of {} triangles has no texture; only MUZZLE and FLASHLIGHT may "
                                "have none",
                                quote(material.name), triangles[i]));
        }
        for (const swat3::GsmMaterial& material : file_.materials) {
            if (!used[material.id])
                add("used-materials",
                    fmt::format("material {} is worn by 0 triangles, at least 1 is expected",
                                quote(material.name)));
        }
    }

    const swat3::GsmFile& file_;
    swat3::Rig rig_;
    std::vector<std::optional<std::size_t>> bones_;  ///< by position: ordinal of its bone
    std::vector<RuleProblem> problems_;
};

}  // namespace

std::vector<RuleProblem> brokenGsmRules(const swat3::GsmFile& file) {
    return RuleChecker(file).check();
}

}  // namespace rigkiln::swat3_export
