#include "exporters/swat3/base_model.hpp"

#include <fmt/format.h>

#include "exporters/swat3/kept_record.hpp"
#include "formats/swat3/conventions.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/wayback/extras_values.hpp"

namespace rigkiln::swat3_export {
namespace {

Conventions conventionsOfFile(const swat3::GsmFile& file) {
    const swat3::Rig rig(file.skeletons);
    const swat3::RestPose pose(file, rig);
    const swat3::GsmConventions found = swat3::decideConventions(pose, {});
    return {.style = {.space = found.reading.space,
                      .grips = found.grips,
                      .isClockwise = found.isClockwise,
                      .transparencyIsClear = found.transparency == swat3::Transparency::Clear,
                      .hasMarker = file.variant.hasMarker,
                      .countsBlendShorts = swat3::blendUnit(file) == swat3::GsmBlendUnit::Shorts,
                      .hasUnknownWithoutMaps = file.variant.hasUnknownWithoutMaps},
            .sense = found.reading.sense};
}

}  // namespace

Result<std::optional<swat3::GsmFile>> readModelOption(const WriteRequest& request, std::string_view option) {
    if (request.files == nullptr) return std::optional<swat3::GsmFile>();
    const auto bytes = request.files->find(option);
    if (bytes == request.files->end()) return std::optional<swat3::GsmFile>();
    Diagnostics ofTheTemplate;  // issues of the template are not those of the scene
    Result<swat3::GsmFile> file = swat3::decodeGsm(bytes->second.bytes, ofTheTemplate);
    if (file) return std::optional(std::move(*file));
    return atPlace(fmt::format("{} {}", option, quote(request.options.text(option))),
                   file.error().withCode(kUnsuitableOption));
}

Result<BaseModel> readBaseModel(const Scene& scene, const WriteRequest& request) {
    Result<std::optional<swat3::GsmFile>> given = readModelOption(request, "template");
    if (!given) return given.error();
    if (*given) return BaseModel{.file = std::move(*given), .isTemplate = true};
    BaseModel base;
    if (scene.source && scene.source->format == "gsm") {
        Diagnostics told;  // were reported when the file was read first
        Result<swat3::GsmFile> kept = swat3::decodeGsm(scene.source->bytes, told);
        if (kept) base.file = std::move(*kept);
    }
    return base;
}

Conventions conventionsOf(const Scene& scene, const BaseModel& base) {
    if (base.isTemplate) return conventionsOfFile(*base.file);
    Conventions found;
    const auto answers = [&](std::string_view question, std::string_view answer) {
        return conventionAnswer(scene, question) == answer;
    };
    found.sense = answers("quat", "raw") ? swat3::QuaternionSense::Raw : swat3::QuaternionSense::Conjugated;
    GsmStyle& style = found.style;
    style.space = answers("space", "bone") ? swat3::Space::Bone : swat3::Space::Model;
    style.grips = answers("grips", "model") ? swat3::Space::Model : swat3::Space::Bone;
    style.isClockwise = answers("winding", "cw");
    style.transparencyIsClear = !answers("transparency", "opacity");
    const Properties& gsm = gsmRecord(scene);
    style.hasMarker = flagIn(gsm, "marker", style.hasMarker);
    style.hasUnknownWithoutMaps = flagIn(gsm, "unknown_without_maps", style.hasUnknownWithoutMaps);
    style.countsBlendShorts = textOf(gsm, "blend_unit") == "shorts";
    return found;
}

FileSpace fileSpaceOf(const Scene& scene, const OptionValues& options) {
    const double asked = options.number("unit");
    return FileSpace(UpAxis::ZUp, asked > 0 ? asked : scene.metresPerUnit);
}

}  // namespace rigkiln::swat3_export
