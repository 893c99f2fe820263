#pragma once

#include <map>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Options of `convert` besides the files: those of the jobs that a configuration would have.
struct ConversionRequest {
    OptionValues decode;
    OptionValues resample;
    OptionValues exported;  ///< options of the exporter
    std::map<std::string, OptionValues, std::less<>> formats;
    const ExporterModule* exporter = nullptr;
    std::vector<std::string> textureRoots;
    TextureSettings textures{};
    ContainerLimits archives{};
    ReadLimits limits{};
    StateSettings state{};
    std::string cache{};        ///< folder; empty: none
    bool isMerged = false;      ///< several models become one output
    bool ignoresEmpty = false;  ///< files without a single byte are left out
    Disk* disk = nullptr;       ///< null: the real one
};

/// Makes the job graph that converts files, folders and archives into a folder: one scan per input, decode,
/// bind, merge if requested (then each folder of models becomes one output), resample, export. Fails when an
/// input does not exist (Environment).
[[nodiscard]] Result<Settings> folderConversion(const ConversionRequest& request,
                                                const std::vector<std::string>& inputs,
                                                const std::string& outputFolder);

/// Makes the job graph that merges all models into one output file, in the order of the inputs.
[[nodiscard]] Result<Settings> mergedConversion(const ConversionRequest& request,
                                                const std::vector<std::string>& inputs,
                                                const std::string& outputFile);

/// Plans the conversion of one model with all clips given beside it, or of a single clip, into one file.
/// Fails when the inputs are something else, or when the output is one of them. Links in input paths are
/// followed.
[[nodiscard]] Result<Plan> fileConversion(const ConversionRequest& request,
                                          const std::vector<std::string>& inputs,
                                          const std::string& outputFile);

/// Returns the paths of the clips in the folder of a model that a job graph over this folder would give to
/// it. Files are looked for by name: clips that their format names after the model, else all that have an
/// extension of a clip format of the model's family. Nothing when the file is no model that clips go with.
[[nodiscard]] Result<std::vector<std::string>> clipsBeside(const ConversionRequest& request,
                                                           const std::string& model);

}  // namespace rigkiln
