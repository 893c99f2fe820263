#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "pipeline/cache/unit_cache.hpp"
#include "pipeline/cache/unit_identity.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/report/unit_report.hpp"
#include "pipeline/run/unit_recorder.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/freshness.hpp"

namespace rigkiln {

/// A unit on its way through the run, as the cache knows it.
struct CachedUnit {
    std::optional<UnitIdentity> identity{};
    bool isFound = false;  ///< its outputs came from the cache
};

/// The part of a run that has to do with the cache. Does nothing without one. Safe to use from many threads.
class CachedUnits {
public:
    /// Everything must outlive the object; `cache` may be null.
    struct Parts {
        UnitCache* cache = nullptr;
        const Plan& plan;
        const Registries& registries;
        ArtFiles& files;
        UnitRecorder& recorder;
        const FailOn& failOn;
    };
    explicit CachedUnits(const Parts& parts);

    /// Looks for a unit. If it is there, gives `report` its results, all but those of publishing.
    [[nodiscard]] std::optional<UnitCache::Found> find(std::size_t unit, CachedUnit& known,
                                                       UnitReport& report);
    /// Keeps a unit that was published. `bytesRead` are those of its sources, also if they count for another
    /// unit.
    void keep(const CachedUnit& known, const UnitReport& report, std::size_t bytesRead,
              const std::vector<Look>& looks, const OutputSet& outputs);

private:
    Parts parts_;
    ContentDigest policy_;
    FreshnessCheck check_;
};

}  // namespace rigkiln
