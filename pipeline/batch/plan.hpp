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

/// How files are turned into assets: what a decode job says, or the defaults where decode is implied.
struct DecodeSettings {
    SelectOptions select{};  ///< meshes that are kept though they are not to be rendered
    double metresPerUnit = 1.0;
    std::map<std::string, OptionValues, std::less<>> formatOptions{};  ///< by format id, complete
};

/// One file to convert.
struct SourceFile {
    std::string path;           ///< absolute; bytes as the file system has them
    std::string relative;       ///< below the root of its scan, separated by '/'
    std::string name;           ///< file name without its extension
    std::size_t sizeBytes = 0;  ///< unwrapped
    const FormatModule* format = nullptr;
    AssetKind kind = AssetKind::Model;
    std::string description{};  ///< "Alamo animation"
    std::shared_ptr<const DecodeSettings> decode{};
    std::vector<double> resampleRates{};           ///< resample jobs before binding, in order
    std::optional<ReductionSettings> reduction{};  ///< of its clips, once they are bound
    std::size_t heldBytes = 0;                     ///< memory of the archive it is read from
};

/// What becomes one scene. Laws: a model with any number of clips, or no model and exactly one clip.
struct UnitPart {
    std::optional<SourceFile> model{};
    std::vector<SourceFile> clips{};

    /// The model, or the clip that stands alone.
    [[nodiscard]] const SourceFile& mainSource() const { return model ? *model : clips.front(); }
};

/// The same, of a unit that must not change meanwhile.
struct PartSources {
    const std::optional<SourceFile>& model;
    const std::vector<SourceFile>& clips;

    [[nodiscard]] const SourceFile& mainSource() const { return model ? *model : clips.front(); }
};

/// One output set, mostly of one part, which is the unit's own model and clips. Laws as for UnitPart; without
/// further parts there is no mergedName.
struct PlannedUnit {
    std::string output;      ///< absolute path of the main file
    std::string outputRoot;  ///< folder that nothing of this unit may leave: `output` begins with it
    std::optional<SourceFile> model{};
    std::vector<SourceFile> clips{};
    std::vector<UnitPart> furtherParts{};  ///< of merge jobs: set beside the first, in order
    std::string mergedName{};              ///< what several parts together are called
    const Job* exportJob = nullptr;
    std::vector<double> resampleRates{};           ///< resample jobs after binding and merging, in order
    std::optional<ReductionSettings> reduction{};  ///< of all clips, whatever their files say
    std::size_t estimatedBytes = 0;                ///< memory while it is converted
    Diagnostics diagnostics{};       ///< what planning has to say, such as a clip that fits no model
    std::optional<Error> problem{};  ///< set: fails without running

    /// The model, or the clip that stands alone; of several parts, that of the first.
    [[nodiscard]] const SourceFile& mainSource() const { return model ? *model : clips.front(); }
    [[nodiscard]] std::vector<PartSources> parts() const;
    /// All files of all parts, the model of each before its clips. Valid as long as the unit does not change.
    [[nodiscard]] std::vector<const SourceFile*> sources() const;
    [[nodiscard]] std::size_t sourceBytes() const;  ///< of all files, as a scan has seen them
    /// Whether its export holds rounded keys in fewer bytes.
    [[nodiscard]] bool packsKeys() const;
};

/// Found by a scan, and nothing to convert.
struct IgnoredFile {
    std::string path;
    std::string description;  ///< "Alamo particle system (version 1)", "not a known format"
    bool known = true;        ///< false: no format knows it
};

/// What would run, without any of the bytes. Laws: units are sorted by output, then by path of the source;
/// files to ignore by path. Refers to the Settings and the registries it was made from.
struct Plan {
    std::string configuration;
    std::vector<PlannedUnit> units{};
    std::vector<IgnoredFile> ignored{};
    std::vector<Error> environment{};  ///< folders and files that could not be looked at; the rest is planned
    std::vector<std::string> textureRoots{};
    TextureSettings textures{};
    ImageFormats images{};
    std::span<const ContainerModule* const> containers{};
    ContainerLimits archives{};
    StateSettings state{};
    bool hasMembers = false;   ///< some of the sources are members of archives
    bool interrupted = false;  ///< stopped before it was complete: not to be run
};

}  // namespace rigkiln
