#include "pipeline/plan/bind_assets.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "pipeline/base/text.hpp"
#include "pipeline/plan/bind.hpp"

namespace rigkiln {
namespace {

/// Assets by what binding does with them, as numbers, because copies of a million would not fit into memory.
class SortedAssets {
public:
    SortedAssets(AssetTable assets, const SourceTables& tables)
        : assets_(std::move(assets)), tables_(tables) {
        for (std::uint32_t i = 0; i < assets_.size(); ++i) {
            const Asset asset = assets_[i];
            PagedRows<std::uint32_t>& some = asset.isLoneClip() ? clips : asset.problem ? failing : models;
            some.push_back(i);
        }
    }

    /// Returns an asset that others may join.
    [[nodiscard]] Asset operator[](std::uint32_t number) const {
        Asset asset = assets_[number];
        asset.moveKeySettingsToFiles(tables_);
        return asset;
    }

    PagedRows<std::uint32_t> models{};
    PagedRows<std::uint32_t> failing{};  ///< models with a problem: clips would only fail with them
    PagedRows<std::uint32_t> clips{};

private:
    AssetTable assets_;
    SourceTables tables_;
};

/// Models of all parts of assets, in order.
PagedRows<FileTable::Index> modelsIn(const SortedAssets& assets) {
    PagedRows<FileTable::Index> files;
    files.reserve(assets.models.size());
    for (const std::uint32_t number : assets.models) {
        const Asset asset = assets[number];
        for (const AssetPart& part : asset.parts) {
            if (part.model) files.push_back(part.model->file);
        }
    }
    return files;
}

PagedRows<FileTable::Index> clipsIn(const SortedAssets& assets) {
    PagedRows<FileTable::Index> files;
    files.reserve(assets.clips.size());
    for (const std::uint32_t number : assets.clips)
        files.push_back(assets[number].mainSource().file);
    return files;
}

/// A clip that goes to a model.
struct Binding {
    std::uint32_t model = 0;                           ///< position in the list of models
    std::uint32_t clip = 0;                            ///< number of the asset
    auto operator<=>(const Binding&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

class Binder {
public:
    Binder(SortedAssets assets, const SourceTables& tables)
        : assets_(std::move(assets)), tables_(tables), models_(modelsIn(assets_)) {}

    void bindAllToAll() {
        for (std::uint32_t model = 0; model < models_.size(); ++model) {
            for (const std::uint32_t clip : assets_.clips)
                bindings_.push_back({.model = model, .clip = clip});
        }
        if (!models_.empty()) return;
        for (const std::uint32_t clip : assets_.clips)
            bound_.clips.add(assets_[clip]);
    }

    /// Binds each clip as its format pairs.
    void bind(const FileProbeOptions& limits) {
        const FileTable& files = tables_.files;
        const PagedRows<FileTable::Index> clips = clipsIn(assets_);
        const Candidates candidates = candidateModels(files, models_, clips);
        BindProbes probes = probeCandidates(files, models_, clips, candidates, limits);
        bound_.uncertain = std::move(probes.uncertain);
        const ProbedModels models{.files = files, .models = models_, .probes = probes.models};
        const ModelClasses classes(models);
        const ModelJoints joints(models);
        for (std::uint32_t i = 0; i < clips.size(); ++i) {
            const bool isProbed = !probes.clips.empty() && probes.clips[i].has_value();
            const ProbedClip clip{.file = clips[i], .probe = isProbed ? &*probes.clips[i] : nullptr};
            const ClipPairing pairing = files.format(clip.file).pairing;
            Diagnostics diagnostics;
            std::vector<std::size_t> chosen;
            if (files.problem(clip.file) != nullptr) {
                // Its joints are not known. The unit of the model that it is named after reports its loss.
                if (!candidates[i].empty()) chosen.push_back(candidates[i].front());
            } else if (pairing == ClipPairing::JointCount) {
                chosen = classes.modelsFor(clip, diagnostics);
            } else if (const auto model = chooseModel(clip, candidates[i], models, diagnostics)) {
                chosen.push_back(*model);
            } else if (pairing == ClipPairing::LongestStemThenNames) {
                if (const auto found = joints.modelFor(clip, diagnostics)) {
                    chosen.push_back(*found);
                } else {
                    diagnostics.add(kClipWithoutModel, "clip " + quote(files.assetName(clip.file)));
                }
            }
            take(assets_.clips[i], chosen, diagnostics);
        }
        tellOfDamaged();
        std::ranges::sort(bindings_);
    }

    /// Returns the models with their clips.
    BoundAssets result(bool sortsClips) {
        bound_.models.reserve(assets_.models.size() + assets_.failing.size());
        auto next = bindings_.begin();
        std::uint32_t model = 0;
        for (const std::uint32_t number : assets_.models) {
            Asset asset = assets_[number];
            for (AssetPart& part : asset.parts) {
                if (!part.model) continue;
                for (; next != bindings_.end() && next->model == model; ++next)
                    part.clips.push_back(assets_[next->clip].mainSource());
                const auto issues = diagnostics_.find(model);
                if (issues != diagnostics_.end()) asset.diagnostics.append(issues->second);
                ++model;
            }
            if (sortsClips) sortClips(asset);
            bound_.models.add(asset);
        }
        for (const std::uint32_t number : assets_.failing) {
            Asset asset = assets_[number];
            if (sortsClips) sortClips(asset);
            bound_.models.add(asset);
        }
        return std::move(bound_);
    }

private:
    /// Adds an issue to each model that a damaged file is named after which may hold clips.
    void tellOfDamaged() {
        const FileTable& files = tables_.files;
        PagedRows<FileTable::Index> damaged;
        for (const std::uint32_t number : assets_.failing) {
            const FileTable::Index file = assets_[number].mainSource().file;
            if (files.kind(file)->kind == AssetKind::Unclear) damaged.push_back(file);
        }
        const Candidates candidates = candidateModels(files, models_, damaged);
        for (std::size_t i = 0; i < damaged.size(); ++i) {
            if (candidates[i].empty()) continue;
            diagnostics_[candidates[i].front()].add(kDamagedBeside,
                                                    "file " + quote(files.path(damaged[i]).name),
                                                    files.problem(damaged[i])->problem);
        }
    }

    void take(std::uint32_t clip, const std::vector<std::size_t>& models, const Diagnostics& diagnostics) {
        for (const std::size_t model : models) {
            bindings_.push_back({.model = static_cast<std::uint32_t>(model), .clip = clip});
            if (!diagnostics.issues().empty())
                diagnostics_[static_cast<std::uint32_t>(model)].append(diagnostics);
        }
        if (!models.empty()) return;
        Asset alone = assets_[clip];
        alone.diagnostics.append(diagnostics);
        bound_.clips.add(alone);
    }

    void sortClips(Asset& asset) const {
        for (AssetPart& part : asset.parts) {
            std::ranges::stable_sort(part.clips, [this](const SourceFile& left, const SourceFile& right) {
                return tables_.files.isBefore(left.file, right.file);
            });
        }
    }

    SortedAssets assets_;
    const SourceTables& tables_;
    PagedRows<FileTable::Index> models_;
    PagedRows<Binding> bindings_;                       ///< sorted by model at last
    std::map<std::uint32_t, Diagnostics> diagnostics_;  ///< by model
    BoundAssets bound_;
};

}  // namespace

BoundAssets bindAssets(AssetTable assets, const SourceTables& tables, const FileProbeOptions& limits,
                       bool matchesAll) {
    Binder binder(SortedAssets(std::move(assets), tables), tables);
    if (matchesAll) {
        binder.bindAllToAll();
    } else {
        binder.bind(limits);
    }
    return binder.result(!matchesAll);
}

}  // namespace rigkiln
