#include "tools/cli/replay_command.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/clip_file_names.hpp"
#include "pipeline/settings/job_kind.hpp"
#include "tools/cli/conversion_options.hpp"

namespace rigkiln::cli {
namespace {

/// Writes millimetres where they are read back as the same number.
std::string lengthText(double metres) {
    constexpr double kMillimetresPerMetre = 1000;
    const double millimetres = metres * kMillimetresPerMetre;
    const bool isExact = millimetres * 1e-3 == metres;
    return isExact ? numberText(millimetres) + "mm" : numberText(metres) + "m";
}

std::string numberOf(const OptionSpec& spec, double number) {
    if (spec.type == OptionType::Length) return lengthText(number);
    if (spec.type != OptionType::Rate) return numberText(number);
    if (number == kSourceRate) return "source";
    return number == kAdaptiveRate ? std::string("adaptive") : numberText(number) + "fps";
}

/// Returns the value as the command line takes it.
std::string valueText(const OptionSpec& spec, const OptionValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return spec.type == OptionType::Color ? fmt::format("{:06X}", *integer) : fmt::to_string(*integer);
    if (const auto* number = std::get_if<double>(&value)) return numberOf(spec, *number);
    if (const auto* list = std::get_if<std::vector<std::string>>(&value))
        return fmt::format("{}", fmt::join(*list, ","));
    return std::get<std::string>(value);
}

class CommandText {
public:
    explicit CommandText(const ReplayRequest& request) : request_(request) {}

    void addPath(const std::string& path) { add(shortPath(path, request_.workingFolder)); }
    void addOption(std::string_view name, const std::string& value) {
        if (std::ranges::find(given_, name) != given_.end()) return;
        given_.emplace_back(name);
        add(fmt::format("--{}", name));
        if (!value.empty()) add(value);
    }

    /// Adds the options that are not their defaults.
    void addValues(std::span<const OptionSpec> specs, std::string_view prefix, const OptionValues& values) {
        const OptionValues defaults(specs);
        for (const OptionSpec& spec : specs) {
            const auto value = values.all().find(spec.name);
            if (value == values.all().end()) continue;
            const auto usual = defaults.all().find(spec.name);
            if (usual != defaults.all().end() && usual->second == value->second) continue;
            const std::string text = valueText(spec, value->second);
            if (text.empty()) continue;
            const bool isSwitch = spec.type == OptionType::Flag && spec.defaultText == "false";
            addOption(commandLineName(prefix, spec.name), isSwitch ? std::string() : text);
        }
    }

    void addFiles(const Recipe& recipe);
    void addStep(const CoordinatesStep& step);
    void addStep(const SelectStep& step);
    void addStep(const ResampleStep& step);
    void addStep(const ReduceStep& step);
    void addStep(const MergeStep& /*step*/) {}      // --merge says it
    void addStep(const RigidSkinStep& /*step*/) {}  // options of the exporter say it
    void addStep(const AlignStep& /*step*/) {}      // likewise
    void addStep(const RootMotionStep& /*step*/) {}
    void addStep(const TPoseStep& /*step*/) {}
    void addStep(const RestVisibilityStep& /*step*/) {}
    void addStep(const LibraryStep& /*step*/) {}  // a model alone has a library of its own
    void addStep(const HeightStep& step);
    void addStep(const GroundStep& /*step*/) { addOption("feet-on-ground", ""); }
    void addSteps(std::span<const Step> steps);
    void addReading(const ReadSettings& reading);
    void addLimits(const ReadLimits& limits);
    void addFormats(const Recipe& recipe);

    void add(std::string_view word) { text_ += (text_.empty() ? "" : " ") + shellWord(word); }
    [[nodiscard]] std::string text() && { return std::move(text_); }

private:
    const ReplayRequest& request_;
    std::vector<std::string> given_;
    std::string text_;
};

/// Returns the path that gives the output, and the files of clips beside it.
std::string outputArgument(const Recipe& recipe) {
    const std::string& pattern = recipe.exporting->clipFiles;
    if (pattern == kClipBesideMain) return recipe.output;
    const std::size_t name = recipe.output.rfind('/') + 1;
    const ClipFilePattern files = clipFilesBeside(std::string_view(recipe.output).substr(name), pattern);
    return recipe.output.substr(0, name) + files.before + std::string(kClipPlaceholder) + files.after;
}

void CommandText::addFiles(const Recipe& recipe) {
    std::vector<const FileRecipe*> files = recipe.files();
    if (libraryIn(recipe) != nullptr) files.pop_back();  // the other model
    const bool isOne = request_.file && partsOfScene(recipe) == 1 && *request_.file < files.size();
    for (std::size_t i = 0; i < files.size(); ++i) {
        const bool isModel = i == 0 && recipe.parts.front().model.has_value();
        if (!isOne || isModel || i == *request_.file) addPath(files[i]->path);
    }
    add("-o");
    addPath(outputArgument(recipe));
    if (partsOfScene(recipe) > 1) add("--merge");
}

void CommandText::addStep(const CoordinatesStep& step) {
    if (step.metresPerUnit != 1.0) addOption("scale", numberText(step.metresPerUnit));
}

void CommandText::addStep(const HeightStep& step) {
    addOption("height", lengthText(step.options.metres));
    if (!step.options.from.empty())
        addOption("height-of", fmt::format("{},{}", step.options.from, step.options.to));
}

void CommandText::addStep(const SelectStep& step) {
    const SelectOptions& keep = step.keep;
    const std::array<std::pair<bool, std::string_view>, 5> names = {{{keep.collision, "collision"},
                                                                     {keep.shadow, "shadow"},
                                                                     {keep.hidden, "hidden"},
                                                                     {keep.lods, "lods"},
                                                                     {keep.alternatives, "alternatives"}}};
    std::vector<std::string_view> kept;
    for (const auto& [isKept, name] : names) {
        if (isKept) kept.push_back(name);
    }
    if (!kept.empty()) addOption("keep", fmt::format("{}", fmt::join(kept, ",")));
}

void CommandText::addStep(const ResampleStep& step) {
    addOption("rate", numberOf({.type = OptionType::Rate}, step.rate));
}

void CommandText::addStep(const ReduceStep& step) {
    const ReductionSettings& settings = step.settings;
    OptionValues values(jobKind(JobTask::Resample).options);
    values.set("max_error", settings.maxError);
    values.set("shell", settings.shell);
    if (settings.characterHeight) values.set("character_height", *settings.characterHeight);
    if (settings.samplesCurves) values.set("rate", kAdaptiveRate);
    if (settings.fitsSplines) values.set("interpolation", std::string(kCubicInterpolation));
    values.set("shell_only", settings.shellOnly);
    addValues(jobKind(JobTask::Resample).options, "", values);
}

void CommandText::addSteps(std::span<const Step> steps) {
    for (const Step& step : steps)
        std::visit([this](const auto& one) { addStep(one); }, step);
}

void CommandText::addReading(const ReadSettings& reading) {
    for (const std::string& root : reading.textureRoots) {
        add("--textures");
        addPath(root);
    }
    if (reading.textures.maximumSide != 0)
        addOption("max-texture-size", fmt::to_string(reading.textures.maximumSide));
    if (reading.textures.powersOfTwo) addOption("power-of-two", "");
    if (reading.textures.flipGreen) addOption("flip-green", "");
    if (reading.textures.encoding == ImageEncoding::Png) addOption("texture-format", "png");
    if (reading.textures.encoding == ImageEncoding::Webp) addOption("texture-format", "webp");
    if (reading.textures.quality != 0) addOption("texture-quality", fmt::to_string(reading.textures.quality));
    const ContainerLimits usual;
    if (reading.archives.maximumBytes != usual.maximumBytes)
        addOption("archive-max-file", fmt::to_string(reading.archives.maximumBytes));
    if (reading.archives.maximumTotal != usual.maximumTotal)
        addOption("archive-max-total", fmt::to_string(reading.archives.maximumTotal));
    if (reading.archives.maximumRatio != usual.maximumRatio)
        addOption("archive-max-ratio", fmt::to_string(reading.archives.maximumRatio));
    addLimits(reading.limits);
}

void CommandText::addLimits(const ReadLimits& limits) {
    const ReadLimits usual;
    const auto add = [this](std::string_view name, std::uint64_t limit, std::uint64_t usually) {
        if (limit != usually) addOption(name, fmt::to_string(limit));
    };
    add("limit-chunks", limits.chunks, usual.chunks);
    add("limit-json-values", limits.jsonValues, usual.jsonValues);
    add("limit-json-elements", limits.jsonElements, usual.jsonElements);
    add("limit-json-levels", limits.jsonLevels, usual.jsonLevels);
    add("limit-joints", limits.joints, usual.joints);
    add("limit-triangles", limits.triangles, usual.triangles);
    add("limit-keys", limits.keys, usual.keys);
}

void CommandText::addFormats(const Recipe& recipe) {
    for (const FileRecipe* file : recipe.files()) {
        addSteps(file->settings->steps);
        if (const FormatModule* format = request_.registries.format(file->settings->format.id))
            addValues(format->options, format->id, file->settings->options);
    }
}

}  // namespace

std::string shortPath(const std::string& path, const std::string& workingFolder) {
    if (workingFolder.empty()) return path;
    std::string relative = std::filesystem::path(path).lexically_relative(workingFolder).string();
    const bool isShorter = !relative.empty() && relative.size() < path.size();
    if (!isShorter) return path;
    // A word that begins with a dash is an option.
    return relative.starts_with('-') ? "./" + relative : relative;
}

std::string shellWord(std::string_view word) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
    std::string quoted = "'";
    for (const char character : word) {
        if (character == '\'') {
            quoted += "'\\''";
        } else {
            quoted += character;
        }
    }
    return quoted + "'";
}

std::string replayCommand(const Recipe& recipe, const ReplayRequest& request) {
    CommandText command(request);
    command.add("rigkiln");
    command.add("convert");
    command.addFiles(recipe);
    for (const Part& part : recipe.parts)
        command.addSteps(*part.steps);
    command.addSteps(*recipe.steps);
    command.addFormats(recipe);
    command.addReading(*recipe.reading);
    if (const ExporterModule* exporter = request.registries.exporter(recipe.exporting->exporter.id))
        command.addValues(exporter->options, "", recipe.exporting->options);
    std::string text = std::move(command).text();
    return text.size() <= request.mostBytes ? text : std::string();
}

}  // namespace rigkiln::cli
