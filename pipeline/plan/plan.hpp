#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/reduction/reduction_settings.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Settings for turning files into assets: those of a decode job, or the defaults.
struct DecodeSettings {
    SelectOptions select{};  ///< meshes to keep in addition to rendered ones
    double metresPerUnit = 1.0;
    std::map<std::string, OptionValues, std::less<>> formatOptions{};  ///< by format id, complete
};

/// One file to convert.
struct SourceFile {
    std::string path;           ///< absolute; the exact bytes of the file system
    std::string relative;       ///< relative to the root of its scan, separated by '/'
    std::string name;           ///< file name without its extension
    std::size_t sizeBytes = 0;  ///< unwrapped
    const FormatModule* format = nullptr;
    AssetKind kind = AssetKind::Model;
    std::string description{};  ///< "Alamo animation"
    std::shared_ptr<const DecodeSettings> decode{};
    std::vector<double> resampleRates{};           ///< resample jobs before binding, in order
    std::optional<ReductionSettings> reduction{};  ///< applies to its clips after binding
    std::size_t heldBytes = 0;                     ///< memory of the archive it is read from
};

/// The sources of one scene. Laws: a model with any number of clips, or no model and exactly one clip.
struct UnitPart {
    std::optional<SourceFile> model{};
    std::vector<SourceFile> clips{};

    /// Returns the model, or the clip that stands alone.
    [[nodiscard]] const SourceFile& mainSource() const { return model ? *model : clips.front(); }
};

/// Borrowed view of one part; invalidated when the unit changes.
struct PartSources {
    const std::optional<SourceFile>& model;
    const std::vector<SourceFile>& clips;

    [[nodiscard]] const SourceFile& mainSource() const { return model ? *model : clips.front(); }
};

/// One set of output files. It usually has one part, the unit's own model and clips. Laws as for UnitPart;
/// without further parts, mergedName is empty.
struct PlannedUnit {
    std::string output;      ///< absolute path of the main file
    std::string outputRoot;  ///< folder that the unit may not leave: `output` starts with it
    std::optional<SourceFile> model{};
    std::vector<SourceFile> clips{};
    std::vector<UnitPart> furtherParts{};  ///< from merge jobs: placed beside the first part, in order
    std::string mergedName{};              ///< name of the merged parts
    const Job* exportJob = nullptr;
    std::vector<double> resampleRates{};           ///< resample jobs after binding and merging, in order
    std::optional<ReductionSettings> reduction{};  ///< for all clips; overrides that of their files
    std::size_t estimatedBytes = 0;                ///< memory needed during conversion
    Diagnostics diagnostics{};       ///< issues from planning, such as a clip that fits no model
    std::optional<Error> problem{};  ///< set: the unit fails without running

    /// Returns the model, or the clip that stands alone; of several parts, that of the first.
    [[nodiscard]] const SourceFile& mainSource() const { return model ? *model : clips.front(); }
    [[nodiscard]] std::vector<PartSources> parts() const;
    /// Returns all files of all parts, the model of each before its clips. Valid until the unit changes.
    [[nodiscard]] std::vector<const SourceFile*> sources() const;
    [[nodiscard]] std::size_t sourceBytes() const;  ///< total size of all files, as scanned
    /// Returns true when its export stores rounded and packed keys.
    [[nodiscard]] bool packsKeys() const;
};

/// A file found by a scan that has nothing to convert.
struct IgnoredFile {
    std::string path;
    std::string description;  ///< "Alamo particle system (version 1)", "not a known format"
    bool known = true;        ///< false: no format recognises it
};

/// Everything a run would do. Contains no file bytes. Laws: units are sorted by output, then by path of the
/// source; ignored files by path. Keeps references to the Settings and registries it was made from.
struct Plan {
    std::string configuration;
    std::vector<PlannedUnit> units{};
    std::vector<IgnoredFile> ignored{};
    std::vector<Error> environment{};  ///< folders and files that could not be read; the rest is planned
    std::vector<std::string> textureRoots{};
    TextureSettings textures{};
    ImageFormats images{};
    std::span<const ContainerModule* const> containers{};
    ContainerLimits archives{};
    StateSettings state{};
    bool hasMembers = false;   ///< some sources are members of archives
    bool interrupted = false;  ///< planning was stopped early: do not run
};

}  // namespace rigkiln
