#pragma once

#include "pipeline/report/run_report.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

[[nodiscard]] AssetCounts countAsset(const Scene& scene);

}  // namespace rigkiln
