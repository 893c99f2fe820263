#pragma once

#include <optional>

#include "exporters/swat3/build_gsm.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// The model that says what glTF does not: the template that was given, else the file the scene was read
/// from.
struct BaseModel {
    std::optional<swat3::GsmFile> file;
    bool isTemplate = false;

    [[nodiscard]] const swat3::GsmFile* get() const { return file ? &*file : nullptr; }
};

/// Fails when the template is no GSM.
[[nodiscard]] Result<BaseModel> readBaseModel(const Scene& scene, const WriteRequest& request);

/// The GSM of another option; nothing when the option is not given.
[[nodiscard]] Result<std::optional<swat3::GsmFile>> readModelOption(const WriteRequest& request,
                                                                    std::string_view option);

/// What the numbers of the file mean: as the template shows by the tests of reading, else as reading the
/// scene found, else as most files are believed to be.
struct Conventions {
    GsmStyle style;
    swat3::QuaternionSense sense = swat3::QuaternionSense::Conjugated;
};
[[nodiscard]] Conventions conventionsOf(const Scene& scene, const BaseModel& base);

/// Metres per unit of the file, by the option or as the scene was read.
[[nodiscard]] FileSpace fileSpaceOf(const Scene& scene, const OptionValues& options);

}  // namespace rigkiln::swat3_writer
