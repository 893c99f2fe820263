#include "tools/cli/explain_binding.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/content_problem.hpp"
#include "pipeline/plan/split_path.hpp"
#include "tools/cli/commands.hpp"

namespace rigkiln::cli {
namespace {

const FormatModule* formatOf(const FileRecipe& file) {
    return registries().format(file.settings->format.id);
}

/// Returns nothing for a file that cannot be read, or has not the content of its format.
std::optional<Probe> probeOf(const FileRecipe& file, const ReadLimits& limits, FileTree& files) {
    const FormatModule* format = formatOf(file);
    if (format == nullptr || format->probe == nullptr) return std::nullopt;
    const Result<std::vector<std::byte>> bytes = files.read(file.path);
    if (!bytes || !isContentOf(*format, file.path, *bytes)) return std::nullopt;
    const Result<Probe> probe = format->probe(*bytes, limits);
    return probe ? std::optional(*probe) : std::nullopt;
}

bool isNamedAfter(const FileRecipe& clip, const FileRecipe& model) {
    return splitPath(clip.path).folder == splitPath(model.path).folder &&
           startsWithIgnoringCase(clip.name, model.name + "_");
}

/// Models of the plan in the folder of the clip that its name begins with, the longest name first.
std::vector<FileRecipe> namesakes(const FileRecipe& clip, const Plan& plan) {
    std::vector<FileRecipe> models;
    const FormatModule* format = formatOf(clip);
    for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
        if (plan.units.mainPath(unit).folder != splitPath(clip.path).folder) continue;
        for (const Part& part : plan.units.recipe(unit).parts) {
            if (!part.model || !isNamedAfter(clip, *part.model)) continue;
            const FormatModule* other = formatOf(*part.model);
            if (format != nullptr && other != nullptr && format->family == other->family)
                models.push_back(*part.model);
        }
    }
    std::ranges::sort(models, [](const FileRecipe& left, const FileRecipe& right) {
        if (left.name.size() != right.name.size()) return left.name.size() > right.name.size();
        return left.path < right.path;
    });
    const auto isSameFile = [](const FileRecipe& left, const FileRecipe& right) {
        return left.path == right.path;
    };
    models.erase(std::unique(models.begin(), models.end(), isSameFile), models.end());
    return models;
}

/// "it moves joints up to 17, and 'TROOPER' has 31".
std::string jointsCompared(const std::optional<Probe>& clip, const FileRecipe& model,
                           const ReadLimits& limits, FileTree& files) {
    if (!clip) return "its joints are not known: the file cannot be read";
    if (!clip->highestJoint) return {};
    const std::optional<Probe> probe = probeOf(model, limits, files);
    if (!probe) return fmt::format("the joints of {} are not known", quote(model.name));
    return fmt::format("it moves joint {} as the last, and {} has {} joints: {}", *clip->highestJoint,
                       quote(model.name), probe->jointCount,
                       *clip->highestJoint < probe->jointCount ? "it fits" : "it does not fit");
}

}  // namespace

std::vector<std::string> bindingReasons(const FileRecipe& clip, const FileRecipe& model, const Plan& plan,
                                        FileTree& files) {
    std::vector<std::string> reasons;
    const FormatModule* format = formatOf(clip);
    if (format == nullptr) return reasons;
    const std::optional<Probe> probe = probeOf(clip, plan.limits, files);
    const std::vector<FileRecipe> named = namesakes(clip, plan);
    const bool isByName = isNamedAfter(clip, model);
    for (const FileRecipe& one : named) {
        const bool isChosen = one.path == model.path;
        std::string reason = fmt::format("{}: its name begins with {}", isChosen ? "taken" : "also looked at",
                                         quote(one.name + "_"));
        if (const std::string joints = jointsCompared(probe, one, plan.limits, files); !joints.empty())
            reason += "; " + joints;
        const bool decidesByName = format->pairing != ClipPairing::JointCount || !probe;
        if (decidesByName) reasons.push_back(std::move(reason));
    }
    if (!probe) return reasons;
    const std::optional<Probe> of = probeOf(model, plan.limits, files);
    if (!of) return reasons;
    if (format->pairing == ClipPairing::JointCount) {
        reasons.push_back(
            fmt::format("the clip has {} joints, and {} has {}: such clips serve every model "
                        "with as many, below the nearest folder that has one",
                        probe->jointCount, quote(model.name), of->jointCount));
    } else if (!isByName) {
        std::vector<std::string> shared;
        std::ranges::set_intersection(probe->jointNames, of->jointNames, std::back_inserter(shared));
        reasons.push_back(
            fmt::format("no model in its folder has a name that begins its own; {} of its {} "
                        "joints are those of {}",
                        shared.size(), probe->jointNames.size(), quote(model.name)));
    }
    return reasons;
}

}  // namespace rigkiln::cli
