#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/plan/output_path.hpp"
#include "pipeline/plan/source_file.hpp"

namespace rigkiln {

/// Name and folder of a merged asset, for its output path.
struct MergeGroup {
    std::string name;
    std::string folder;  ///< relative to the root of the scan; may be empty
};

/// A model with any number of clips, or no model and exactly one clip.
struct AssetPart {
    std::optional<SourceFile> model{};
    std::vector<SourceFile> clips{};

    /// Returns the model, or the clip that stands alone.
    [[nodiscard]] const SourceFile& mainSource() const { return model ? *model : clips.front(); }
};

/// A future output while the plan is made; passed from job to job. Law: an asset with several parts has a
/// group.
struct Asset {
    std::vector<AssetPart> parts{};  ///< never empty
    std::optional<MergeGroup> group{};
    std::vector<double> resampleRates{};  ///< of all resample jobs after its parts were bound or merged
    std::optional<ReductionSettings> reduction{};  ///< of the last of these jobs that reduces keys
    Diagnostics diagnostics{};
    std::optional<Error> problem{};

    /// Returns the model, or the clip that stands alone; of several parts, that of the first.
    [[nodiscard]] const SourceFile& mainSource() const { return parts.front().mainSource(); }
    /// Estimates the memory that converting the asset needs.
    [[nodiscard]] std::size_t estimatedBytes() const;
    /// Moves the resampling settings from the asset to each of its files. Call it before other assets join
    /// this one.
    void moveResamplingToFiles();
    /// Returns the values of the placeholders of an output path.
    [[nodiscard]] PathValues pathValues() const;
    /// Returns a text that equals that of another asset only if both merge the same files in the same way.
    [[nodiscard]] std::string identity() const;
};

/// Returns the folder of a file relative to the root of its scan; empty for files in the root.
[[nodiscard]] std::string folderBelowRoot(const SourceFile& source);

}  // namespace rigkiln
