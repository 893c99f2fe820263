#include "pipeline/plan/bind.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>
#include <xxhash.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

/// Calls `use` with a folder and all folders above it, the root of the file system as an empty text last,
/// until it returns false.
template <class Use>
void forEachFolderAbove(std::string_view folder, const Use& use) {
    while (use(folder) && !folder.empty())
        folder = folder.substr(0, folder.rfind('/'));
}

/// Returns the number of leading folders that both folders share.
std::ptrdiff_t sharedFolderLength(std::string_view left, std::string_view right) {
    const auto [leftEnd, rightEnd] = std::ranges::mismatch(left, right);
    const bool isWhole =
        (leftEnd == left.end() || *leftEnd == '/') && (rightEnd == right.end() || *rightEnd == '/');
    return std::count(left.begin(), leftEnd, '/') + (isWhole ? 1 : 0);
}

/// Models by family, folder and case-folded name. Takes 16 bytes for each.
class ModelNames {
public:
    ModelNames(const FileTable& files, FileNumbers models) : files_(files), models_(models) {
        keys_.reserve(models.size());
        for (std::size_t i = 0; i < models.size(); ++i) {
            const FileTable::Index file = models[i];
            keys_.push_back({.digest = digestOf(file, foldCase(files.assetName(file))),
                             .model = static_cast<std::uint32_t>(i)});
        }
        std::ranges::sort(keys_);
    }

    /// Returns the model with a case-folded name in the family and folder of a clip: of several the one with
    /// the smallest path.
    std::optional<std::size_t> find(FileTable::Index clip, std::string_view foldedName) const {
        std::optional<std::size_t> best;
        const std::uint64_t digest = digestOf(clip, foldedName);
        for (auto key = std::ranges::lower_bound(keys_, digest, {}, &Key::digest);
             key != keys_.end() && key->digest == digest; ++key) {
            const FileTable::Index model = models_[key->model];
            const bool isAsked = files_.format(model).family == files_.format(clip).family &&
                                 files_.path(model).folder == files_.path(clip).folder &&
                                 equalIgnoringCase(files_.assetName(model), foldedName);
            if (isAsked && (!best || comparePaths(files_.path(model), files_.path(models_[*best])) < 0))
                best = key->model;
        }
        return best;
    }

private:
    struct Key {
        std::uint64_t digest = 0;
        std::uint32_t model = 0;                       ///< position
        auto operator<=>(const Key&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
    };

    std::uint64_t digestOf(FileTable::Index file, std::string_view foldedName) const {
        const std::string_view folder = files_.path(file).folder;
        const std::string_view family = files_.format(file).family;
        const std::uint64_t ofFamily = XXH3_64bits(family.data(), family.size());
        const std::uint64_t ofFolder = XXH3_64bits_withSeed(folder.data(), folder.size(), ofFamily);
        return XXH3_64bits_withSeed(foldedName.data(), foldedName.size(), ofFolder);
    }

    const FileTable& files_;
    FileNumbers models_;
    PagedRows<Key> keys_;
};

bool fits(const Probe* clip, const Probe* model) {
    return clip == nullptr || !clip->highestJoint || model == nullptr ||
           *clip->highestJoint < model->jointCount;
}

}  // namespace

bool pairsByStem(ClipPairing pairing) {
    return pairing == ClipPairing::LongestStem || pairing == ClipPairing::LongestStemThenNames;
}

Candidates candidateModels(const FileTable& files, FileNumbers models, FileNumbers clips) {
    Candidates candidates;
    std::optional<ModelNames> names;
    for (const FileTable::Index clip : clips) {
        candidates.addClip();
        const bool isNamed = pairsByStem(files.format(clip).pairing) || files.problem(clip) != nullptr;
        if (!isNamed) continue;
        if (!names) names.emplace(files, models);
        const std::string name = foldCase(files.assetName(clip));
        for (std::size_t end = name.rfind('_'); end != std::string::npos && end > 0;
             end = name.rfind('_', end - 1)) {
            if (const auto model = names->find(clip, std::string_view(name).substr(0, end)))
                candidates.addModel(*model);
        }
    }
    return candidates;
}

std::optional<std::size_t> chooseModel(const ProbedClip& clip, std::span<const std::uint32_t> candidates,
                                       const ProbedModels& models, Diagnostics& diagnostics) {
    const auto where = [&] { return "clip " + quote(models.files.assetName(clip.file)); };
    std::string misfits;
    for (const std::uint32_t model : candidates) {
        const Probe* probe = models.probe(model);
        if (fits(clip.probe, probe)) {
            if (!misfits.empty()) {
                diagnostics.add(kClipFitsShorterName, where(),
                                fmt::format("{}went to {}", misfits, quote(models.name(model))));
            }
            return model;
        }
        misfits += fmt::format("moves joint {}, model {} has {} joints; ", *clip.probe->highestJoint,
                               quote(models.name(model)), probe->jointCount);
    }
    if (misfits.empty()) {
        // Clips of other formats may still find a model by their joints.
        if (models.files.format(clip.file).pairing != ClipPairing::LongestStemThenNames)
            diagnostics.add(kClipWithoutModel, where());
    } else {
        misfits.resize(misfits.size() - 2);
        diagnostics.add(kClipFitsNoModel, where(), misfits);
    }
    return std::nullopt;
}

ModelJoints::ModelJoints(const ProbedModels& models) : models_(models) {
    for (std::size_t i = 0; i < models.probes.size(); ++i) {
        const Probe* probe = models.probe(i);
        if (probe == nullptr) continue;
        for (const std::string& name : probe->jointNames)
            byJoint_[{models.family(i), name}].push_back(i);
    }
}

std::optional<std::size_t> ModelJoints::modelFor(const ProbedClip& clip, Diagnostics& diagnostics) const {
    if (clip.probe == nullptr || clip.probe->jointNames.empty()) return std::nullopt;
    const FileTable& files = models_.files;
    std::map<std::size_t, std::size_t> shared;
    for (const std::string& name : clip.probe->jointNames) {
        const auto found = byJoint_.find({files.format(clip.file).family, name});
        if (found == byJoint_.end()) continue;
        for (const std::size_t model : found->second)
            ++shared[model];
    }
    const auto rank = [&](const std::pair<const std::size_t, std::size_t>& entry) {
        const auto model = static_cast<std::ptrdiff_t>(entry.first);
        const std::string_view folder = files.path(models_.models[entry.first]).folder;
        return std::tuple(static_cast<std::ptrdiff_t>(entry.second),
                          -static_cast<std::ptrdiff_t>(models_.probe(entry.first)->jointNames.size()),
                          sharedFolderLength(files.path(clip.file).folder, folder), -model);
    };
    const auto best = std::ranges::max_element(shared, {}, rank);
    const auto wanted = kLeastShare * static_cast<double>(clip.probe->jointNames.size());
    if (best == shared.end() || static_cast<double>(best->second) < wanted) return std::nullopt;
    diagnostics.add(kClipBoundByNames, "clip " + quote(files.assetName(clip.file)),
                    fmt::format("{} of {} joints are those of model {}", best->second,
                                clip.probe->jointNames.size(), quote(models_.name(best->first))));
    return best->first;
}

ModelClasses::ModelClasses(const ProbedModels& models) : files_(models.files) {
    for (std::size_t i = 0; i < models.probes.size(); ++i) {
        const Probe* probe = models.probe(i);
        if (probe == nullptr) continue;
        forEachFolderAbove(files_.path(models.models[i]).folder, [&](std::string_view folder) {
            models_[{models.family(i), probe->jointCount, folder}].push_back(i);
            return true;
        });
    }
}

std::vector<std::size_t> ModelClasses::modelsFor(const ProbedClip& clip, Diagnostics& diagnostics) const {
    // A clip whose probe failed is reported when it is read.
    if (clip.probe == nullptr) return {};
    auto found = models_.end();
    forEachFolderAbove(files_.path(clip.file).folder, [&](std::string_view folder) {
        found = models_.find({files_.format(clip.file).family, clip.probe->jointCount, folder});
        return found == models_.end();
    });
    if (found != models_.end()) return found->second;
    diagnostics.add(kClipOfNoClass, "clip " + quote(files_.assetName(clip.file)),
                    fmt::format("{} joints", clip.probe->jointCount));
    return {};
}

}  // namespace rigkiln
