#include "library/rigkiln/convert.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "library/conversion/all_modules.hpp"
#include "library/conversion/given_options.hpp"
#include "library/conversion/named_inputs.hpp"
#include "library/conversion/named_paths.hpp"
#include "library/conversion/plan_conversion.hpp"
#include "library/conversion/request_errors.hpp"
#include "library/conversion/request_options.hpp"
#include "library/conversion/within_format.hpp"
#include "library/rigkiln/overlay_disk.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/run/host.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/settings/empty_option.hpp"
#include "pipeline/settings/job_kind.hpp"

namespace rigkiln {
namespace {

/// Where the files in memory are, for everything that reads and writes files.
constexpr std::string_view kMemory = "/rigkiln.memory";
constexpr std::string_view kInputs = "/rigkiln.memory/in";
constexpr std::string_view kOutputs = "/rigkiln.memory/out";

// Options of the conversion itself.
constexpr std::string_view kTo = "to";
constexpr std::string_view kMerge = "merge";
constexpr std::string_view kWithClips = "with-clips";
constexpr std::string_view kTextures = "textures";

std::string_view textOf(const std::vector<std::byte>& bytes) {
    // Bytes of any type may be read as char.
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::byte> bytesOf(std::string_view text) {
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

std::string replacedAll(std::string text, std::string_view from) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
        text.erase(at, from.size());
    return text;
}

/// Names files in memory as the caller does.
std::string callersName(std::string text) {
    text = replacedAll(std::move(text), std::string(kInputs) + "/");
    return replacedAll(std::move(text), std::string(kOutputs) + "/");
}

/// Names of the options of a table, as the caller writes them.
void addNames(std::set<std::string, std::less<>>& names, std::span<const OptionSpec> specs,
              std::string_view prefix = {}) {
    for (const OptionSpec& spec : specs)
        names.insert(commandLineName(prefix, spec.name));
}

std::set<std::string, std::less<>> knownOptions() {
    std::set<std::string, std::less<>> names = {std::string(kTo), std::string(kMerge),
                                                std::string(kWithClips), std::string(kTextures)};
    addNames(names, jobKind(JobTask::Decode).options);
    addNames(names, jobKind(JobTask::Resample).options);
    addNames(names, textureCommandOptions());
    addNames(names, archiveCommandOptions());
    addNames(names, limitCommandOptions());
    addNames(names, std::span(&kEmptyOption, 1));
    for (const FormatModule* format : registries().formats)
        addNames(names, format->options, format->id);
    for (const ExporterModule* exporter : registries().exporters)
        addNames(names, exporter->options);
    return names;
}

Result<bool> flagOf(std::string_view name, const std::string& text) {
    const OptionSpec spec{.name = name, .type = OptionType::Flag};
    const Result<OptionValue> value = parseOption(spec, std::span(&text, 1));
    if (!value) return atPlace(fmt::format("--{}", name), value.error());
    return std::get<bool>(*value);
}

class Conversion {
public:
    explicit Conversion(const ConvertRequest& request) : request_(request) {}

    /// Fills the result. An error is of the whole conversion.
    Status run(ConvertResult& result) {
        for (const auto step : {&Conversion::takeFiles, &Conversion::takeOutput, &Conversion::takeOptions}) {
            if (const Status done = (this->*step)(); !done) return done;
        }
        const Status converted = runIn(result);
        for (auto& [path, content] : memory_.files()) {
            if (!path.starts_with(kOutputs)) continue;
            result.files.push_back({path.substr(kOutputs.size() + 1), bytesOf(content)});
        }
        return converted;
    }

    static void addError(const Error& error, ConvertResult& result) {
        result.errors.push_back({.code = std::string(error.code().id),
                                 .file = callersName(error.file),
                                 .place = callersName(error.place),
                                 .problem = callersName(error.problem)});
    }

private:
    [[nodiscard]] bool isInMemory() const { return request_.paths.empty(); }
    [[nodiscard]] Disk& disk() { return isInMemory() ? static_cast<Disk&>(memory_) : overlay_; }

    Status takeFiles() {
        const bool hasFiles = !request_.files.empty();
        if (request_.paths.empty() && !hasFiles)
            return usageError("files", "are empty, and so are paths; one of the two names the inputs");
        if (!isInMemory() && (hasFiles || !request_.companions.empty()))
            return usageError(hasFiles ? "files" : "companions",
                              "are given beside paths; inputs are all on the disk or all in memory");
        std::set<std::string, std::less<>> names;
        for (const auto* const files : {&request_.files, &request_.companions}) {
            for (const ConvertFile& file : *files) {
                const Result<std::string> name = pathBelow(file.name);
                if (!name || name->empty()) {
                    return usageError(quote(file.name),
                                      fmt::format("names no file in memory: {}",
                                                  name ? "it is empty" : std::string(name.error().problem)));
                }
                if (!names.insert(*name).second)
                    return usageError(quote(file.name), "is the name of two files in memory");
                memory_.put(fmt::format("{}/{}", kInputs, *name), textOf(file.bytes));
                if (files == &request_.files)
                    arguments_.inputs.push_back(fmt::format("{}/{}", kInputs, *name));
            }
        }
        arguments_.inputs.insert(arguments_.inputs.end(), request_.paths.begin(), request_.paths.end());
        if (isInMemory()) arguments_.folder = kInputs;
        arguments_.disk = &disk();
        return Done{};
    }

    Status takeOutput() {
        std::string_view given = request_.output;
        const bool isFolder = given.empty() || given.ends_with('/');
        while (given.ends_with('/'))
            given.remove_suffix(1);
        std::string name;
        if (!given.empty()) {
            const Result<std::string> below = pathBelow(given);
            if (!below || request_.output.starts_with('/'))
                return usageError("output",
                                  fmt::format("is {}, expected a relative name", quote(request_.output)));
            name = *below;
        }
        for (const std::string_view folder : {kMemory, kOutputs}) {
            if (const int problem = memory_.makeFolder(Disk::kNoFolder, std::string(folder));
                problem != 0 && problem != EEXIST)
                return kUnexpectedException.error("no folder in memory can be made");
        }
        arguments_.output =
            fmt::format("{}{}{}{}", kOutputs, name.empty() ? "" : "/", name, isFolder ? "/" : "");
        return Done{};
    }

    Status takeOptions() {
        const std::set<std::string, std::less<>> known = knownOptions();
        for (const auto& [given, text] : request_.options) {
            const std::string name = commandLineName("", given);
            if (!known.contains(name)) {
                const std::vector<std::string_view> all(known.begin(), known.end());
                return usageError(quote(given), fmt::format("is no option; {}", suggestion(given, all)));
            }
            if (const Status taken = takeOption(name, text); !taken) return taken;
        }
        return Done{};
    }

    Status takeOption(const std::string& name, const std::string& text) {
        if (name == kTo) {
            arguments_.to = text;
        } else if (name == kTextures) {
            arguments_.textures.push_back(text);
        } else if (name == kMerge || name == kWithClips) {
            const Result<bool> flag = flagOf(name, text);
            if (!flag) return flag.error();
            (name == kMerge ? arguments_.isMerged : arguments_.takesClips) = *flag;
        } else {
            arguments_.options.add(name, text);
        }
        return Done{};
    }

    Status runIn(ConvertResult& result) {
        const Result<ContainerLimits> archives = archiveLimitsOf(arguments_.options);
        if (!archives) return archives.error();
        FileTree files(registries().containers, *archives, 0, {}, disk());
        if (const FormatModule* format = sameFormatOf(arguments_, files))
            return keepFormat(*format, files, result);
        const Result<ConversionRequest> request = requestOf(arguments_);
        if (!request) return request.error();
        const Result<ConversionTarget> target = targetOf(arguments_, *request->exporter);
        if (!target) return target.error();
        const Result<std::vector<std::string>> inputs = inputsOf(arguments_, *request);
        if (!inputs) return inputs.error();
        Result<Plan> plan = planConversion(arguments_, *request, *inputs, *target);
        if (!plan) return plan.error();
        failClosedArchives(*plan, arguments_.inputs, files);
        for (const Error& useless : uselessInputs(*plan, arguments_.inputs, files))
            addError(useless, result);
        const RunReport report = runPlan(*plan, registries(),
                                         {.jobs = request_.threads == 0 ? defaultJobs() : request_.threads,
                                          .memoryBytes = defaultMemoryBytes(),
                                          .version = RIGKILN_VERSION,
                                          .disk = &disk()});
        takeReport(report, result);
        if (report.units.empty() && result.errors.empty())
            return kNothingToConvert.error("the inputs have no model and no clip");
        return Done{};
    }

    Status keepFormat(const FormatModule& format, FileTree& files, ConvertResult& result) {
        WithinFormat request{.inputs = arguments_.inputs,
                             .output = arguments_.output,
                             .format = format,
                             .exporter = registries().exporter(format.id)};
        if (request.exporter != nullptr) {
            Result<OptionValues> exported = arguments_.options.values(request.exporter->options, "");
            if (!exported) return exported.error();
            request.options = std::move(*exported);
        }
        Diagnostics diagnostics;
        Result<ConvertedWithinFormat> converted = convertWithinFormat(request, files, diagnostics);
        for (const Issue& issue : diagnostics.issues()) {
            addIssue({.id = std::string(issue.kind->id),
                      .severity = issue.kind->severity,
                      .sentence = std::string(issue.kind->sentence),
                      .where = issue.where,
                      .details = issue.details},
                     arguments_.output, result);
        }
        if (!converted) return converted.error();
        memory_.put(arguments_.output, textOf(converted->bytes));
        return Done{};
    }

    static void addIssue(const IssueReport& issue, const std::string& output, ConvertResult& result) {
        std::string message = issue.sentence;
        if (!issue.details.empty()) message += ": " + callersName(issue.details);
        result.issues.push_back({.severity = static_cast<ConvertSeverity>(issue.severity),
                                 .code = issue.id,
                                 .output = callersName(output),
                                 .place = callersName(issue.where),
                                 .message = std::move(message)});
    }

    static void takeReport(const RunReport& report, ConvertResult& result) {
        for (const EnvironmentReport& environment : report.environment)
            addError(environment.error, result);
        for (const UnitReport& unit : report.units) {
            for (const IssueReport& issue : unit.issues)
                addIssue(issue, unit.output, result);
            if (unit.error) addError(*unit.error, result);
            for (const InputReport& input : unit.inputs) {
                // The error of a unit is that of the input that is to blame for it.
                if (input.error && input.error != unit.error) addError(*input.error, result);
            }
        }
    }

    const ConvertRequest& request_;
    LibraryDisk memory_;
    OverlayDisk overlay_{kMemory, memory_};
    ConversionArguments arguments_;
};

}  // namespace

std::string ConvertIssue::text() const {
    std::string text;
    for (const std::string* part : {&output, &place}) {
        if (!part->empty()) text += *part + ": ";
    }
    return text + message + " (" + code + ")";
}

std::string ConvertError::text() const {
    std::string text;
    for (const std::string* part : {&file, &place}) {
        if (!part->empty()) text += *part + ": ";
    }
    return text + problem;
}

const ConvertFile* ConvertResult::find(std::string_view name) const {
    const auto found = std::ranges::find(files, name, &ConvertFile::name);
    return found == files.end() ? nullptr : &*found;
}

ConvertResult convert(const ConvertRequest& request) noexcept {
    ConvertResult result;
    try {
        Conversion conversion(request);
        if (const Status done = conversion.run(result); !done) Conversion::addError(done.error(), result);
    } catch (const std::bad_alloc&) {
        result = {};
        result.errors.push_back({.code = std::string(kOutOfMemory.id), .problem = "out of memory"});
    } catch (const std::exception& exception) {
        result.errors.push_back({.code = std::string(kUnexpectedException.id), .problem = exception.what()});
    }
    return result;
}

std::string_view convertVersion() noexcept {
    return RIGKILN_VERSION;
}

}  // namespace rigkiln
