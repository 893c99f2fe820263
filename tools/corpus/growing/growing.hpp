#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tools/corpus/files.hpp"

/// Input of the growth benchmark: files in which one count is as large as wanted and all others are small.
namespace rigkiln::corpus {

struct GrowingCount {
    std::string_view name;  ///< "alo bones"
    /// Largest count to be measured: what the format can hold, or what a conversion does in about a second.
    std::size_t most = 0;
    /// Makes a folder of art. Preconditions: `count` is from 1 to `most`.
    std::vector<ArtFile> (*make)(std::size_t count) = nullptr;
};

/// Counts of each kind of file, one list for each folder of formats.
[[nodiscard]] std::span<const GrowingCount> alamoCounts();
[[nodiscard]] std::span<const GrowingCount> swat3Counts();
[[nodiscard]] std::span<const GrowingCount> bfresCounts();
[[nodiscard]] std::span<const GrowingCount> spriteCounts();
[[nodiscard]] std::span<const GrowingCount> archiveCounts();
[[nodiscard]] std::span<const GrowingCount> imageCounts();

/// All of these.
[[nodiscard]] std::vector<GrowingCount> allGrowingCounts();

}  // namespace rigkiln::corpus
