#include "formats/gltf/detail_levels.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"

namespace rigkiln::gltf {
namespace {

class LevelReader {
public:
    LevelReader(const GltfFile& file, const LevelObstacle& whyNoFinest, const LevelObstacle& whyNoCoarser,
                Diagnostics& diagnostics)
        : file_(file),
          whyNoFinest_(whyNoFinest),
          whyNoCoarser_(whyNoCoarser),
          diagnostics_(diagnostics),
          isFinest_(file.model.nodes.size()),
          finestOf_(file.model.nodes.size()) {}

    std::vector<CoarserNode> read() && {
        for (std::size_t i = 0; i < isFinest_.size(); ++i) {
            const Value* extensions = member(element(&file_.json, "nodes", i), "extensions");
            if (const Value* extension = member(extensions, "MSFT_lod"))
                readNode(i, *extension, fmt::format("nodes[{}].extensions.MSFT_lod", i));
        }
        return std::move(found_);
    }

private:
    void readNode(std::size_t finest, const Value& extension, const std::string& where) {
        const ValueList* ids = asList(member(&extension, "ids"));
        if (ids == nullptr) return diagnostics_.add(kMalformed, where + ".ids", "expected a list of nodes");
        if (ids->size() > isFinest_.size()) {
            return diagnostics_.add(
                kMalformed, where + ".ids",
                fmt::format("has {} elements, the file has {} nodes", ids->size(), isFinest_.size()));
        }
        std::string obstacle = whyNoFinest_(finest);
        if (obstacle.empty() && finestOf_[finest])
            obstacle = fmt::format("is a level of nodes[{}] itself", *finestOf_[finest]);
        if (!obstacle.empty()) {
            return diagnostics_.add(kLevelLeftOut, where, fmt::format("nodes[{}] {}", finest, obstacle));
        }
        for (std::size_t k = 0; k < ids->size(); ++k) {
            const auto highest = static_cast<std::uint32_t>(ids->size());
            readLevel((*ids)[k], {.finest = finest,
                                  .level = highest - 1 - static_cast<std::uint32_t>(k),
                                  .highest = highest,
                                  .where = fmt::format("{}.ids[{}]", where, k)});
        }
    }

    void readLevel(const Value& id, CoarserNode coarser) {
        const auto number = asInteger(&id);
        if (!number) {
            return diagnostics_.add(
                kMalformed, coarser.where,
                fmt::format("is {}, expected a whole number, that of a node", typeName(id)));
        }
        coarser.node = checkedIndex(*number, isFinest_.size(), coarser.where);
        if (const std::string obstacle = obstacleOf(coarser); !obstacle.empty()) {
            return diagnostics_.add(kLevelLeftOut, coarser.where,
                                    fmt::format("nodes[{}] {}", coarser.node, obstacle));
        }
        isFinest_[coarser.finest] = true;
        finestOf_[coarser.node] = coarser.finest;
        found_.push_back(std::move(coarser));
    }

    [[nodiscard]] std::string obstacleOf(const CoarserNode& coarser) const {
        if (coarser.node == coarser.finest) return "is the node that has the levels";
        if (finestOf_[coarser.node])
            return fmt::format("is a level of nodes[{}] already", *finestOf_[coarser.node]);
        if (isFinest_[coarser.node]) return "has levels of its own";
        return whyNoCoarser_(coarser.node);
    }

    const GltfFile& file_;
    const LevelObstacle& whyNoFinest_;
    const LevelObstacle& whyNoCoarser_;
    Diagnostics& diagnostics_;
    std::vector<bool> isFinest_;
    std::vector<std::optional<std::size_t>> finestOf_;
    std::vector<CoarserNode> found_;
};

}  // namespace

bool hasSameTransform(const tinygltf::Node& left, const tinygltf::Node& right) {
    const auto isSame = [](const std::vector<double>& one, const std::vector<double>& other,
                           const std::vector<double>& otherwise) {
        return (one.empty() ? otherwise : one) == (other.empty() ? otherwise : other);
    };
    return left.matrix == right.matrix && isSame(left.translation, right.translation, {0, 0, 0}) &&
           isSame(left.rotation, right.rotation, {0, 0, 0, 1}) && isSame(left.scale, right.scale, {1, 1, 1});
}

std::vector<CoarserNode> findCoarserNodes(const GltfFile& file, const LevelObstacle& whyNoFinest,
                                          const LevelObstacle& whyNoCoarser, Diagnostics& diagnostics) {
    return LevelReader(file, whyNoFinest, whyNoCoarser, diagnostics).read();
}

}  // namespace rigkiln::gltf
