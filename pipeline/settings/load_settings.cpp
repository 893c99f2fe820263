#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/settings/archive_options.hpp"
#include "pipeline/settings/cache_option.hpp"
#include "pipeline/settings/empty_option.hpp"
#include "pipeline/settings/interpolate.hpp"
#include "pipeline/settings/job_graph.hpp"
#include "pipeline/settings/job_reader.hpp"
#include "pipeline/settings/limit_options.hpp"
#include "pipeline/settings/problem_list.hpp"
#include "pipeline/settings/setting_paths.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/settings/state_options.hpp"
#include "pipeline/settings/texture_options.hpp"
#include "pipeline/settings/yaml_tree.hpp"

namespace rigkiln {
namespace {

constexpr std::string_view kVersion = "1";
constexpr std::array<std::string_view, 10> kTopKeys = {
    "rigkiln",  "vars",   "state",   kCacheOption.name, "textures",
    "archives", "limits", "fail_on", kEmptyOption.name, "jobs"};
/// Far above what people write, and low enough to keep suggestions and messages cheap.
constexpr std::size_t kMaximumJobs = 1000;

void readVersion(const YamlNode& root, ReadContext& context) {
    const YamlNode* version = root.find("rigkiln");
    if (version == nullptr) {
        context.problems.add(root.position,
                             "no 'rigkiln: 1', which says for which version the configuration is written");
    } else if (version->kind != YamlNode::Kind::Scalar || version->text != kVersion) {
        context.problems.add(version->position, fmt::format("rigkiln is {}, expected {}",
                                                            version->kind == YamlNode::Kind::Scalar
                                                                ? quote(version->text)
                                                                : std::string(toString(version->kind)),
                                                            kVersion));
    }
}

void readTopKeys(const YamlNode& root, ReadContext& context) {
    const std::vector<std::string_view> known(kTopKeys.begin(), kTopKeys.end());
    for (const YamlEntry& entry : root.children) {
        if (std::ranges::find(known, entry.key) != known.end()) continue;
        reportUnknownKey(entry, "key", "the configuration", known, context);
    }
}

std::string readFolder(const PlacedText& text, std::string_view what, ReadContext& context) {
    if (auto problem = problemOfPath(what, text.text)) {
        context.problems.add(text.position, std::move(*problem));
        return {};
    }
    return absolutePath(context.folder, text.text);
}

void readTextureRoots(const YamlNode& node, std::string_view what, Settings& settings, ReadContext& context) {
    const auto texts = readTexts(node, what, context);
    if (!texts) return;
    for (const PlacedText& text : *texts) {
        settings.textureRoots.push_back(readFolder(text, fmt::format("an element of {}", what), context));
    }
}

/// Reads a map of options; the caller reads the option `except`.
OptionValues readOptionMap(const YamlNode& map, std::span<const OptionSpec> specs, std::string_view what,
                           std::string_view except, ReadContext& context) {
    OptionValues values(specs);
    std::vector<std::string_view> known;
    known.reserve(specs.size());
    for (const OptionSpec& spec : specs)
        known.push_back(spec.name);
    for (const YamlEntry& entry : map.children) {
        const OptionSpec* spec = findOption(specs, entry.key);
        if (spec == nullptr) {
            reportUnknownKey(entry, "option", what, known, context);
        } else if (entry.key == except) {
            continue;
        } else if (auto value = readOption(*spec, entry.value, context)) {
            values.set(spec->name, std::move(*value));
        }
    }
    return values;
}

/// Reads `state`: a folder, or a map of options.
void readState(const YamlNode& root, Settings& settings, ReadContext& context) {
    const YamlNode* state = root.find("state");
    if (state == nullptr) return;
    const bool isMap = state->kind == YamlNode::Kind::Map;
    const OptionValues values = isMap ? readOptionMap(*state, kStateOptions, "state", kStateFolder, context)
                                      : OptionValues(kStateOptions);
    const YamlNode* folder = isMap ? state->find(kStateFolder) : state;
    if (folder == nullptr) return context.problems.add(state->position, "state has no 'folder'");
    const std::string_view what = isMap ? "folder" : "state";
    if (const auto text = readText(*folder, what, context))
        settings.state = stateSettings(values, readFolder(*text, what, context));
}

void readCache(const YamlNode& root, Settings& settings, ReadContext& context) {
    const YamlNode* cache = root.find(kCacheOption.name);
    if (cache == nullptr) return;
    if (const auto text = readText(*cache, kCacheOption.name, context))
        settings.cache = readFolder(*text, kCacheOption.name, context);
}

/// Reads `textures`: folders, or a map of options.
void readTextures(const YamlNode& root, Settings& settings, ReadContext& context) {
    const YamlNode* textures = root.find("textures");
    if (textures == nullptr) return;
    if (textures->kind != YamlNode::Kind::Map)
        return readTextureRoots(*textures, "textures", settings, context);
    const OptionValues values =
        readOptionMap(*textures, kTextureOptions, "textures", kTextureSearch, context);
    warnOfIdle(*textures, kTextureOptions, values, context);
    if (const YamlNode* search = textures->find(kTextureSearch))
        readTextureRoots(*search, kTextureSearch, settings, context);
    settings.textures = textureSettings(values);
}

/// Reads a key that has a map of options and nothing else. Returns the defaults where it is missing or wrong.
OptionValues readTopMap(const YamlNode& root, std::string_view key, std::span<const OptionSpec> specs,
                        ReadContext& context) {
    const YamlNode* map = root.find(key);
    if (map == nullptr) return OptionValues(specs);
    if (map->kind != YamlNode::Kind::Map) {
        context.problems.add(map->position,
                             fmt::format("{} is {}, expected a map of options", key, toString(map->kind)));
        return OptionValues(specs);
    }
    OptionValues values = readOptionMap(*map, specs, key, {}, context);
    warnOfIdle(*map, specs, values, context);
    return values;
}

/// Reads `fail_on`: ids of kinds of issues, which are among `known` unless that is empty.
void readFailOn(const YamlNode& root, const std::vector<std::string_view>& known, Settings& settings,
                ReadContext& context) {
    const YamlNode* node = root.find("fail_on");
    if (node == nullptr) return;
    const auto texts = readTexts(*node, "fail_on", context);
    if (!texts) return;
    for (const PlacedText& text : *texts) {
        if (known.empty() || std::ranges::find(known, text.text) != known.end()) {
            settings.failOn.ids.push_back(text.text);
            continue;
        }
        const std::string meant = suggestion(text.text, known);
        context.problems.add(text.position,
                             fmt::format("fail_on: no kind of issue is called {}; {}", quote(text.text),
                                         meant.empty() ? "`rigkiln formats --issues` lists all" : meant));
    }
}

void readOnEmpty(const YamlNode& root, Settings& settings, ReadContext& context) {
    const YamlNode* node = root.find(kEmptyOption.name);
    if (node == nullptr) return;
    if (const auto value = readOption(kEmptyOption, *node, context))
        settings.ignoresEmpty = std::get<std::string>(*value) == kEmptyIgnored;
}

void readJobs(const YamlNode& root, Settings& settings, ReadContext& context) {
    const YamlNode* jobs = root.find("jobs");
    if (jobs == nullptr)
        return context.problems.add(root.position, "no 'jobs', expected a map of jobs by name");
    if (jobs->kind != YamlNode::Kind::Map) {
        return context.problems.add(
            jobs->position, fmt::format("jobs is {}, expected a map of jobs by name", toString(jobs->kind)));
    }
    if (jobs->children.size() > kMaximumJobs) {
        return context.problems.add(
            jobs->position, fmt::format("{} jobs, expected at most {}", jobs->children.size(), kMaximumJobs));
    }
    std::vector<JobDraft> drafts;
    for (const YamlEntry& entry : jobs->children) {
        drafts.push_back(readJob(entry, context));
    }
    settings.jobs = linkJobs(std::move(drafts), jobs->position, context.problems);
}

}  // namespace

namespace {

std::string sourceOf(const SettingsRequest& request) {
    std::string source;
    const auto add = [&](std::string_view text) {
        source.append(fmt::format("{} ", text.size())).append(text);
    };
    add(request.file);
    add(request.text);
    for (const auto& [name, value] : request.definitions) {
        add(name);
        add(value);
    }
    return source;
}

}  // namespace

LoadedSettings loadSettings(const SettingsRequest& request, const Registries& registries) {
    const YamlTree tree = parseYamlTree(request.text);
    ProblemList problems;
    for (const SettingsProblem& problem : tree.problems) {
        problems.add(problem.position, problem.problem);
    }
    if (tree.root && tree.root->kind != YamlNode::Kind::Map) {
        problems.add(tree.root->position,
                     fmt::format("the configuration is {}, expected a map with rigkiln and jobs",
                                 toString(tree.root->kind)));
    } else if (tree.root) {
        std::error_code ignored;
        const std::filesystem::path folder = std::filesystem::absolute(request.file, ignored).parent_path();
        Variables variables;
        variables.load(tree.root->find("vars"), request.definitions, problems);
        ProblemList warnings;
        ReadContext context{registries, folder, variables, problems, warnings};
        Settings settings;
        settings.file = request.file;
        settings.source = sourceOf(request);
        readTopKeys(*tree.root, context);
        readVersion(*tree.root, context);
        readState(*tree.root, settings, context);
        readCache(*tree.root, settings, context);
        readTextures(*tree.root, settings, context);
        settings.archives = archiveLimits(readTopMap(*tree.root, "archives", kArchiveOptions, context));
        settings.limits = readLimits(readTopMap(*tree.root, "limits", kLimitOptions, context));
        readFailOn(*tree.root, request.issues, settings, context);
        readOnEmpty(*tree.root, settings, context);
        readJobs(*tree.root, settings, context);
        if (problems.empty()) return {std::move(settings), {}, std::move(warnings).takeSorted()};
    }
    return {std::nullopt, std::move(problems).takeSorted(), {}};
}

}  // namespace rigkiln
