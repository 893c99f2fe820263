#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "library/conversion/conversion_request.hpp"
#include "pipeline/animation/rest_bounds.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/compare/compare_assets.hpp"
#include "pipeline/plan/resample_options.hpp"
#include "pipeline/reading/reduce_scene.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/run/run_in_arena.hpp"
#include "pipeline/settings/job_kind.hpp"
#include "tools/cli/command_diff_images.hpp"
#include "tools/cli/command_diff_text.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/command_memory.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/conversion_options.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/read_asset.hpp"
#include "tools/cli/run_options.hpp"

namespace rigkiln::cli {
namespace {

/// Exit codes of a comparison, like those of diff(1).
constexpr int kSame = 0;
constexpr int kDifferent = 1;

/// Default tolerance as a share of the size of A: about what single precision can hold.
constexpr double kDefaultShare = 1e-6;

constexpr std::array<OptionSpec, 4> kDiffOptions = {
    {{.name = "tolerance",
      .type = OptionType::Length,
      .help =
          "Largest distance at which vertices, joints and poses count as the same; without it one millionth "
          "of the size of A"},
     {.name = "max_error", .type = OptionType::Length, .help = "The older name of --tolerance"},
     {.name = "number_tolerance",
      .type = OptionType::Number,
      .help =
          "Largest difference of numbers without a length (normals, texture coordinates, weights, colours, "
          "seconds); without it the tolerance divided by the size of A. Of two images: of a channel, 0.01 "
          "for "
          "1 % of its range; without it 0",
      .minimum = 0,
      .maximum = 1},
     {.name = "only",
      .type = OptionType::ChoiceList,
      .help = "Compares only these parts",
      .choices = kComparedParts}}};

struct DiffArguments {
    std::string left;
    std::string right;
    std::vector<std::string> leftClips;
    std::vector<std::string> rightClips;
    std::vector<std::string> textureRoots;
    bool json = false;
    bool showsAll = false;
    std::string memory;
    TableOptions table;
};

/// Text of a comparison, and whether it found no differences.
struct Compared {
    std::string text{};
    bool isSame = false;
};

/// Returns at least 2: a file that cannot be compared must not look like one that differs.
int failDiff(const Error& error) {
    complain(error.text());
    return std::max(exitCode(error), kBadUsage);
}

std::vector<OptionSpec> measureOptions() {
    std::vector<OptionSpec> specs;
    for (const std::string_view name : {"shell", "character_height", "shell_only"}) {
        specs.push_back(*findOption(jobKind(JobTask::Resample).options, name));
        specs.back().needs = {};  // poses are measured here without a bound for keys
    }
    return specs;
}

std::vector<OptionSpec> keepOption() {
    return {*findOption(jobKind(JobTask::Decode).options, "keep")};
}

struct BothScenes {
    Scene left;
    Scene right;
};

/// Reads both files. Two files of one format are compared with everything that they hold; files of different
/// formats with what a conversion takes over by default, because the one may be converted from the other.
Result<BothScenes> readBoth(const DiffArguments& options) {
    ConversionRequest request = plainRequest(options.textureRoots);
    const Result<OptionValues> kept = options.table.values(keepOption(), "");
    if (!kept) return kept.error();
    Result<Plan> left = planToRead(request, options.left, options.leftClips);
    if (!left) return left.error();
    Result<Plan> right = planToRead(request, options.right, options.rightClips);
    if (!right) return right.error();
    const auto formatOf = [](const Plan& plan) {
        return plan.units.recipe(0).mainFile().settings->format.id;
    };
    std::vector<std::string> keep = kept->list("keep");
    const std::vector<OptionSpec> keepSpecs = keepOption();
    if (keep.empty() && formatOf(*left) == formatOf(*right)) {
        for (const std::string_view choice : keepSpecs.front().choices)
            keep.emplace_back(choice);
    }
    if (!keep.empty()) {
        request.decode.set("keep", keep);
        left = planToRead(request, options.left, options.leftClips);
        if (!left) return left.error();
        right = planToRead(request, options.right, options.rightClips);
        if (!right) return right.error();
    }
    Result<Scene> leftScene = readPlanned(*left);
    if (!leftScene) return leftScene.error();
    Result<Scene> rightScene = readPlanned(*right);
    if (!rightScene) return rightScene.error();
    return BothScenes{.left = std::move(*leftScene), .right = std::move(*rightScene)};
}

/// Length of the longest side of the box around the scene at rest; 1 for a scene without size.
double sizeOf(const Scene& scene) {
    const std::optional<Bounds> bounds = restBounds(scene);
    if (!bounds) return 1;
    const glm::dvec3 sides = bounds->maximum - bounds->minimum;
    const double longest = std::max({sides.x, sides.y, sides.z});
    return longest > 0 ? longest : 1;
}

std::optional<double> givenNumber(const OptionValues& given, std::string_view name) {
    const auto found = given.all().find(name);
    if (found == given.all().end()) return std::nullopt;
    const double* number = std::get_if<double>(&found->second);
    return number == nullptr ? std::nullopt : std::optional(*number);
}

/// Returns the tolerance as given, in metres of the measure; nothing when it was not.
Result<std::optional<double>> givenTolerance(const OptionValues& given) {
    const std::optional<double> tolerance = givenNumber(given, "tolerance");
    const std::optional<double> maxError = givenNumber(given, "max_error");
    if (tolerance && maxError)
        return usageError("--max-error", "is the older name of --tolerance; give only one of them");
    return tolerance ? tolerance : maxError;
}

Result<CompareOptions> compareOptions(const DiffArguments& options, const Scene& left) {
    const Result<OptionValues> given = options.table.values(kDiffOptions, "");
    if (!given) return given.error();
    const Result<OptionValues> measured = options.table.values(measureOptions(), "");
    if (!measured) return measured.error();
    const Result<std::optional<double>> tolerance = givenTolerance(*given);
    if (!tolerance) return tolerance.error();
    OptionValues resample(jobKind(JobTask::Resample).options);
    for (const auto& [name, value] : measured->all())
        resample.set(name, value);
    resample.set("max_error", 0.0);
    ReductionMeasure measure = measureOf(left, *reductionOf(resample));
    CompareOptions result{
        .scale = measure.scale, .probes = std::move(measure.probes), .images = registries().images};
    const double size = sizeOf(left) / measure.scale;
    result.length = tolerance->value_or(kDefaultShare * size);
    // Without any tolerance, every number counts to the bit.
    result.share = givenNumber(*given, "number_tolerance")
                       .value_or(result.length == 0 ? 0 : std::max(kDefaultShare, result.length / size));
    const std::vector<std::string>& only = given->list("only");
    if (!only.empty()) result.parts = ComparedParts::none();
    for (const std::string& name : only) {
        const auto part = std::ranges::find(kComparedParts, name) - kComparedParts.begin();
        result.parts.add(static_cast<ComparedPart>(part));
    }
    return result;
}

bool comparesOnlyPoses(const CompareOptions& options) {
    ComparedParts poses = ComparedParts::none();
    poses.add(ComparedPart::Poses);
    return options.parts == poses;
}

/// Warns of options that are for models. Fails when they leave the images out.
Status checkImageOptions(const DiffArguments& options, const ComparedParts& parts) {
    if (!parts.has(ComparedPart::Images))
        return usageError("--only", "leaves images out, and A and B are images");
    std::vector<std::string> given = options.table.given();
    if (!options.leftClips.empty()) given.emplace_back("a-clips");
    if (!options.rightClips.empty()) given.emplace_back("b-clips");
    if (!options.textureRoots.empty()) given.emplace_back("textures");
    for (const std::string& name : given) {
        if (name == "number-tolerance" || name == "only") continue;
        complain(
            fmt::format("warning: --{} does nothing here: A and B are images, which --number-tolerance "
                        "compares",
                        name));
    }
    return Done{};
}

Result<Compared> compareFiles(const DiffArguments& options, const ComparedParts& parts) {
    const Result<OptionValues> given = options.table.values(kDiffOptions, "");
    const Result<std::optional<ImageDiff>> images =
        diffImages({.left = options.left,
                    .right = options.right,
                    .tolerance = givenNumber(*given, "number_tolerance").value_or(0),
                    .json = options.json});
    if (!images) return images.error();
    if (*images) {
        if (const Status fits = checkImageOptions(options, parts); !fits) return fits.error();
        return Compared{.text = (*images)->text, .isSame = (*images)->isSame};
    }
    std::optional<Result<BothScenes>> scenes;
    runInArena(jobsOf({}), [&] { scenes = readBoth(options); });
    if (!*scenes) return scenes->error();
    const Scene& left = (*scenes)->left;
    const Scene& right = (*scenes)->right;
    const Result<CompareOptions> compared = compareOptions(options, left);
    if (!compared) return compared.error();
    const Comparison comparison = compareAssets(left, right, *compared);
    if (comparesOnlyPoses(*compared) && comparison.poses.joints == 0 && !left.joints.empty()) {
        return kNoCommonJoints.in(
            options.right,
            fmt::format("has no joint of the names in {}; expected the same skeleton", options.left));
    }
    const ComparedFiles files{.leftName = options.left,
                              .rightName = options.right,
                              .left = left,
                              .right = right,
                              .options = *compared,
                              .comparison = comparison};
    return Compared{.text = options.json ? diffJson(files) : diffText(files, options.showsAll),
                    .isSame = comparison.isSame()};
}

int diffCommand(const DiffArguments& options) {
    // Options that are wrong are told before files are read.
    const Result<CompareOptions> checked = compareOptions(options, {});
    if (!checked) return failDiff(checked.error());
    const Result<std::unique_ptr<CommandMemory>> memory = CommandMemory::of(options.memory);
    if (!memory) return failDiff(memory.error());
    Result<Compared> compared = Compared();
    const Status fits = (*memory)->within(
        options.left, [&] { compared = compareFiles(options, checked->parts); },
        fmt::format("and {} need together", quote(options.right)));
    if (!fits) return failDiff(fits.error());
    if (!compared) return failDiff(compared.error());
    print(compared->text);
    return compared->isSame ? kSame : kDifferent;
}

}  // namespace

Command addDiff(CLI::App& program) {
    const auto options = std::make_shared<DiffArguments>();
    CLI::App* app =
        program.add_subcommand("diff", "Compare two files: every difference with numbers and names");
    app->footer(
        "\nObjects are matched by name, vertices by the nearest one, images by their pixels, motion by "
        "points "
        "over time.\n"
        "A line per difference, the most serious first; the value of A stands before that of B.\n"
        "Exit code 0: the same, 1: different, 2 or more: the files cannot be compared.\n"
        "docs/inspect-and-diff.md describes each part.");
    app->add_option("A", options->left, "A file of any format this program reads, images too")
        ->type_name("PATH")
        ->required();
    app->add_option("B", options->right, "The file to compare it with")->type_name("PATH")->required();
    app->add_option("--a-clips", options->leftClips,
                    "Clips beside A, where A is a model of a format that keeps them apart")
        ->type_name("FILE");
    app->add_option("--b-clips", options->rightClips, "Clips beside B")->type_name("FILE");
    app->add_option("--textures", options->textureRoots,
                    "Folders that are searched for textures, after the folders of A and B")
        ->type_name("FOLDER")
        ->allow_extra_args(false)
        ->take_all();
    app->add_flag("--json", options->json, "As JSON; lengths in metres");
    app->add_flag("--all", options->showsAll, "A line for every difference; otherwise 8 per part");
    addMemoryOption(*app, options->memory);
    options->table.add(*app, kDiffOptions, "", "Comparison");
    options->table.add(*app, keepOption(), "", "Comparison");
    options->table.add(*app, measureOptions(), "", "Measure of poses");
    return {app, [options] { return diffCommand(*options); }};
}

}  // namespace rigkiln::cli
