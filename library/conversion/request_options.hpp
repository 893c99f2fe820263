#pragma once

#include <string>
#include <vector>

#include "library/conversion/conversion_request.hpp"
#include "library/conversion/given_options.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// A conversion without a configuration, as users ask for it.
struct ConversionArguments {
    std::vector<std::string> inputs{};
    std::string output{};                 ///< a file, whose extension names the format, or a folder
    std::string to{};                     ///< id of the target format; empty: the output says it
    std::vector<std::string> textures{};  ///< folders to look for textures in
    bool isMerged = false;                ///< several models become one output
    bool takesClips = false;              ///< also the clips beside each model that is named
    GivenOptions options{};
    std::string folder{};  ///< absolute; paths in options start there; empty: the working folder
    Disk* disk = nullptr;  ///< null: the real one
};

/// Options for the map `textures` of a configuration where there is no map: max-texture-size and others.
[[nodiscard]] std::vector<OptionSpec> textureCommandOptions();
/// Likewise for the map `archives`: archive-max-file and others.
[[nodiscard]] std::vector<OptionSpec> archiveCommandOptions();
/// Likewise for the map `limits`: limit-chunks and others.
[[nodiscard]] std::vector<OptionSpec> limitCommandOptions();

[[nodiscard]] Result<ContainerLimits> archiveLimitsOf(const GivenOptions& given);

/// Reads all options of a conversion except those of the state. Fails when one has no value that its table
/// allows, and when two of them contradict each other.
[[nodiscard]] Result<ConversionRequest> requestOf(const ConversionArguments& arguments);

}  // namespace rigkiln
