#include "exporters/swat3/gsm_positions.hpp"

#include <array>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include "formats/swat3/rig.hpp"
#include "pipeline/base/error_codes.hpp"

namespace rigkiln::swat3_export {
namespace {

using Bits3 = std::array<std::uint32_t, 3>;

struct BoneEntry {
    std::size_t bone = 0;
    std::uint32_t place = 0;  ///< index among the places of the bone

    bool operator<(const BoneEntry& other) const {
        return std::tie(bone, place) < std::tie(other.bone, other.place);
    }
};

/// Bits of a place, equal for 0 and -0: programs that change axes make either.
Bits3 placeKey(const swat3::Float3& stored) {
    return std::bit_cast<Bits3>(swat3::Float3{stored[0] + 0.0F, stored[1] + 0.0F, stored[2] + 0.0F});
}

/// Identity of a vertex in the file: bones, places and the bits of weights.
using BlendKey = std::vector<std::pair<BoneEntry, std::uint32_t>>;

class PositionMaker {
public:
    PositionMaker(const TargetSkeleton& skeleton, swat3::Space space)
        : rig_(skeleton.skeletons), ofBones_(skeleton.bind.size()) {
        for (const glm::dmat4& bind : skeleton.bind)
            toBone_.push_back(space == swat3::Space::Bone ? glm::inverse(bind) : glm::dmat4(1.0));
        isDirect_ = space == swat3::Space::Model;
    }

    Result<PositionTables> make(const Surface& surface) {
        std::vector<BlendKey> keys;
        keys.reserve(surface.vertices.size());
        for (const SurfaceVertex& vertex : surface.vertices)
            keys.push_back(keyOf(vertex));
        PositionTables tables;
        const std::vector<std::size_t> firsts = layOut(tables);
        std::map<BlendKey, std::size_t> blends;
        std::vector<const BlendKey*> inOrder;
        std::vector<std::size_t> numbers;
        for (const BlendKey& key : keys) {
            if (key.size() == 1) {
                numbers.push_back(firsts[key[0].first.bone] + key[0].first.place);
                continue;
            }
            const auto [known, isNew] = blends.emplace(key, blends.size());
            if (isNew) inOrder.push_back(&known->first);
            numbers.push_back(tables.positions.size() + known->second);
        }
        if (auto excess = findExcess(tables.positions.size() + inOrder.size(), "positions and blends"))
            return *std::move(excess);
        for (const BlendKey* key : inOrder)
            tables.blends.push_back(blendOf(*key, firsts));
        for (const std::size_t number : numbers)
            tables.ofVertex.push_back(static_cast<std::uint16_t>(number));
        addRuns(tables);
        return tables;
    }

private:
    struct OfBone {
        std::map<Bits3, std::uint32_t> numbers;
        std::vector<swat3::Float3> places;
    };

    BlendKey keyOf(const SurfaceVertex& vertex) {
        BlendKey key;
        for (const Pull& pull : vertex.pulls) {
            const glm::dvec3 place =
                isDirect_ ? pull.place : glm::dvec3(toBone_[pull.bone] * glm::dvec4(pull.place, 1.0));
            const swat3::Float3 stored = {static_cast<float>(place.x), static_cast<float>(place.y),
                                          static_cast<float>(place.z)};
            OfBone& bone = ofBones_[pull.bone];
            const auto [known, isNew] =
                bone.numbers.emplace(placeKey(stored), static_cast<std::uint32_t>(bone.places.size()));
            if (isNew) bone.places.push_back(stored);
            key.emplace_back(BoneEntry{pull.bone, known->second}, std::bit_cast<std::uint32_t>(pull.weight));
        }
        return key;
    }

    /// Appends the places of all bones. Returns the number of each bone's first position.
    std::vector<std::size_t> layOut(PositionTables& tables) const {
        std::vector<std::size_t> firsts;
        for (const OfBone& bone : ofBones_) {
            firsts.push_back(tables.positions.size());
            tables.positions.insert(tables.positions.end(), bone.places.begin(), bone.places.end());
        }
        return firsts;
    }

    static swat3::GsmBlend blendOf(const BlendKey& key, const std::vector<std::size_t>& firsts) {
        swat3::GsmBlend blend;
        for (const auto& [entry, weight] : key) {
            blend.push_back({.position = static_cast<std::uint16_t>(firsts[entry.bone] + entry.place),
                             .weight = std::bit_cast<float>(weight)});
        }
        return blend;
    }

    void addRuns(PositionTables& tables) const {
        const auto add = [&](std::uint16_t bone, std::size_t first, std::size_t count) {
            if (count == 0) return;
            tables.runs.push_back({.bone = bone,
                                   .first = static_cast<std::uint16_t>(first),
                                   .count = static_cast<std::uint16_t>(count)});
        };
        std::size_t first = 0;
        for (std::size_t ordinal = 0; ordinal < ofBones_.size(); ++ordinal) {
            const std::size_t count = ofBones_[ordinal].places.size();
            add(rig_.bone(ordinal).id, first, count);
            first += count;
        }
        add(swat3::kBlendRun, first, tables.blends.size());
    }

    swat3::Rig rig_;
    std::vector<OfBone> ofBones_;
    std::vector<glm::dmat4> toBone_;  ///< by bone: from the space of Pull::place to the file's
    bool isDirect_ = true;
};

}  // namespace

Result<PositionTables> makePositions(const Surface& surface, const TargetSkeleton& skeleton,
                                     swat3::Space space) {
    return PositionMaker(skeleton, space).make(surface);
}

std::optional<Error> findExcess(std::size_t count, std::string_view what, std::size_t limit) {
    if (count <= limit) return std::nullopt;
    return kNotRepresentable.at(
        "model",
        fmt::format("{} {}, a GSM holds {} at most: split the model or drop vertices", count, what, limit));
}

}  // namespace rigkiln::swat3_export
