#include "pipeline/settings/job_reader.hpp"

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/pipeline/settings/toy_registries.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;

struct ReadJob {
    JobDraft draft;
    std::string problems;
    std::string warnings;
};

/// Reads one job, given as name and map. Problems name the file y.
ReadJob read(std::string_view text, const Registries& registries = toyRegistries()) {
    const YamlTree tree = parseYamlTree(text);
    const std::filesystem::path folder = "/game/config";
    Variables variables;
    ProblemList problems;
    ProblemList warnings;
    ReadContext context{registries, folder, variables, problems, warnings};
    JobDraft draft = readJob(tree.root->children.at(0), context);
    return {std::move(draft), toText(std::move(problems).takeSorted(), "y"),
            toText(std::move(warnings).takeSorted(), "y")};
}

TEST(ReadJob, ReadsOptionsAndKeepsOtherDefaults) {
    const ReadJob job = read("models: {uses: scan, root: ../art, include: ['*.toy', '*.plain']}");
    EXPECT_EQ(job.problems, "");
    EXPECT_EQ(job.draft.job.options.text("root"), "/game/art");
    EXPECT_THAT(job.draft.job.options.list("include"), ElementsAre("*.toy", "*.plain"));
    EXPECT_TRUE(job.draft.job.options.flag("ignore_case"));
}

TEST(ReadJob, TakesASingleTextAsAListOfOne) {
    EXPECT_THAT(read("a: {uses: scan, root: x, include: '*.toy'}").draft.job.options.list("include"),
                ElementsAre("*.toy"));
}

TEST(ReadJob, ReadsInputsAsNames) {
    const ReadJob job = read("rigs: {uses: bind, models: a, clips: [b, c]}");
    EXPECT_EQ(job.problems, "");
    ASSERT_EQ(job.draft.inputs.size(), 2U);
    EXPECT_EQ(job.draft.inputs[0].spec->name, "models");
    EXPECT_EQ(job.draft.inputs[1].jobs[1].text, "c");
    EXPECT_EQ(job.draft.inputs[1].jobs[1].position.column, 42U);
}

TEST(ReadJob, ReportsUnknownOptionsWithTheMostLikely) {
    EXPECT_EQ(read("models:\n  uses: scan\n  root: a\n  includ: ['*']\n").problems,
              "y:4:3: unknown option 'includ' of scan; did you mean 'include'?\n");
}

TEST(ReadJob, ReportsUnknownOptionsWithAllWhenNoneIsLikely) {
    EXPECT_EQ(read("m: {uses: resample, from: a, xyzzy: 1}").problems,
              "y:1:30: unknown option 'xyzzy' of resample; expected uses, from, rate, max_error, shell, "
              "character_height, shell_only, interpolation\n");
}

TEST(ReadJob, ReportsAnAdaptiveRateThatHasNothingToAdaptTo) {
    const std::string problem = "y:1:36: rate is adaptive, which needs max_error above 0, as in 0.5mm\n";
    EXPECT_EQ(read("m: {uses: resample, from: a, rate: adaptive}").problems, problem);
    EXPECT_EQ(read("m: {uses: resample, from: a, rate: adaptive, max_error: 0mm}").problems, problem);
    EXPECT_EQ(read("m: {uses: resample, from: a, rate: adaptive, max_error: 1mm}").problems, "");
}

TEST(ReadJob, ReportsAHeightBesideAScale) {
    EXPECT_EQ(read("m: {uses: decode, from: a, height: 1.8m, scale: 0.5}").problems,
              "y:1:36: height decides the scale, so scale has to be left out; it is 0.5\n");
    EXPECT_EQ(read("m: {uses: decode, from: a, height: 1.8m, scale: 1}").problems, "");
}

TEST(ReadJob, ReportsAHeightThatIsNotOfTwoJoints) {
    const auto problem = [](int names) {
        return fmt::format(
            "y:1:53: height_of has {} names, expected the names of two different joints, as in "
            "[Bip01 L Foot, Bip01 Head]\n",
            names);
    };
    EXPECT_EQ(read("m: {uses: decode, from: a, height: 1.8m, height_of: [Head]}").problems, problem(1));
    EXPECT_EQ(read("m: {uses: decode, from: a, height: 1.8m, height_of: [a, b, c]}").problems, problem(3));
    EXPECT_EQ(read("m: {uses: decode, from: a, height: 1.8m, height_of: [a, a]}").problems, problem(2));
    EXPECT_EQ(read("m: {uses: decode, from: a, height: 1.8m, height_of: [a, b]}").problems, "");
}

TEST(ReadJob, ReportsACubicInterpolationThatHasNoBound) {
    const std::string problem =
        "y:1:45: interpolation is cubic, which needs max_error above 0, as in 0.5mm\n";
    EXPECT_EQ(read("m: {uses: resample, from: a, interpolation: cubic}").problems, problem);
    EXPECT_EQ(read("m: {uses: resample, from: a, interpolation: cubic, max_error: 0mm}").problems, problem);
    EXPECT_EQ(read("m: {uses: resample, from: a, interpolation: cubic, max_error: 1mm}").problems, "");
    EXPECT_EQ(read("m: {uses: resample, from: a, interpolation: linear}").problems, "");
}

TEST(ReadJob, ReportsAWrongMaxErrorOnce) {
    EXPECT_EQ(read("m: {uses: resample, from: a, rate: adaptive, max_error: 1}").problems,
              "y:1:57: max_error is '1', expected a number with one of the units mm, cm, m, as in 0.5mm\n");
}

TEST(ReadJob, ReportsUnknownKinds) {
    EXPECT_EQ(read("m: {uses: scna}").problems, "y:1:11: unknown kind of job 'scna'; did you mean 'scan'?\n");
    EXPECT_EQ(read("m: {uses: xyzzy}").problems,
              "y:1:11: unknown kind of job 'xyzzy'; expected scan, decode, bind, resample, merge, export\n");
}

TEST(ReadJob, ReportsAMissingKind) {
    EXPECT_EQ(read("m: {root: x}").problems,
              "y:1:1: job 'm' has no 'uses', expected one of scan, decode, bind, resample, merge, export\n");
}

TEST(ReadJob, ReportsWhatIsMissing) {
    EXPECT_EQ(read("m: {uses: scan}").problems, "y:1:1: scan needs 'root': Folder to search.\n");
    EXPECT_EQ(read("m: {uses: bind, models: a}").problems,
              "y:1:1: bind needs 'clips': Animations looking for their model.\n");
}

TEST(ReadJob, ReportsValuesThatAreWrongWhereTheyStand) {
    EXPECT_EQ(read("m: {uses: scan, root: a, ignore_case: yes}").problems,
              "y:1:39: ignore_case is 'yes', expected true or false; did you mean 'true'?\n");
}

TEST(ReadJob, ReportsValuesOfTheWrongShape) {
    EXPECT_EQ(read("m: {uses: scan, root: [a], include: {a: b}}").problems,
              "y:1:23: root is a list, expected one value\ny:1:37: include is a map, expected one value\n");
    EXPECT_EQ(read("m: {uses: scan, root: a, include: [[b]]}").problems,
              "y:1:36: an element of include is a list, expected one value\n");
    EXPECT_EQ(read("m:\n  uses: scan\n  root:\n").problems, "y:3:3: root is nothing, expected one value\n");
}

TEST(ReadJob, ReportsAValueThatACommentHides) {
    EXPECT_EQ(read("m:\n  uses: scan\n  root: #art\n").problems,
              "y:3:3: root is nothing, because #art begins a comment; write \"#art\" in quotes\n");
}

TEST(ReadJob, ReportsPatternsThatAreNoneWhereTheyStand) {
    EXPECT_EQ(read("m: {uses: scan, root: a, include: ['*.alo', '[x'], exclude: 'a\\b'}").problems,
              "y:1:45: pattern '[x' has a '[' at character 1 that is never closed\n"
              "y:1:61: pattern 'a\\b' has a '\\' at character 2; folders are separated by '/', and [*] is a "
              "literal *\n");
}

TEST(ReadJob, ReportsJobsThatAreNoMaps) {
    EXPECT_EQ(read("m: scan").problems, "y:1:4: job 'm' is a text, expected a map with 'uses'\n");
}

TEST(ReadJob, ReportsNamesThatAreNone) {
    EXPECT_EQ(read("my models: {uses: scan, root: a}").problems,
              "y:1:1: job 'my models', expected a name of 1 to 64 of A-Z a-z 0-9 _ -\n");
}

TEST(ReadJob, ReportsInputsThatAreEmpty) {
    EXPECT_EQ(read("m: {uses: resample, from: []}").problems,
              "y:1:27: from is an empty list, expected the name of a job\n");
}

TEST(ReadJob, ReadsOptionsOfFormatsAndCompletesTheOthers) {
    const ReadJob job = read("d: {uses: decode, from: a, toy: {slots: 8}}");
    EXPECT_EQ(job.problems, "");
    EXPECT_EQ(job.draft.job.formatOptions.at("toy").integer("slots"), 8);
    EXPECT_EQ(job.draft.job.formatOptions.at("toy").text("hidden_parts"), "keep");
    EXPECT_TRUE(job.draft.job.formatOptions.contains("plain"));
}

TEST(ReadJob, ReportsWrongOptionsOfFormats) {
    EXPECT_EQ(read("d: {uses: decode, from: a, toy: {slot: 8, slots: 9}, plain: {x: 1}}").problems,
              "y:1:34: unknown option 'slot' of toy; did you mean 'slots'?\n"
              "y:1:50: slots is '9', expected 1 to 8\n"
              "y:1:62: unknown option 'x' of plain; it has none\n");
    EXPECT_EQ(read("d: {uses: decode, from: a, toy: 3}").problems,
              "y:1:33: toy is a text, expected a map of its options\n");
}

TEST(ReadJob, TakesFormatOptionsInDecodeOnly) {
    EXPECT_EQ(read("d: {uses: resample, from: a, toy: {slots: 8}}").problems,
              "y:1:30: unknown option 'toy' of resample; expected uses, from, rate, max_error, shell, "
              "character_height, shell_only, interpolation\n");
}

TEST(ReadJob, ReadsOptionsOfTheExporter) {
    const ReadJob job = read("e: {uses: export, from: a, path: 'out/{name}.glb', step: 1cm}");
    EXPECT_EQ(job.problems, "");
    EXPECT_EQ(job.draft.job.exporter, &kGltfTarget);
    EXPECT_DOUBLE_EQ(job.draft.job.options.number("step"), 0.01);
    EXPECT_TRUE(job.draft.job.options.flag("extras"));
    EXPECT_EQ(job.draft.job.options.text("path"), "/game/config/out/{name}.glb");
}

TEST(ReadJob, RefusesOptionsOfAnotherExporter) {
    EXPECT_EQ(read("e: {uses: export, to: fake, from: a, path: 'a.fake', level: 1, step: 1cm}").problems,
              "y:1:64: unknown option 'step' of export; expected uses, from, to, path, level\n");
}

TEST(ReadJob, AsksForRequiredOptionsOfTheExporter) {
    EXPECT_EQ(read("e: {uses: export, to: fake, from: a, path: 'a.fake'}").problems,
              "y:1:1: export needs 'level': How fake it is.\n");
}

TEST(ReadJob, ReportsUnknownExportersOnce) {
    EXPECT_EQ(read("e: {uses: export, to: gtlf, from: a, path: 'a.x', step: 1cm}").problems,
              "y:1:23: unknown exporter 'gtlf'; did you mean 'gltf'?\n");
}

TEST(ReadJob, ReportsWrongOutputPathsWhereTheyStand) {
    EXPECT_EQ(read("e: {uses: export, from: a, path: '{nmae}.glb'}").problems,
              "y:1:34: path has the placeholder '{nmae}', expected {folder}, {name}, {ext}, {format}, "
              "{clip}; did you mean "
              "'name'?\n");
}

TEST(ReadJob, ReportsAnExtensionThatTheOptionsRuleOutInAnyOrder) {
    EXPECT_EQ(read("e: {uses: export, from: a, path: 'a.gltf', binary: true}").problems,
              "y:1:34: path ends in '.gltf', and the options of gltf ask for .glb\n");
}

TEST(ReadJob, ReportsUnknownVariablesWithoutWhatFollowsFromThem) {
    EXPECT_EQ(read("e: {uses: export, from: a, path: '${out}'}").problems,
              "y:1:34: unknown variable 'out'\n");
}

constexpr std::array<std::string_view, 1> kPaintChoices = {"on"};
constexpr std::array<OptionSpec, 2> kPainterOptions = {{
    {.name = "paint", .type = OptionType::Choice, .help = "Whether it paints.", .choices = kPaintChoices},
    {.name = "colour",
     .type = OptionType::Color,
     .help = "What it paints with.",
     .needs = {.option = "paint", .values = kPaintChoices}},
}};
constexpr FormatModule kPainterFormat{.id = "painter", .options = kPainterOptions};
constexpr std::array<OptionSpec, 1> kPrefaceOptions = {{
    {.name = "preface", .type = OptionType::File, .help = "File that the output begins with."},
}};
constexpr std::array<std::string_view, 1> kPrefaceExtensions = {".txt"};
constexpr ExporterModule kPrefaceTarget{
    .id = "gltf", .extensions = kPrefaceExtensions, .options = kPrefaceOptions};
constexpr std::array<const FormatModule*, 1> kPainters = {&kPainterFormat};
constexpr std::array<const ExporterModule*, 1> kPrefaceTargets = {&kPrefaceTarget};
constexpr Registries kPainterRegistries{.formats = kPainters, .exporters = kPrefaceTargets};

TEST(ReadJob, TakesFilesOfTheExporterRelativeToTheConfiguration) {
    const ReadJob job =
        read("e: {uses: export, from: a, path: 'a.txt', preface: ../front.txt}", kPainterRegistries);
    EXPECT_EQ(job.problems, "");
    EXPECT_EQ(job.draft.job.options.text("preface"), "/game/front.txt");
    const ReadJob without = read("e: {uses: export, from: a, path: 'a.txt'}", kPainterRegistries);
    EXPECT_EQ(without.problems, "");
    EXPECT_EQ(without.draft.job.options.text("preface"), "");
}

TEST(ReadJob, ReportsFilesOfTheExporterThatAreNone) {
    EXPECT_EQ(read("e: {uses: export, from: a, path: 'a.txt', preface: ''}", kPainterRegistries).problems,
              "y:1:52: preface is empty, expected a path\n");
}

TEST(ReadJob, WarnsOfOptionsThatDoNothing) {
    EXPECT_EQ(read("d: {uses: decode, from: a, painter: {colour: '#FF8000'}}", kPainterRegistries).warnings,
              "y:1:38: colour does nothing here: it needs paint: on\n");
    EXPECT_EQ(read("d: {uses: decode, from: a, painter: {colour: '#FF8000', paint: on}}", kPainterRegistries)
                  .warnings,
              "");
}

}  // namespace
}  // namespace rigkiln
