#include "pipeline/plan/unit_maker.hpp"

#include <algorithm>
#include <utility>

namespace rigkiln {
namespace {

FileFacts factsOf(const SourceFile& file) {
    return {.relative = file.relative,
            .kind = file.kind,
            .description = file.description,
            .sizeBytes = file.sizeBytes};
}

/// Returns the options of an export job that belong to its exporter.
OptionValues exporterOptions(const Job& job) {
    OptionValues options;
    for (const OptionSpec& spec : job.exporter->options) {
        const auto value = job.options.all().find(spec.name);
        if (value != job.options.all().end()) options.set(spec.name, value->second);
    }
    return options;
}

}  // namespace

ReadSettings readSettings(const Settings& settings, const Registries& registries) {
    return {.archives = settings.archives,
            .textures = settings.textures,
            .textureRoots = settings.textureRoots,
            .code = codeRevisions(registries)};
}

UnitMaker::UnitMaker(const Settings& settings, const Registries& registries, const Job& exportJob,
                     std::string outputRoot)
    : job_(exportJob),
      packsKeys_(exportJob.exporter->packsKeys != nullptr &&
                 exportJob.exporter->packsKeys(exportJob.options)),
      reading_(readSettings(settings, registries)),
      exporting_(ExportSettings{
          .exporter = {.id = std::string(exportJob.exporter->id), .revision = exportJob.exporter->revision},
          .options = exporterOptions(exportJob),
          .outputRoot = std::move(outputRoot)}) {}

PlannedUnit UnitMaker::make(Asset asset, std::string output) {
    PlannedUnit unit{.recipe = {.steps = unitSteps(asset),
                                .reading = reading_,
                                .exporting = exporting_,
                                .output = std::move(output)},
                     .job = job_.name,
                     .estimatedBytes = asset.estimatedBytes(),
                     .diagnostics = std::move(asset.diagnostics),
                     .problem = std::move(asset.problem)};
    for (AssetPart& source : asset.parts) {
        Part& part = unit.recipe.parts.emplace_back();
        part.steps = partSteps(*source.mainSource().decode);
        if (source.model) {
            unit.facts.push_back(factsOf(*source.model));
            part.model = recipeOf(*source.model);
        }
        for (SourceFile& clip : source.clips) {
            unit.facts.push_back(factsOf(clip));
            part.clips.push_back(recipeOf(clip));
        }
    }
    return unit;
}

FileRecipe UnitMaker::recipeOf(SourceFile& file) {
    const SharedValue<FileSettings>& settings = settingsOf(file);
    return {.path = std::move(file.path), .name = std::move(file.name), .settings = settings};
}

const SharedValue<FileSettings>& UnitMaker::settingsOf(const SourceFile& file) {
    const auto known = std::ranges::find_if(knownFiles_, [&](const KnownFile& one) {
        return one.format == file.format && one.decode == file.decode.get() &&
               one.rates == file.resampleRates && one.reduction == file.reduction;
    });
    if (known != knownFiles_.end()) return known->settings;
    FileSettings settings{.format = {.id = std::string(file.format->id), .revision = file.format->revision},
                          .options = file.decode->formatOptions.find(file.format->id)->second,
                          .steps = keySteps(file.resampleRates, file.reduction)};
    knownFiles_.push_back({.format = file.format,
                           .decode = file.decode.get(),
                           .rates = file.resampleRates,
                           .reduction = file.reduction,
                           .settings = std::move(settings)});
    return knownFiles_.back().settings;
}

UnitMaker::Steps UnitMaker::partSteps(const DecodeSettings& decode) {
    return shared({CoordinatesStep{decode.metresPerUnit}, SelectStep{decode.select}});
}

UnitMaker::Steps UnitMaker::unitSteps(const Asset& asset) {
    std::vector<Step> steps;
    if (asset.parts.size() > 1) steps.emplace_back(MergeStep{asset.group->name});
    std::ranges::move(keySteps(asset.resampleRates, asset.reduction), std::back_inserter(steps));
    return shared(std::move(steps));
}

std::vector<Step> UnitMaker::keySteps(const std::vector<double>& rates,
                                      const std::optional<ReductionSettings>& reduction) const {
    std::vector<Step> steps;
    for (const double rate : rates) {
        // Other rates leave the keys as they are.
        if (rate != kSourceRate) steps.emplace_back(ResampleStep{rate});
    }
    if (reduction) {
        ReduceStep step{*reduction};
        step.settings.packsKeys = packsKeys_;
        steps.emplace_back(step);
    }
    return steps;
}

/// Returns steps that units of this export share.
UnitMaker::Steps UnitMaker::shared(std::vector<Step> steps) {
    const auto known = std::find_if(knownSteps_.rbegin(), knownSteps_.rend(),
                                    [&](const Steps& one) { return *one == steps; });
    if (known != knownSteps_.rend()) return *known;
    // Names of merged groups may give every unit steps of its own.
    constexpr std::size_t kMostKnown = 64;
    if (knownSteps_.size() == kMostKnown) knownSteps_.erase(knownSteps_.begin());
    return knownSteps_.emplace_back(std::move(steps));
}

}  // namespace rigkiln
