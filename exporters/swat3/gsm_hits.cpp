#include "exporters/swat3/gsm_hits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "formats/swat3/conventions.hpp"
#include "formats/swat3/rest_positions.hpp"
#include "pipeline/wayback/export_errors.hpp"

namespace rigkiln::swat3_export {
namespace {

/// Finds the nearest vertex of a model. Of vertices in one place the first counts.
class HitMap {
public:
    HitMap(const swat3::GsmFile& file, const std::vector<glm::dvec3>& places) {
        for (const swat3::GsmEffectiveVertex& vertex : file.effectiveVertices) {
            const glm::dvec3& place = places[vertex.position];
            if (std::isfinite(glm::length(place)))
                entries_.push_back({.place = place, .number = entries_.size(), .hit = vertex.hit});
        }
        if (entries_.empty()) return;
        glm::dvec3 low = entries_.front().place;
        glm::dvec3 high = low;
        for (const Entry& entry : entries_) {
            low = glm::min(low, entry.place);
            high = glm::max(high, entry.place);
        }
        // Sorting along the longest axis leaves the fewest vertices to compare.
        const glm::dvec3 size = high - low;
        for (glm::length_t i = 1; i < 3; ++i) {
            if (size[i] > size[axis_]) axis_ = i;
        }
        std::ranges::stable_sort(entries_, {}, [this](const Entry& entry) { return entry.place[axis_]; });
    }

    [[nodiscard]] bool isEmpty() const { return entries_.empty(); }

    /// Returns the hit zone of the nearest vertex. Searches outwards along the axis until no vertex can be
    /// nearer. Precondition: not empty.
    [[nodiscard]] std::uint16_t nearest(const glm::dvec3& place) const {
        const auto middle = std::ranges::lower_bound(
            entries_, place[axis_], {}, [this](const Entry& entry) { return entry.place[axis_]; });
        Best best;
        for (auto next = middle; next != entries_.end(); ++next) {
            if (next->place[axis_] - place[axis_] > best.distance) break;
            best.compare(*next, place);
        }
        for (auto next = middle; next != entries_.begin();) {
            --next;
            if (place[axis_] - next->place[axis_] > best.distance) break;
            best.compare(*next, place);
        }
        return best.entry->hit;
    }

private:
    struct Entry {
        glm::dvec3 place{0.0};
        std::size_t number = 0;
        std::uint16_t hit = 0;
    };
    struct Best {
        const Entry* entry = nullptr;
        double distance = std::numeric_limits<double>::infinity();

        void compare(const Entry& other, const glm::dvec3& place) {
            const double to = glm::distance(other.place, place);
            if (entry != nullptr && (to > distance || (to == distance && other.number > entry->number)))
                return;
            entry = &other;
            distance = to;
        }
    };

    glm::length_t axis_ = 0;
    std::vector<Entry> entries_;  ///< sorted along the axis
};

HitMap makeMap(const GsmRequest& request) {
    const swat3::GsmFile& file = request.hitSource != nullptr ? *request.hitSource : *request.base;
    const swat3::Rig rig(file.skeletons);
    const swat3::RestPose pose(file, rig);
    // The base has the conventions of the file that is made; another model is tested for its own.
    const bool isBase = request.hitSource == nullptr || request.hitSource == request.base;
    const swat3::Reading reading =
        isBase ? swat3::Reading{.space = request.style.space, .sense = request.skeleton.sense}
               : swat3::decideConventions(pose, {}).reading;
    return {file, pose.vertices(reading)};
}

}  // namespace

Status fillHits(const GsmRequest& request, Surface& surface, Diagnostics& diagnostics) {
    std::vector<SurfaceVertex*> without;
    for (SurfaceVertex& vertex : surface.vertices) {
        if (!vertex.hit) without.push_back(&vertex);
    }
    if (without.empty()) return Done{};
    const std::string count = fmt::format("{} of {}", without.size(), surface.vertices.size());
    if (request.hitSource != nullptr || request.base != nullptr) {
        const HitMap map = makeMap(request);
        if (!map.isEmpty()) {
            for (SurfaceVertex* vertex : without)
                vertex->hit = map.nearest(placeOf(*vertex));
            diagnostics.add(kHitFromNearest, "vertices", count);
            return Done{};
        }
    }
    if (request.strict) {
        return kDataMissing.at("vertices",
                               fmt::format("{} have no hit zone: give them the attribute _GSM_HIT or "
                                           "_HITCOLOR, or name a model to take it from",
                                           count));
    }
    for (SurfaceVertex* vertex : without)
        vertex->hit = std::uint16_t{0};
    diagnostics.add(kHitMissing, "vertices", count);
    return Done{};
}

}  // namespace rigkiln::swat3_export
