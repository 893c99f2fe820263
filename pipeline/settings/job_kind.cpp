#include "pipeline/settings/job_kind.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr std::array<Flow, 1> kFiles = {Flow::Files};
constexpr std::array<Flow, 2> kAssetsOrFiles = {Flow::Assets, Flow::Files};

constexpr std::array<OptionSpec, 6> kScanOptions = {{
    {.name = "root", .type = OptionType::Text, .help = "Folder to search.", .required = true},
    {.name = "include",
     .type = OptionType::TextList,
     .help = "Patterns of paths below the root to take: * within a name, ** across folders, ? one character, "
             "[abc], {a,b}.",
     .defaultText = "**"},
    {.name = "exclude",
     .type = OptionType::TextList,
     .help = "Patterns of paths below the root to leave out, whatever includes say."},
    {.name = "ignore_case",
     .type = OptionType::Flag,
     .help = "Whether patterns match without case.",
     .defaultText = "true"},
    {.name = "archives",
     .type = OptionType::Flag,
     .help = "Whether archives are opened and searched as the folders they are, where a pattern could match "
             "below them.",
     .defaultText = "true"},
    {.name = "allow_empty",
     .type = OptionType::Flag,
     .help = "Whether the scan may find nothing; otherwise that is a mistake, and nothing runs.",
     .defaultText = "false"},
}};

constexpr std::array<std::string_view, 5> kKeepChoices = {"collision", "shadow", "hidden", "lods",
                                                          "alternatives"};

constexpr std::array<InputSpec, 1> kFromFiles = {
    {{.name = "from", .accepts = kFiles, .many = true, .help = "Scans whose files are decoded."}}};
constexpr std::array<OptionSpec, 5> kDecodeOptions = {{
    {.name = "keep",
     .type = OptionType::ChoiceList,
     .help = "Meshes that are otherwise left out: collision shapes, shadow volumes, meshes hidden at rest, "
             "lower levels of "
             "detail, damaged alternatives.",
     .choices = kKeepChoices},
    {.name = "scale",
     .type = OptionType::Number,
     .help = "Metres per unit of the source, baked into every vertex, joint and key.",
     .defaultText = "1",
     .minimum = 1e-6,
     .maximum = 1e6},
    {.name = "height",
     .type = OptionType::Length,
     .help =
         "Scales each model so that it is so tall at rest, instead of scale: its meshes, or what height_of "
         "names. Clips are scaled as the model that they are bound to.",
     .minimum = 1e-3,
     .maximum = 1e6},
    {.name = "height_of",
     .type = OptionType::TextList,
     .help =
         "Two joints by name, as in [Bip01 L Foot, Bip01 Head]: their distance at rest becomes height, so "
         "that all models of one skeleton get one scale.",
     .needs = {.option = "height"}},
    {.name = "feet_on_ground",
     .type = OptionType::Flag,
     .help =
         "Moves each model up or down so that its lowest vertex at rest is at the height 0; clips move with "
         "it.",
     .defaultText = "false"},
}};

/// A height decides the scale, and is measured between two joints.
std::optional<OptionConflict> decodeConflict(const OptionValues& options) {
    const std::vector<std::string>& joints = options.list("height_of");
    const bool areTwo =
        joints.size() == 2 && !joints[0].empty() && !joints[1].empty() && joints[0] != joints[1];
    if (!joints.empty() && !areTwo)
        return OptionConflict{
            "height_of",
            fmt::format("height_of has {} names, expected the names of two different joints, as in "
                        "[Bip01 L Foot, Bip01 Head]",
                        joints.size())};
    if (options.all().contains("height") && options.number("scale") != 1.0)
        return OptionConflict{"height", "height decides the scale, so scale has to be left out; it is " +
                                            numberText(options.number("scale"))};
    return std::nullopt;
}

constexpr std::array<InputSpec, 2> kBindInputs = {{
    {.name = "models", .accepts = kAssetsOrFiles, .many = true, .help = "Models that may be animated."},
    {.name = "clips", .accepts = kAssetsOrFiles, .many = true, .help = "Animations looking for their model."},
}};
constexpr std::array<std::string_view, 2> kUnboundChoices = {"skeleton", "skip"};
constexpr std::array<std::string_view, 2> kMatchChoices = {"names", kMatchAll};
constexpr std::array<OptionSpec, 2> kBindOptions = {{
    {.name = kMatch,
     .type = OptionType::Choice,
     .help =
         "names pairs models and clips as their format does it, by file name or by joints; all gives every "
         "clip to every model, in the order of the inputs.",
     .defaultText = "names",
     .choices = kMatchChoices},
    {.name = "unbound",
     .type = OptionType::Choice,
     .help = "What becomes of a clip that fits no model: a file of its own with the skeleton it names, or "
             "nothing.",
     .defaultText = "skeleton",
     .choices = kUnboundChoices},
}};

constexpr std::array<InputSpec, 1> kFromAssets = {
    {{.name = "from", .accepts = kAssetsOrFiles, .many = true, .help = "Jobs whose assets are taken."}}};
constexpr std::array<std::string_view, 2> kInterpolationChoices = {"linear", kCubicInterpolation};
constexpr std::array<OptionSpec, 6> kResampleOptions = {{
    {.name = "rate",
     .type = OptionType::Rate,
     .help =
         "source keeps the keys as they are stored; 30fps (any number) takes samples at that rate; adaptive "
         "puts keys where the motion needs them to stay within max_error, in place of splines too.",
     .defaultText = "source"},
    {.name = "max_error",
     .type = OptionType::Length,
     .help =
         "Takes keys out, as long as no point on the model is ever farther than this from where the source "
         "has it; 0mm takes out only what repeats. Without it all keys stay. Keys are searched for 1, 1.7, 3 "
         "and 5 times powers of ten (below 0.1mm 1 and 3), from the largest that is not above this down.",
     .minimum = 0,
     .maximum = 1000},
    {.name = "shell",
     .type = OptionType::Length,
     .help = "How far from a joint that nothing hangs on the points lie that are looked at for max_error.",
     .defaultText = "3cm",
     .minimum = 1e-6,
     .maximum = 1000,
     .needs = {.option = "max_error"}},
    {.name = "character_height",
     .type = OptionType::Length,
     .help =
         "Takes every skeleton for so tall, and scales max_error and shell with it: for sources whose unit "
         "is not the metre.",
     .minimum = 1e-3,
     .maximum = 1000,
     .needs = {.option = "max_error"}},
    {.name = "shell_only",
     .type = OptionType::Flag,
     .help = "Leaves the meshes aside: every joint has three points at the distance of shell.",
     .defaultText = "false",
     .needs = {.option = "max_error"}},
    {.name = "interpolation",
     .type = OptionType::Choice,
     .help =
         "What max_error leaves: linear for straight lines between keys; cubic for splines where they take "
         "fewer bytes, and straight lines elsewhere.",
     .defaultText = "linear",
     .choices = kInterpolationChoices},
}};

/// Keys that follow the motion need a tolerance.
std::optional<OptionConflict> resampleConflict(const OptionValues& options) {
    const auto bound = options.all().find("max_error");
    if (bound != options.all().end() && std::get<double>(bound->second) > 0) return std::nullopt;
    if (options.number("rate") == kAdaptiveRate)
        return OptionConflict{"rate", "rate is adaptive, which needs max_error above 0, as in 0.5mm"};
    if (options.text("interpolation") == kCubicInterpolation)
        return OptionConflict{"interpolation",
                              "interpolation is cubic, which needs max_error above 0, as in 0.5mm"};
    return std::nullopt;
}

constexpr std::array<std::string_view, 2> kMergeChoices = {"folder", "all"};
constexpr std::array<OptionSpec, 1> kMergeOptions = {{
    {.name = "by",
     .type = OptionType::Choice,
     .help = "What becomes one asset: the models of each folder, or all.",
     .defaultText = "folder",
     .choices = kMergeChoices},
}};

constexpr std::array<OptionSpec, 2> kExportOptions = {{
    {.name = "to", .type = OptionType::Text, .help = "Target: the id of an exporter.", .defaultText = "gltf"},
    {.name = "path",
     .type = OptionType::Text,
     .help = "Output path of each asset, with {folder} and {name} of its source; its extension decides the "
             "container.",
     .required = true},
}};

constexpr std::array<JobKind, kJobTaskCount> kJobKinds = {{
    {.task = JobTask::Scan,
     .id = "scan",
     .help = "Finds files.",
     .gives = Flow::Files,
     .options = kScanOptions},
    {.task = JobTask::Decode,
     .id = "decode",
     .help = "Reads files into assets. Only needed to set options: where assets are expected, files are "
             "decoded by themselves.",
     .inputs = kFromFiles,
     .gives = Flow::Assets,
     .options = kDecodeOptions,
     .takesFormatOptions = true,
     .conflict = decodeConflict},
    {.task = JobTask::Bind,
     .id = "bind",
     .help = "Gives each model its clips, by file name or by number of joints as their format has it.",
     .inputs = kBindInputs,
     .gives = Flow::Assets,
     .options = kBindOptions},
    {.task = JobTask::Resample,
     .id = "resample",
     .help = "Changes the keys of animations.",
     .inputs = kFromAssets,
     .gives = Flow::Assets,
     .options = kResampleOptions,
     .conflict = resampleConflict},
    {.task = JobTask::Merge,
     .id = "merge",
     .help =
         "Sets several models side by side, each with its clips, and makes one asset of them; textures and "
         "materials that are equal become one.",
     .inputs = kFromAssets,
     .gives = Flow::Assets,
     .options = kMergeOptions},
    {.task = JobTask::Export,
     .id = "export",
     .help = "Writes each asset to a file.",
     .inputs = kFromAssets,
     .gives = Flow::Outputs,
     .options = kExportOptions,
     .takesExporterOptions = true},
}};

static_assert(std::ranges::all_of(kJobKinds, [](const JobKind& kind) {
    return std::ranges::count(kJobKinds, kind.task, &JobKind::task) == 1;
}));

}  // namespace

std::string_view toString(Flow flow) {
    switch (flow) {
        case Flow::Files:
            return "files";
        case Flow::Assets:
            return "assets";
        case Flow::Outputs:
            return "outputs";
    }
    return "outputs";
}

std::span<const JobKind> allJobKinds() {
    return kJobKinds;
}

const JobKind& jobKind(JobTask task) {
    return *std::ranges::find(kJobKinds, task, &JobKind::task);
}

const JobKind* findJobKind(std::string_view id) {
    const auto found = std::ranges::find(kJobKinds, id, &JobKind::id);
    return found == kJobKinds.end() ? nullptr : &*found;
}

}  // namespace rigkiln
