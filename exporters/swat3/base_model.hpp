#pragma once

#include <optional>

#include "exporters/swat3/build_gsm.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_export {

/// The GSM that provides what glTF cannot hold: the given template, else the file the scene was read from.
struct BaseModel {
    std::optional<swat3::GsmFile> file;
    bool isTemplate = false;

    [[nodiscard]] const swat3::GsmFile* get() const { return file ? &*file : nullptr; }
};

/// Reads the base model. Fails when the template is no GSM.
[[nodiscard]] Result<BaseModel> readBaseModel(const Scene& scene, const WriteRequest& request);

/// Reads the GSM that an option gives; nothing when the option is not given.
[[nodiscard]] Result<std::optional<swat3::GsmFile>> readModelOption(const WriteRequest& request,
                                                                    std::string_view option);

/// How to interpret the numbers of the file. A template shows this by the tests of reading. Without one, the
/// answers found when the scene was read count, else those believed to be right for most files.
struct Conventions {
    GsmStyle style;
    swat3::QuaternionSense sense = swat3::QuaternionSense::Conjugated;
};
[[nodiscard]] Conventions conventionsOf(const Scene& scene, const BaseModel& base);

/// Returns the space of the file, with metres per unit by the option or as the scene was read.
[[nodiscard]] FileSpace fileSpaceOf(const Scene& scene, const OptionValues& options);

}  // namespace rigkiln::swat3_export
