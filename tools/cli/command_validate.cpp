#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "formats/gltf/engine_rules/engine_rules.hpp"
#include "formats/gltf/validate/validate_gltf.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/scan.hpp"
#include "pipeline/report/exit_code.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/command_memory.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/raw_files.hpp"
#include "tools/cli/rule_reference.hpp"
#include "tools/cli/run_in_order.hpp"
#include "tools/cli/run_options.hpp"

namespace rigkiln::cli {
namespace {

using gltf_validation::Finding;
using gltf_validation::FindingSeverity;
using gltf_validation::Validation;

struct ValidateArguments {
    std::vector<std::string> inputs;
    std::string preset;
    bool listRules = false;
    std::string severity = "warning";
    std::size_t mostFindings = 1000;
    ExecutionOptions execution;
    bool isStrict = false;
    bool json = false;
};

constexpr std::array<FindingSeverity, 4> kSeverities = {FindingSeverity::Error, FindingSeverity::Warning,
                                                        FindingSeverity::Information, FindingSeverity::Hint};

/// Numbers of findings by severity.
using SeverityCounts = std::array<std::size_t, kSeverities.size()>;

SeverityCounts countsOf(const Validation& validation) {
    SeverityCounts counts{};
    for (const FindingSeverity severity : kSeverities)
        counts.at(static_cast<std::size_t>(severity)) = validation.count(severity);
    return counts;
}

std::string countText(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string countsText(const SeverityCounts& counts) {
    return fmt::format("{}, {}", countText(counts[0], "error", "errors"),
                       countText(counts[1], "warning", "warnings"));
}

/// Result for one file.
struct CheckedFile {
    std::string path{};
    Result<Validation> validation = Error{};
};

bool isGlb(const std::string& path, std::span<const std::byte> bytes) {
    const std::string folded = foldCase(path);
    if (folded.ends_with(".glb")) return true;
    constexpr std::string_view kMagic = "glTF";
    return !folded.ends_with(".gltf") && bytes.size() >= kMagic.size() &&
           std::equal(kMagic.begin(), kMagic.end(), reinterpret_cast<const char*>(bytes.data()));
}

/// Returns the checks of the preset's engine; none for an empty name.
gltf_validation::FurtherChecks checksOf(const std::string& preset) {
    const auto engine = gltf_engine_rules::engineNamed(preset);
    if (!engine) return {};
    return [engine = *engine](gltf_validation::Findings& findings, const Value& json,
                              gltf_validation::Document& document) {
        gltf_engine_rules::checkForEngine(findings, json, document, engine);
    };
}

Result<Validation> validated(const std::string& path, FileTree& files, const ValidateArguments& options) {
    const Result<SharedBytes> bytes = files.readShared(path);
    if (!bytes) return bytes.error();
    RawFiles companions(files, path);
    return gltf_validation::validateGltf({.bytes = *bytes,
                                          .isGlb = isGlb(path, *bytes),
                                          .companions = companions,
                                          .mostFindings = options.mostFindings,
                                          .further = checksOf(options.preset)});
}

CheckedFile checkFile(const std::string& path, FileTree& files, const ValidateArguments& options,
                      CommandMemory& memory) {
    CheckedFile file{.path = path};
    const Status fits = memory.within(path, [&] { file.validation = validated(path, files, options); });
    if (!fits) file.validation = fits.error();
    return file;
}

/// Place of a finding: the pointer, or the byte of the container.
std::string placeOf(const Finding& finding) {
    if (finding.offset) return fmt::format("byte {}", *finding.offset);
    return finding.pointer.empty() ? "/" : toUtf8(finding.pointer);
}

std::string textOf(const CheckedFile& file, FindingSeverity least) {
    if (!file.validation)
        return fmt::format("{}: cannot be read: {}\n", toUtf8(file.path),
                           toUtf8(file.validation.error().text()));
    std::string lines;
    for (const Finding& finding : file.validation->findings) {
        if (finding.rule->severity > least) continue;
        lines += fmt::format("  {} {} {}: {}\n", gltf_validation::severityName(finding.rule->severity),
                             finding.rule->code, placeOf(finding), toUtf8(finding.message));
    }
    if (lines.empty()) return lines;
    return fmt::format("{}: {}{}\n{}", toUtf8(file.path), countsText(countsOf(*file.validation)),
                       file.validation->isCut ? ", and more that were not looked for" : "", lines);
}

using Json = nlohmann::ordered_json;

Json jsonOf(const CheckedFile& file, FindingSeverity least) {
    Json json = {{"path", toUtf8(file.path)}};
    if (!file.validation) {
        json["unreadable"] = toUtf8(file.validation.error().text());
        return json;
    }
    const SeverityCounts counts = countsOf(*file.validation);
    json["errors"] = counts[0];
    json["warnings"] = counts[1];
    json["informations"] = counts[2];
    json["hints"] = counts[3];
    json["is_cut"] = file.validation->isCut;
    json["findings"] = Json::array();
    for (const Finding& finding : file.validation->findings) {
        if (finding.rule->severity > least) continue;
        Json entry = {{"code", finding.rule->code},
                      {"severity", gltf_validation::severityName(finding.rule->severity)}};
        if (finding.offset) {
            entry["offset"] = *finding.offset;
        } else {
            entry["pointer"] = toUtf8(finding.pointer);
        }
        entry["message"] = toUtf8(finding.message);
        json["findings"].push_back(std::move(entry));
    }
    return json;
}

/// Sums over all files.
struct Totals {
    std::size_t files = 0;
    std::size_t unreadable = 0;
    SeverityCounts counts{};

    void add(const CheckedFile& file) {
        ++files;
        if (!file.validation) {
            ++unreadable;
            return;
        }
        const SeverityCounts more = countsOf(*file.validation);
        for (std::size_t i = 0; i < counts.size(); ++i)
            counts.at(i) += more.at(i);
    }

    [[nodiscard]] int exitCode(bool isStrict) const {
        if (unreadable > 0) return kEnvironmentFailed;
        return counts[0] > 0 || (isStrict && counts[1] > 0) ? kSomeFailed : kDone;
    }

    [[nodiscard]] std::string text() const {
        const std::string left = unreadable == 0 ? "" : fmt::format(", {} cannot be read", unreadable);
        return fmt::format("{}: {}{}\n", countText(files, "file", "files"), countsText(counts), left);
    }
};

/// Appends the glTF files in a folder.
Result<Done> addFolder(const std::string& folder, std::vector<std::string>& paths) {
    Result<ScanResult> found = scan({.root = std::filesystem::absolute(folder).lexically_normal().string(),
                                     .include = {"**/*.glb", "**/*.gltf"},
                                     .exclude = {}});
    if (!found) return found.error();
    if (!found->problems.empty()) return found->problems.front();
    for (const ScannedFile& file : found->files)
        paths.push_back((std::filesystem::path(folder) / file.relative).string());
    return Done();
}

Result<std::vector<std::string>> listFiles(const std::vector<std::string>& inputs) {
    std::vector<std::string> paths;
    for (const std::string& input : inputs) {
        std::error_code code;
        if (!std::filesystem::is_directory(input, code)) {
            paths.push_back(input);
        } else if (const Result<Done> added = addFolder(input, paths); !added) {
            return added.error();
        }
    }
    return paths;
}

int listRules(const ValidateArguments& options) {
    const auto engine = gltf_engine_rules::engineNamed(options.preset);
    print(options.json ? rulesJson(engine) : rulesText(engine));
    return kDone;
}

int validateCommand(const ValidateArguments& options) {
    if (options.listRules) return listRules(options);
    if (options.inputs.empty())
        return failCommand(usageError("FILE", "name files or folders, or --list-rules"));
    const Result<std::vector<std::string>> paths = listFiles(options.inputs);
    if (!paths) return failCommand(paths.error());
    if (paths->empty()) {
        return failCommand(kNothingToConvert.in(
            options.inputs.front(), "there is no .glb and no .gltf below; name a file or another folder"));
    }
    FindingSeverity least = FindingSeverity::Hint;
    for (const FindingSeverity severity : kSeverities) {
        if (gltf_validation::severityName(severity) == options.severity) least = severity;
    }
    const Result<std::unique_ptr<CommandMemory>> memory = CommandMemory::of(options.execution.memory);
    if (!memory) return failCommand(memory.error());
    FileTree files;
    Totals totals;
    if (options.json) print("{\"files\": [");
    runInOrder<CheckedFile>(
        jobsOf(options.execution), paths->size(),
        [&](std::size_t i) { return checkFile((*paths)[i], files, options, **memory); },
        [&](const CheckedFile& file) {
            if (options.json) {
                print((totals.files == 0 ? "\n" : ",\n") + jsonOf(file, least).dump(2));
            } else if (const std::string text = textOf(file, least); !text.empty()) {
                print(text);
            }
            totals.add(file);
        });
    if (options.json) {
        print(fmt::format("],\n\"errors\": {}, \"warnings\": {}, \"unreadable\": {}}}\n", totals.counts[0],
                          totals.counts[1], totals.unreadable));
    } else {
        print(totals.text());
    }
    return totals.exitCode(options.isStrict);
}

}  // namespace

Command addValidate(CLI::App& program) {
    const auto options = std::make_shared<ValidateArguments>();
    CLI::App* app =
        program.add_subcommand("validate", "Check glTF files of any program against the rules of glTF 2.0");
    app->footer(
        "\nCodes and severities are those of the Khronos validator; docs/validate.md lists the rules, and\n"
        "docs/engine-rules.md those of --preset.\n"
        "Exit code 0: no errors; 1: errors, with --strict warnings too; 3: a file or folder cannot be read.");
    app->add_option("FILE", options->inputs, "Files in .glb or .gltf, or folders to search for such files")
        ->type_name("PATH");
    std::vector<std::string> engines(gltf_engine_rules::kEngineNames.begin(),
                                     gltf_engine_rules::kEngineNames.end());
    app->add_option("--preset", options->preset,
                    "Also check what imports badly into the engine of this preset, although it is valid glTF")
        ->check(CLI::IsMember(std::move(engines)));
    app->add_flag(
        "--list-rules", options->listRules,
        "List the rules instead, with --preset those of the engine, what to do, and the source of each");
    app->add_option("--severity", options->severity, "Least severe findings to show")
        ->check(CLI::IsMember({"error", "warning", "information", "hint"}))
        ->capture_default_str();
    app->add_flag("--strict", options->isStrict, "Warnings count as errors for the exit code");
    app->add_flag("--json", options->json, "As JSON");
    app->add_option("--max-findings", options->mostFindings,
                    "Findings after which the rest of a file is not looked at")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
        ->capture_default_str();
    app->add_option("--jobs", options->execution.jobs, "Files to check at the same time [processors]");
    addMemoryOption(*app, options->execution.memory);
    return {app, [options] { return validateCommand(*options); }};
}

}  // namespace rigkiln::cli
