#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/run/parallel_for.hpp"
#include "pipeline/run/run_in_arena.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/conversion_request.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/pose_difference.hpp"
#include "tools/cli/reduction_options.hpp"
#include "tools/cli/run_options.hpp"

namespace rigkiln::cli {
namespace {

/// Exit codes of a comparison, like those of diff(1).
constexpr int kSame = 0;
constexpr int kDifferent = 1;

struct DiffArguments {
    std::string left;
    std::string right;
    std::vector<std::string> leftClips;
    std::vector<std::string> rightClips;
    bool json = false;
    ReductionOptions reduction;
};

/// Returns at least 2: a file that cannot be compared must not look like one that differs.
int failDiff(const Error& error) {
    complain(error.text());
    return std::max(exitCode(error), kBadUsage);
}

/// Request with all options at their defaults.
ConversionRequest plainRequest() {
    ConversionRequest request{.decode = OptionValues(jobKind(JobTask::Decode).options),
                              .resample = OptionValues(jobKind(JobTask::Resample).options),
                              .exported = {},
                              .formats = {},
                              .exporter = registries().exporters.front(),
                              .textureRoots = {},
                              .textures = {},
                              .archives = {}};
    request.exported = OptionValues(request.exporter->options);
    for (const FormatModule* format : registries().formats)
        request.formats[std::string(format->id)] = OptionValues(format->options);
    return request;
}

/// Reads the scene that a conversion of these files would write.
Result<Scene> readScene(const std::string& file, const std::vector<std::string>& clips) {
    std::vector<std::string> inputs = {file};
    inputs.insert(inputs.end(), clips.begin(), clips.end());
    // The plan needs an output name, but no such file is written.
    const Result<Plan> plan = fileConversion(plainRequest(), inputs, file + ".compared.glb");
    if (!plan) return plan.error();
    ArtFiles files({.registries = registries(), .archives = plan->archives});
    const AssetReader reader(registries(), files, forEachInParallel);
    MadeScene scene = reader.read(plan->units.recipe(0));
    if (scene.failure) return *scene.failure;
    for (const std::optional<Error>& failure : scene.clipFailures) {
        if (failure) return *failure;
    }
    return std::move(scene.scene);
}

constexpr double kMillimetres = 1000;

std::string listText(std::string_view what, const std::vector<std::string>& names, const std::string& file) {
    if (names.empty()) return {};
    constexpr std::size_t kShown = 8;
    std::string text = fmt::format("only in {}: {} {}", toUtf8(file), names.size(), what);
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i)
        text += fmt::format("{} {}", i == 0 ? ":" : ",", quote(names[i]));
    return text + (names.size() > kShown ? ", ...\n" : "\n");
}

std::string clipText(const ComparedClip& clip) {
    std::string text = fmt::format("{}: {:.4g} mm at most, {:.4g} mm for 99 %", quote(clip.name),
                                   clip.maxError * kMillimetres, clip.p99Error * kMillimetres);
    if (!clip.worstJoint.empty()) {
        text += fmt::format(" (joint {}, {:.4f} s, point {:.4g} {:.4g} {:.4g})", quote(clip.worstJoint),
                            clip.worstTime, clip.worstPoint.x, clip.worstPoint.y, clip.worstPoint.z);
    }
    if (clip.leftSeconds != clip.rightSeconds)
        text += fmt::format("; lasts {} s and {} s", clip.leftSeconds, clip.rightSeconds);
    return text + "\n";
}

std::string textOf(const PoseDifference& difference, const DiffArguments& options) {
    std::string text;
    for (const ComparedClip& clip : difference.clips)
        text += clipText(clip);
    text += listText("clips", difference.onlyLeft.clips, options.left);
    text += listText("clips", difference.onlyRight.clips, options.right);
    text += listText("joints", difference.onlyLeft.joints, options.left);
    text += listText("joints", difference.onlyRight.joints, options.right);
    return text + fmt::format("{} clips on {} joints: {:.4g} mm at most\n", difference.clips.size(),
                              difference.joints, difference.maxError() * kMillimetres);
}

using Json = nlohmann::ordered_json;

Json jsonOf(const Missing& missing) {
    Json json = {{"clips", Json::array()}, {"joints", Json::array()}, {"moved_joints", missing.movedJoints}};
    for (const std::string& clip : missing.clips)
        json["clips"].push_back(toUtf8(clip));
    for (const std::string& joint : missing.joints)
        json["joints"].push_back(toUtf8(joint));
    return json;
}

std::string jsonOf(const PoseDifference& difference, const DiffArguments& options, bool isWithin) {
    Json json = {{"left", toUtf8(options.left)},
                 {"right", toUtf8(options.right)},
                 {"within", isWithin},
                 {"max_error", difference.maxError()},
                 {"joints", difference.joints},
                 {"clips", Json::array()},
                 {"only_left", jsonOf(difference.onlyLeft)},
                 {"only_right", jsonOf(difference.onlyRight)}};
    for (const ComparedClip& clip : difference.clips) {
        const glm::dvec3& point = clip.worstPoint;
        json["clips"].push_back({{"name", toUtf8(clip.name)},
                                 {"max_error", clip.maxError},
                                 {"p99_error", clip.p99Error},
                                 {"worst_joint", toUtf8(clip.worstJoint)},
                                 {"worst_point", {point.x, point.y, point.z}},
                                 {"worst_time", clip.worstTime},
                                 {"left_seconds", clip.leftSeconds},
                                 {"right_seconds", clip.rightSeconds}});
    }
    return json.dump(2) + "\n";
}

int diffCommand(const DiffArguments& options) {
    const Result<GivenReduction> given = reductionGiven(options.reduction);
    if (!given) return failDiff(given.error());
    std::optional<Result<Scene>> left;
    std::optional<Result<Scene>> right;
    runInArena(jobsOf({}), [&] {
        left = readScene(options.left, options.leftClips);
        right = readScene(options.right, options.rightClips);
    });
    if (!*left) return failDiff(left->error());
    if (!*right) return failDiff(right->error());
    const PoseDifference difference = comparePoses(**left, **right, given->settings);
    if (difference.joints == 0 && !(**left).joints.empty()) {
        return failDiff(kNoCommonJoints.in(
            options.right,
            fmt::format("has no joint of the names in {}; expected the same skeleton", options.left)));
    }
    const bool isWithin = difference.isWithin(given->settings.maxError);
    print(options.json ? jsonOf(difference, options, isWithin) : textOf(difference, options));
    return isWithin ? kSame : kDifferent;
}

}  // namespace

Command addDiff(CLI::App& program) {
    const auto options = std::make_shared<DiffArguments>();
    CLI::App* app = program.add_subcommand("diff", "How far the poses of two files are apart, clip by clip");
    app->footer(
        "\nClips are matched by name, joints by name and path. Measured are the points that --max-error of "
        "convert looks at\n"
        "(docs/keyframe-reduction.md), on the joints of A and of B, at all keys and densely between them.\n"
        "Exit code 0: no point is farther off than --max-error (without it: than 0) and no clip and no moved "
        "joint is\n"
        "missing; 1: something is; 2 or more: the files cannot be compared.");
    app->add_option("A", options->left, "A file of any format this program reads")->required();
    app->add_option("B", options->right, "The file to compare it with")->required();
    app->add_option("--a-clips", options->leftClips,
                    "Clips beside A, where A is a model of a format that keeps them apart");
    app->add_option("--b-clips", options->rightClips, "Clips beside B");
    app->add_flag("--json", options->json, "As JSON; errors in metres");
    addReductionOptions(*app, options->reduction,
                        "How far points may be apart and the files still count as the same [0mm]");
    return {app, [options] { return diffCommand(*options); }};
}

}  // namespace rigkiln::cli
