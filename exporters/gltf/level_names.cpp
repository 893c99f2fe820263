#include "exporters/gltf/level_names.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

constexpr std::string_view kLevelMark = "_lod";
constexpr std::string_view kDigits = "0123456789";

/// Returns the name without its last "_LOD" and the number behind it, if the end or another "_" follows.
std::string withoutLevel(std::string name) {
    const std::string folded = foldCase(name);
    // Folding changes the number of bytes of some letters; places in such names cannot be compared.
    if (folded.size() != name.size()) return name;
    for (std::size_t at = folded.rfind(kLevelMark); at != std::string::npos;
         at = at == 0 ? std::string::npos : folded.rfind(kLevelMark, at - 1)) {
        const std::size_t digits = at + kLevelMark.size();
        const std::size_t end = std::min(folded.find_first_not_of(kDigits, digits), folded.size());
        if (end == digits || (end < folded.size() && folded[end] != '_')) continue;
        name.erase(at, end - at);
        break;
    }
    return name;
}

class LevelNaming {
public:
    LevelNaming(LevelNames form, NameStyle style) : form_(form), style_(style) {}

    void take(const std::string& name) { taken_.insert(comparedName(name, style_)); }

    /// Returns a name for each level, the finest first.
    std::vector<std::string> nameLevels(const std::string& base, std::size_t count) {
        // Grows only, so that many objects with one name take no longer than each a name of its own.
        std::uint32_t& next = nextNumber_.try_emplace(comparedName(base, style_), 1).first->second;
        std::vector<std::string> made;
        do {
            const std::string name = next == 1 ? base : fmt::format("{}_{}", base, next);
            ++next;
            made.clear();
            for (std::size_t level = 0; level < count; ++level)
                made.push_back(form_ == LevelNames::Unity ? fmt::format("{}_LOD{}", name, level)
                                                          : fmt::format("LOD{}_{}", level, name));
        } while (std::ranges::any_of(
            made, [&](const std::string& one) { return taken_.contains(comparedName(one, style_)); }));
        for (const std::string& one : made)
            take(one);
        return made;
    }

private:
    LevelNames form_;
    NameStyle style_;
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, std::uint32_t> nextNumber_;
};

}  // namespace

void nameLevels(const Scene& scene, const DetailLevels& levels, LevelNames form, NameStyle style,
                std::size_t firstInstance, std::span<std::string> names) {
    const auto isLevel = [&](std::size_t instance) {
        return levels.isCoarser[instance] || !levels.coarserOf[instance].empty();
    };
    LevelNaming naming(form, style);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool isOfLevel =
            i >= firstInstance && i - firstInstance < scene.instances.size() && isLevel(i - firstInstance);
        if (!isOfLevel) naming.take(names[i]);
    }
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const std::vector<std::size_t>& coarser = levels.coarserOf[i];
        if (coarser.empty()) continue;
        const std::string base = styledName(withoutLevel(scene.instances[i].name), "mesh", style);
        std::vector<std::string> made = naming.nameLevels(base, coarser.size() + 1);
        names[firstInstance + i] = std::move(made[0]);
        for (std::size_t level = 0; level < coarser.size(); ++level)
            names[firstInstance + coarser[level]] = std::move(made[level + 1]);
    }
}

}  // namespace rigkiln::gltf_export
