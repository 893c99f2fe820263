#include "library/conversion/request_options.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "library/conversion/all_modules.hpp"
#include "library/conversion/plan_conversion.hpp"
#include "library/conversion/request_errors.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/settings/archive_options.hpp"
#include "pipeline/settings/empty_option.hpp"
#include "pipeline/settings/job_kind.hpp"
#include "pipeline/settings/limit_options.hpp"
#include "pipeline/settings/texture_options.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;

constexpr std::array<NamedOption, 5> kTextureOptionNames = {{{kTextureMaximum, "max_texture_size"},
                                                             {kTexturePowers, "power_of_two"},
                                                             {kTextureGreen, "flip_green"},
                                                             {kTextureFormat, "texture_format"},
                                                             {kTextureQuality, "texture_quality"}}};
constexpr std::array<NamedOption, 3> kArchiveOptionNames = {{{kArchiveFile, "archive_max_file"},
                                                             {kArchiveTotal, "archive_max_total"},
                                                             {kArchiveRatio, "archive_max_ratio"}}};
constexpr std::array<NamedOption, 7> kLimitOptionNames = {{{kChunkLimit, "limit_chunks"},
                                                           {kJsonValueLimit, "limit_json_values"},
                                                           {kJsonElementLimit, "limit_json_elements"},
                                                           {kJsonLevelLimit, "limit_json_levels"},
                                                           {kJointLimit, "limit_joints"},
                                                           {kTriangleLimit, "limit_triangles"},
                                                           {kKeyLimit, "limit_keys"}}};

/// Exporter by the id of the target, else by the output's extension, else the first one.
Result<const ExporterModule*> exporterOf(const ConversionArguments& arguments) {
    const ExporterModule* asked = nullptr;
    std::vector<std::string_view> ids;
    for (const ExporterModule* exporter : registries().exporters) {
        ids.push_back(exporter->id);
        const bool isAsked = arguments.to.empty() ? hasExtension(arguments.output, exporter->extensions)
                                                  : arguments.to == exporter->id;
        if (isAsked) asked = exporter;
    }
    if (asked != nullptr) return asked;
    if (arguments.to.empty()) return registries().exporters.front();
    return usageError("--to", fmt::format("{} is no target of this program; {}", quote(arguments.to),
                                          suggestion(arguments.to, ids)));
}

std::string absoluteIn(const std::string& folder, const std::string& path) {
    return fs::absolute(fs::path(folder) / path).lexically_normal().string();
}

/// Reads the options of one table after the other; the first error ends it.
class TableReader {
public:
    explicit TableReader(const GivenOptions& given) : given_(given) {}

    OptionValues read(std::span<const OptionSpec> specs, std::string_view prefix = {}) {
        if (error_) return {};
        Result<OptionValues> values = given_.values(specs, prefix);
        if (values) return std::move(*values);
        error_ = values.error();
        return {};
    }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
    const GivenOptions& given_;
    std::optional<Error> error_{};
};

}  // namespace

std::vector<OptionSpec> textureCommandOptions() {
    return renamed(kTextureOptions, kTextureOptionNames);
}

std::vector<OptionSpec> archiveCommandOptions() {
    return renamed(kArchiveOptions, kArchiveOptionNames);
}

std::vector<OptionSpec> limitCommandOptions() {
    return renamed(kLimitOptions, kLimitOptionNames);
}

Result<ContainerLimits> archiveLimitsOf(const GivenOptions& given) {
    const Result<OptionValues> read = given.values(archiveCommandOptions(), "");
    if (!read) return read.error();
    return archiveLimits(withOwnNames(*read, kArchiveOptions, kArchiveOptionNames));
}

Result<ConversionRequest> requestOf(const ConversionArguments& arguments) {
    const Result<const ExporterModule*> exporter = exporterOf(arguments);
    if (!exporter) return exporter.error();
    const Result<ContainerLimits> archives = archiveLimitsOf(arguments.options);
    const JobKind& resample = jobKind(JobTask::Resample);
    TableReader tables(arguments.options);
    ConversionRequest request{.decode = tables.read(jobKind(JobTask::Decode).options),
                              .resample = tables.read(resample.options),
                              .exported = tables.read((*exporter)->options),
                              .formats = {},
                              .exporter = *exporter,
                              .textureRoots = {},
                              .textures = {},
                              .archives = {},
                              .state = {},
                              .isMerged = arguments.isMerged,
                              .disk = arguments.disk};
    for (const FormatModule* format : registries().formats)
        request.formats[std::string(format->id)] = tables.read(format->options, format->id);
    const OptionValues textures = tables.read(textureCommandOptions());
    const OptionValues limits = tables.read(limitCommandOptions());
    const OptionValues empty = tables.read(std::span(&kEmptyOption, 1));
    if (tables.error()) return *tables.error();
    const std::vector<std::string> given = arguments.options.names();
    applyPreset(request.exported, (*exporter)->options, (*exporter)->presets, [&](std::string_view option) {
        return std::ranges::find(given, commandLineName("", option)) != given.end();
    });
    if (!archives) return archives.error();
    for (auto conflict :
         {jobKind(JobTask::Decode).conflict(request.decode), resample.conflict(request.resample)}) {
        if (conflict)
            return usageError(fmt::format("--{}", commandLineName("", conflict->option)),
                              std::move(conflict->problem));
    }
    for (const OptionSpec& spec : request.exporter->options) {
        if (spec.type != OptionType::File || request.exported.text(spec.name).empty()) continue;
        request.exported.set(spec.name, absoluteIn(arguments.folder, request.exported.text(spec.name)));
    }
    request.textures = textureSettings(withOwnNames(textures, kTextureOptions, kTextureOptionNames));
    request.archives = *archives;
    request.limits = readLimits(withOwnNames(limits, kLimitOptions, kLimitOptionNames));
    request.ignoresEmpty = empty.text(kEmptyOption.name) == kEmptyIgnored;
    for (const std::string& root : arguments.textures) {
        if (root.empty()) return usageError("--textures", "names no folder");
        request.textureRoots.push_back(absoluteIn(arguments.folder, root));
    }
    return request;
}

}  // namespace rigkiln
