#include "pipeline/plan/bind_assets.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "pipeline/base/text.hpp"
#include "pipeline/plan/bind.hpp"

namespace rigkiln {
namespace {

/// Position of a model: part 0 is the asset's own, part n its n-th further part.
struct ModelPlace {
    std::size_t asset = 0;
    std::size_t part = 0;
};

/// Models that may get clips, with their positions.
struct Models {
    std::vector<SourceFile> files;
    std::vector<ModelPlace> places;

    void add(const std::optional<SourceFile>& model, ModelPlace place) {
        if (!model) return;
        files.push_back(*model);
        places.push_back(place);
    }
};

/// Leaves out models with a problem, since clips would only fail with them.
Models modelsOf(const std::vector<Asset>& assets) {
    Models models;
    for (std::size_t i = 0; i < assets.size() && !assets[i].problem; ++i) {
        models.add(assets[i].model, {.asset = i});
        for (std::size_t part = 0; part < assets[i].furtherParts.size(); ++part)
            models.add(assets[i].furtherParts[part].model, {.asset = i, .part = part + 1});
    }
    return models;
}

void give(const SourceFile& clip, Asset& asset, std::size_t part) {
    (part == 0 ? asset.clips : asset.furtherParts[part - 1].clips).push_back(clip);
}

void sortClips(Asset& asset) {
    std::ranges::stable_sort(asset.clips, {}, &SourceFile::relative);
    for (UnitPart& part : asset.furtherParts)
        std::ranges::stable_sort(part.clips, {}, &SourceFile::relative);
}

}  // namespace

BoundAssets bindAssets(std::vector<Asset> assets, const FileProbeOptions& limits) {
    BoundAssets bound;
    std::vector<Asset> clipAssets;
    for (Asset& asset : assets) {
        asset.moveResamplingToFiles();
        const bool isClip = !asset.model && asset.furtherParts.empty();
        (isClip ? clipAssets : bound.models).push_back(std::move(asset));
    }
    std::stable_partition(bound.models.begin(), bound.models.end(),
                          [](const Asset& asset) { return !asset.problem; });
    const Models models = modelsOf(bound.models);
    std::vector<SourceFile> clips;
    clips.reserve(clipAssets.size());
    for (const Asset& asset : clipAssets)
        clips.push_back(asset.clips.front());

    const std::vector<std::vector<std::size_t>> candidates = candidateModels(models.files, clips);
    const BindProbes probes = probeCandidates(models.files, clips, candidates, limits);
    const ModelClasses classes(models.files, probes.models);
    const ModelJoints joints(models.files, probes.models);
    for (std::size_t i = 0; i < clips.size(); ++i) {
        Diagnostics diagnostics;
        std::vector<std::size_t> chosen;
        if (clips[i].format->pairing == ClipPairing::JointCount) {
            chosen = classes.modelsFor(clips[i], probes.clips[i], diagnostics);
        } else if (const auto model = chooseModel(clips[i], probes.clips[i], candidates[i], models.files,
                                                  probes.models, diagnostics)) {
            chosen.push_back(*model);
        } else if (clips[i].format->pairing == ClipPairing::LongestStemThenNames) {
            if (const auto found = joints.modelFor(clips[i], probes.clips[i], diagnostics)) {
                chosen.push_back(*found);
            } else {
                diagnostics.add(kClipWithoutModel, "clip " + quote(clips[i].name));
            }
        }
        for (const std::size_t model : chosen) {
            const ModelPlace& place = models.places[model];
            bound.models[place.asset].diagnostics.append(diagnostics);
            give(clips[i], bound.models[place.asset], place.part);
        }
        if (chosen.empty()) {
            clipAssets[i].diagnostics.append(diagnostics);
            bound.clips.push_back(std::move(clipAssets[i]));
        }
    }
    std::ranges::for_each(bound.models, sortClips);
    return bound;
}

}  // namespace rigkiln
