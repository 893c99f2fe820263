#include "pipeline/plan/bind.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

/// Returns the folder of a path with a trailing slash; empty for a plain name.
std::string_view folderOf(std::string_view path) {
    return path.substr(0, path.rfind('/') + 1);
}

/// Returns the parent of a folder; empty when there is none.
std::string_view above(std::string_view folder) {
    return folderOf(folder.substr(0, folder.size() - 1));
}

/// Key that a model and its clips share: family, folder, and the case-folded name.
std::string keyOf(const SourceFile& file, std::string_view name) {
    return fmt::format("{}:{}{}", file.format->family, folderOf(file.path), foldCase(name));
}

/// Returns the number of leading folders that both paths share.
std::ptrdiff_t sharedFolderLength(std::string_view left, std::string_view right) {
    left = folderOf(left);
    right = folderOf(right);
    const auto [end, unused] = std::ranges::mismatch(left, right);
    return std::ranges::count(left.begin(), end, '/');
}

bool fits(const ProbeResult& clip, const ProbeResult& model) {
    return !clip || !clip->highestJoint || !model || *clip->highestJoint < model->jointCount;
}

}  // namespace

bool pairsByStem(ClipPairing pairing) {
    return pairing == ClipPairing::LongestStem || pairing == ClipPairing::LongestStemThenNames;
}

std::vector<std::vector<std::size_t>> candidateModels(std::span<const SourceFile> models,
                                                      std::span<const SourceFile> clips) {
    std::unordered_map<std::string, std::size_t> modelByKey;  // only for look-up; never iterated
    for (std::size_t i = 0; i < models.size(); ++i) {
        const auto [known, isNew] = modelByKey.try_emplace(keyOf(models[i], models[i].name), i);
        if (!isNew && models[i].path < models[known->second].path) known->second = i;
    }
    std::vector<std::vector<std::size_t>> candidates(clips.size());
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const SourceFile& clip = clips[i];
        if (!pairsByStem(clip.format->pairing)) continue;
        const std::string_view name = clip.name;
        for (std::size_t end = name.rfind('_'); end != std::string_view::npos && end > 0;
             end = name.rfind('_', end - 1)) {
            const auto model = modelByKey.find(keyOf(clip, name.substr(0, end)));
            if (model != modelByKey.end()) candidates[i].push_back(model->second);
        }
    }
    return candidates;
}

std::optional<std::size_t> chooseModel(const SourceFile& clip, const ProbeResult& clipProbe,
                                       std::span<const std::size_t> candidates,
                                       std::span<const SourceFile> models,
                                       std::span<const ProbeResult> modelProbes, Diagnostics& diagnostics) {
    const std::string where = "clip " + quote(clip.name);
    std::string misfits;
    for (const std::size_t model : candidates) {
        if (fits(clipProbe, modelProbes[model])) {
            if (!misfits.empty()) {
                diagnostics.add(kClipFitsShorterName, where,
                                fmt::format("{}went to {}", misfits, quote(models[model].name)));
            }
            return model;
        }
        misfits += fmt::format("moves joint {}, model {} has {} joints; ", *clipProbe->highestJoint,
                               quote(models[model].name), modelProbes[model]->jointCount);
    }
    if (misfits.empty()) {
        // Clips of other formats may still find a model by their joints.
        if (clip.format->pairing != ClipPairing::LongestStemThenNames)
            diagnostics.add(kClipWithoutModel, where);
    } else {
        misfits.resize(misfits.size() - 2);
        diagnostics.add(kClipFitsNoModel, where, misfits);
    }
    return std::nullopt;
}

ModelJoints::ModelJoints(std::span<const SourceFile> models, std::span<const ProbeResult> modelProbes)
    : models_(models), probes_(modelProbes) {
    for (std::size_t i = 0; i < models.size(); ++i) {
        if (!modelProbes[i]) continue;
        for (const std::string& name : modelProbes[i]->jointNames)
            byJoint_[{models[i].format->family, name}].push_back(i);
    }
}

std::optional<std::size_t> ModelJoints::modelFor(const SourceFile& clip, const ProbeResult& clipProbe,
                                                 Diagnostics& diagnostics) const {
    if (!clipProbe || clipProbe->jointNames.empty()) return std::nullopt;
    std::map<std::size_t, std::size_t> shared;
    for (const std::string& name : clipProbe->jointNames) {
        const auto found = byJoint_.find({clip.format->family, name});
        if (found == byJoint_.end()) continue;
        for (const std::size_t model : found->second)
            ++shared[model];
    }
    const auto rank = [&](const std::pair<const std::size_t, std::size_t>& entry) {
        const auto model = static_cast<std::ptrdiff_t>(entry.first);
        return std::tuple(static_cast<std::ptrdiff_t>(entry.second),
                          -static_cast<std::ptrdiff_t>(probes_[entry.first]->jointNames.size()),
                          sharedFolderLength(clip.path, models_[entry.first].path), -model);
    };
    const auto best = std::ranges::max_element(shared, {}, rank);
    const auto wanted = kLeastShare * static_cast<double>(clipProbe->jointNames.size());
    if (best == shared.end() || static_cast<double>(best->second) < wanted) return std::nullopt;
    diagnostics.add(kClipBoundByNames, "clip " + quote(clip.name),
                    fmt::format("{} of {} joints are those of model {}", best->second,
                                clipProbe->jointNames.size(), quote(models_[best->first].name)));
    return best->first;
}

ModelClasses::ModelClasses(std::span<const SourceFile> models, std::span<const ProbeResult> modelProbes) {
    for (std::size_t i = 0; i < models.size(); ++i) {
        if (!modelProbes[i]) continue;
        for (std::string_view folder = folderOf(models[i].path); !folder.empty(); folder = above(folder))
            models_[{models[i].format->family, modelProbes[i]->jointCount, folder}].push_back(i);
    }
}

std::vector<std::size_t> ModelClasses::modelsFor(const SourceFile& clip, const ProbeResult& clipProbe,
                                                 Diagnostics& diagnostics) const {
    // A clip whose probe failed is reported when it is read.
    if (!clipProbe) return {};
    for (std::string_view folder = folderOf(clip.path); !folder.empty(); folder = above(folder)) {
        const auto found = models_.find({clip.format->family, clipProbe->jointCount, folder});
        if (found != models_.end()) return found->second;
    }
    diagnostics.add(kClipOfNoClass, "clip " + quote(clip.name),
                    fmt::format("{} joints", clipProbe->jointCount));
    return {};
}

}  // namespace rigkiln
