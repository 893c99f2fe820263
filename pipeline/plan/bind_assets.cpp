#include "pipeline/plan/bind_assets.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "pipeline/base/text.hpp"
#include "pipeline/plan/bind.hpp"

namespace rigkiln {
namespace {

/// Position of a model.
struct ModelPlace {
    std::size_t asset = 0;
    std::size_t part = 0;
};

/// Models that may get clips, with their positions.
struct Models {
    std::vector<SourceFile> files;
    std::vector<ModelPlace> places;

    void take(std::optional<SourceFile>& model, ModelPlace place) {
        if (!model) return;
        files.push_back(std::move(*model));
        places.push_back(place);
    }

    /// Moves the files back to their assets.
    void giveBack(std::vector<Asset>& assets) {
        for (std::size_t i = 0; i < files.size(); ++i)
            assets[places[i].asset].parts[places[i].part].model = std::move(files[i]);
    }
};

/// Moves the models out of the assets, because copies of a million of them would not fit into memory. Leaves
/// models with a problem where they are, since clips would only fail with them.
Models takeModels(std::vector<Asset>& assets) {
    Models models;
    for (std::size_t i = 0; i < assets.size() && !assets[i].problem; ++i) {
        for (std::size_t part = 0; part < assets[i].parts.size(); ++part)
            models.take(assets[i].parts[part].model, {.asset = i, .part = part});
    }
    return models;
}

void sortClips(Asset& asset) {
    for (AssetPart& part : asset.parts)
        std::ranges::stable_sort(part.clips, {}, &SourceFile::relative);
}

/// Models that a clip goes to, as numbers; none: it stands alone.
struct Choice {
    std::vector<std::size_t> models{};
    Diagnostics diagnostics{};
};

std::vector<std::size_t> allOf(const Models& models) {
    std::vector<std::size_t> all(models.files.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

/// Chooses models for each clip, as its format pairs them. `uncertain`: see BindProbes.
std::vector<Choice> choose(const std::vector<SourceFile>& models, const std::vector<SourceFile>& clips,
                           const FileProbeOptions& limits, std::map<std::string, Error>& uncertain) {
    const std::vector<std::vector<std::size_t>> candidates = candidateModels(models, clips);
    BindProbes probes = probeCandidates(models, clips, candidates, limits);
    uncertain = std::move(probes.uncertain);
    const ModelClasses classes(models, probes.models);
    const ModelJoints joints(models, probes.models);
    std::vector<Choice> choices(clips.size());
    for (std::size_t i = 0; i < clips.size(); ++i) {
        Choice& choice = choices[i];
        if (clips[i].format->pairing == ClipPairing::JointCount) {
            choice.models = classes.modelsFor(clips[i], probes.clips[i], choice.diagnostics);
        } else if (const auto model = chooseModel(clips[i], probes.clips[i], candidates[i], models,
                                                  probes.models, choice.diagnostics)) {
            choice.models.push_back(*model);
        } else if (clips[i].format->pairing == ClipPairing::LongestStemThenNames) {
            if (const auto found = joints.modelFor(clips[i], probes.clips[i], choice.diagnostics)) {
                choice.models.push_back(*found);
            } else {
                choice.diagnostics.add(kClipWithoutModel, "clip " + quote(clips[i].name));
            }
        }
    }
    return choices;
}

}  // namespace

BoundAssets bindAssets(std::vector<Asset> assets, const FileProbeOptions& limits, bool matchesAll) {
    BoundAssets bound;
    std::vector<Asset> clipAssets;
    for (Asset& asset : assets) {
        asset.moveResamplingToFiles();
        const bool isClip = asset.parts.size() == 1 && !asset.parts.front().model;
        (isClip ? clipAssets : bound.models).push_back(std::move(asset));
    }
    std::stable_partition(bound.models.begin(), bound.models.end(),
                          [](const Asset& asset) { return !asset.problem; });
    Models models = takeModels(bound.models);
    std::vector<SourceFile> clips;
    clips.reserve(clipAssets.size());
    for (Asset& asset : clipAssets)
        clips.push_back(std::move(asset.parts.front().clips.front()));
    const std::vector<Choice> choices = matchesAll ? std::vector<Choice>(clips.size(), Choice{allOf(models)})
                                                   : choose(models.files, clips, limits, bound.uncertain);
    for (std::size_t i = 0; i < clips.size(); ++i) {
        for (const std::size_t model : choices[i].models) {
            const ModelPlace& place = models.places[model];
            bound.models[place.asset].diagnostics.append(choices[i].diagnostics);
            bound.models[place.asset].parts[place.part].clips.push_back(clips[i]);
        }
        if (choices[i].models.empty()) {
            clipAssets[i].parts.front().clips.front() = std::move(clips[i]);
            clipAssets[i].diagnostics.append(choices[i].diagnostics);
            bound.clips.push_back(std::move(clipAssets[i]));
        }
    }
    models.giveBack(bound.models);
    if (!matchesAll) std::ranges::for_each(bound.models, sortClips);
    return bound;
}

}  // namespace rigkiln
