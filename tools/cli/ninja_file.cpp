#include "tools/cli/ninja_file.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "pipeline/files/journal.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/replay_command.hpp"

namespace rigkiln::cli {
namespace {

/// A command is one argument of a shell, and Linux takes 128 KiB for it.
constexpr std::size_t kMostCommandBytes = 100'000;
constexpr std::string_view kCommand = "rigkiln convert ";

/// Escapes a value of a variable.
std::string escapedValue(std::string_view text) {
    std::string escaped;
    for (const char character : text)
        escaped.append(character == '$' ? 2 : 1, character);
    return escaped;
}

/// Escapes a path of a build line.
std::string escapedPath(std::string_view path) {
    std::string escaped;
    for (const char character : path) {
        if (character == '$' || character == ' ' || character == ':') escaped += '$';
        escaped += character;
    }
    return escaped;
}

bool isMerge(const Step& step) {
    return std::holds_alternative<MergeStep>(step);
}

/// Tells why `rigkiln convert` would make other bytes than a run.
std::optional<std::string> whyNotAlone(const Recipe& recipe, const Registries& registries) {
    if (libraryIn(recipe) != nullptr) return "shares the library of clips of another model";
    if (recipe.parts.size() > 1 || std::ranges::any_of(*recipe.steps, isMerge)) return "is of a job `merge`";
    const ExportSettings& exporting = *recipe.exporting;
    const ExporterModule* exporter = registries.exporter(exporting.exporter.id);
    if (exporter != nullptr && exporter->isPerClip) return fmt::format("is of an export to {}", exporter->id);
    if (exporting.clipFiles != kClipBesideMain) return "has a path with {clip}";
    const auto textures = exporting.options.all().find("texture_files");
    if (textures != exporting.options.all().end()) {
        const std::string text = exporting.options.text("texture_files");
        const bool isLinked = text == "link" || (text == "auto" && recipe.output.ends_with(".gltf"));
        const std::string root =
            std::filesystem::path(exporting.outputRoot + "/").lexically_normal().string();
        const bool isInRoot = std::filesystem::path(recipe.output).parent_path().string() + "/" == root;
        if (isLinked && !isInRoot) return "links textures that outputs of other folders share";
    }
    if (recipe.output.find('\n') != std::string::npos) return "has a name of several lines";
    return std::nullopt;
}

std::string headOf(const NinjaRequest& request) {
    std::string generate = shellWord(request.program);
    for (const std::string& word : request.generate)
        generate += " " + shellWord(word);
    const std::string depfiles = request.buildFolder + "/";
    return fmt::format(
        "# Made by `rigkiln ninja`, and made again when the configuration or its folders change. Run Ninja "
        "in the\n"
        "# folder where that was.\n"
        "ninja_required_version = 1.10\n"
        "builddir = {folder}\n"
        "program = {program}\n"
        "\n"
        "pool convert\n"
        "  depth = {depth}\n"
        "\n"
        "rule convert\n"
        "  command = {command} convert $arguments{strict} --jobs 1 --progress none --depfile "
        "{depfile}$key.d\n"
        "  depfile = {depfiles}$key.d\n"
        "  deps = gcc\n"
        "  restat = 1\n"
        "  pool = convert\n"
        "  description = convert $out\n"
        "\n"
        "rule generate\n"
        "  command = {generate}\n"
        "  depfile = {depfiles}generate.d\n"
        "  deps = gcc\n"
        "  restat = 1\n"
        "  generator = 1\n"
        "  description = plan $out\n"
        "\n"
        "build {file}: generate | $program\n",
        fmt::arg("folder", escapedValue(request.buildFolder)),
        fmt::arg("program", escapedValue(request.program)), fmt::arg("depth", request.depth),
        fmt::arg("command", escapedValue(shellWord(request.program))),
        fmt::arg("strict", request.isStrict ? " --strict" : ""),
        fmt::arg("depfile", escapedValue(shellWord(depfiles))), fmt::arg("depfiles", escapedValue(depfiles)),
        fmt::arg("generate", escapedValue(generate)), fmt::arg("file", escapedPath(request.file)));
}

}  // namespace

Result<std::string> ninjaFile(const Plan& plan, const NinjaRequest& request) {
    std::string text = headOf(request);
    for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
        const Recipe recipe = plan.units.recipe(unit);
        std::optional<std::string> problem = whyNotAlone(recipe, request.registries);
        const std::string command = replayCommand(recipe, {.registries = request.registries,
                                                           .workingFolder = request.workingFolder,
                                                           .mostBytes = kMostCommandBytes});
        if (!problem && command.empty()) problem = "is made from more files than a command line takes";
        if (problem) {
            return usageError(recipe.output,
                              fmt::format("{}, so no step of its own can make it; let one step run the whole "
                                          "configuration (`rigkiln run --depfile --stamp`)",
                                          *problem));
        }
        const std::string output = shortPath(recipe.output, request.workingFolder);
        const ContentDigest key = digestOf(std::as_bytes(std::span(output)));
        text += fmt::format("build {}: convert | $program\n  arguments = {}\n  key = {:016x}\n",
                            escapedPath(output), escapedValue(command.substr(kCommand.size())), key.high);
    }
    return text;
}

}  // namespace rigkiln::cli
