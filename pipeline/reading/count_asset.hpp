#pragma once

#include "pipeline/report/asset_figures.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

[[nodiscard]] AssetCounts countAsset(const Scene& scene);

}  // namespace rigkiln
