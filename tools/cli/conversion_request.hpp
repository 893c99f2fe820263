#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/batch/plan.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln::cli {

/// What `convert` was asked for, besides files: the options of the jobs that a configuration would have.
struct ConversionRequest {
    OptionValues decode;
    OptionValues resample;
    OptionValues exported;  ///< of the exporter
    std::map<std::string, OptionValues, std::less<>> formats;
    const ExporterModule* exporter = nullptr;
    std::vector<std::string> textureRoots;
    TextureSettings textures{};
    ContainerLimits archives{};
    StateSettings state{};
    bool isMerged = false;  ///< several models become one output
};

/// The job graph that converts files, folders and archives into a folder: one scan per input, decode, bind,
/// merge where that is asked for (then each folder of models becomes one output), resample, export. Fails
/// when an input does not exist (Environment).
[[nodiscard]] Result<Settings> folderConversion(const ConversionRequest& request,
                                                const std::vector<std::string>& inputs,
                                                const std::string& outputFolder);

/// The same for one output file that all models are merged into, in the order of the inputs.
[[nodiscard]] Result<Settings> mergedConversion(const ConversionRequest& request,
                                                const std::vector<std::string>& inputs,
                                                const std::string& outputFile);

/// A plan of one unit and what it refers to.
struct HandMadePlan {
    std::unique_ptr<Job> exportJob;
    Plan plan;
};

/// One model with all the clips given beside it, or one clip alone, into one file. Fails when the inputs are
/// something else, or the output is one of them. Links that a person names are followed.
[[nodiscard]] Result<HandMadePlan> fileConversion(const ConversionRequest& request,
                                                  const std::vector<std::string>& inputs,
                                                  const std::string& outputFile);

}  // namespace rigkiln::cli
