#include "pipeline/plan/unit_maker.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "pipeline/process/hide_unseen_parts.hpp"
#include "pipeline/process/make_t_pose.hpp"

namespace rigkiln {
namespace {

/// Returns the options of an export job that belong to its exporter.
OptionValues exporterOptions(const Job& job) {
    OptionValues options;
    for (const OptionSpec& spec : job.exporter->options) {
        const auto value = job.options.all().find(spec.name);
        if (value != job.options.all().end()) options.set(spec.name, value->second);
    }
    return options;
}

/// Returns the step that the options of an export ask for; nothing for exporters without such options.
std::optional<RigidSkinStep> rigidSkinOf(const Job& job) {
    const auto mode = job.options.all().find(kRigidOption);
    if (mode == job.options.all().end() || job.options.text(kRigidOption) == kRigidNodes) return std::nullopt;
    return RigidSkinStep{{.onlyMoving = job.options.text(kRigidOption) == kRigidAuto,
                          .visibilityFloor = job.options.number(kVisibilityFloorOption)}};
}

/// Likewise for root motion.
std::optional<RootMotionStep> rootMotionOf(const Job& job) {
    const auto option = job.options.all().find(kRootMotionOption);
    if (option == job.options.all().end()) return std::nullopt;
    const std::string& mode = job.options.text(kRootMotionOption);
    if (mode == kRootMotionKeep) return std::nullopt;
    return RootMotionStep{{.isRemoved = mode == kRootMotionRemove}};
}

/// Likewise for the rest pose.
bool makesTPose(const Job& job) {
    const auto option = job.options.all().find(kRestPoseOption);
    return option != job.options.all().end() && job.options.text(kRestPoseOption) == kRestPoseT;
}

/// Likewise for the visibility at rest.
bool hidesUnseen(const Job& job) {
    const auto option = job.options.all().find(kRestVisibilityOption);
    return option != job.options.all().end() &&
           job.options.text(kRestVisibilityOption) == kRestVisibilityClips;
}

/// Likewise for keys on whole frames.
std::optional<AlignStep> alignOf(const Job& job) {
    const auto option = job.options.all().find(kAlignOption);
    if (option == job.options.all().end()) return std::nullopt;
    const std::string& rate = job.options.text(kAlignOption);
    if (rate == kAlignSource) return std::nullopt;
    return AlignStep{std::stod(rate)};
}

}  // namespace

ReadSettings readSettings(const Settings& settings, const Registries& registries) {
    return {.archives = settings.archives,
            .limits = settings.limits,
            .textures = settings.textures,
            .textureRoots = settings.textureRoots,
            .code = codeRevisions(registries)};
}

UnitMaker::UnitMaker(const SourceTables& tables, const Settings& settings, const Registries& registries,
                     const Job& exportJob, OutputNames names)
    : tables_(tables),
      job_(exportJob),
      packsKeys_(exportJob.exporter->packsKeys != nullptr &&
                 exportJob.exporter->packsKeys(exportJob.options)),
      hidesUnseen_(hidesUnseen(exportJob)),
      rigidSkin_(rigidSkinOf(exportJob)),
      rootMotion_(rootMotionOf(exportJob)),
      makesTPose_(makesTPose(exportJob)),
      align_(alignOf(exportJob)),
      reading_(readSettings(settings, registries)),
      exporting_(ExportSettings{
          .exporter = {.id = std::string(exportJob.exporter->id), .revision = exportJob.exporter->revision},
          .options = exporterOptions(exportJob),
          .outputRoot = std::move(names.root),
          .clipFiles = std::move(names.clipFiles)}) {}

UnitOfFiles UnitMaker::make(const Asset& asset, std::string output, const Library* library) {
    UnitOfFiles unit{.steps = unitSteps(asset, library),
                     .reading = reading_,
                     .exporting = exporting_,
                     .output = std::move(output),
                     .job = job_.name,
                     .diagnostics = asset.diagnostics,
                     .problem = asset.problem};
    for (const AssetPart& part : asset.parts) {
        const SourceSettings& settings = tables_.settings[part.mainSource().settings];
        const Steps steps = partSteps(*settings.decode);
        bool isFirst = true;
        const auto add = [&](const SourceFile& source, bool isModel) {
            unit.files.push_back({.file = source.file,
                                  .settings = settingsOf(source),
                                  .partSteps = steps,
                                  .isModel = isModel,
                                  .startsPart = std::exchange(isFirst, false)});
        };
        if (part.model) add(*part.model, true);
        for (const SourceFile& clip : part.clips)
            add(clip, false);
    }
    if (library != nullptr) {
        const SourceSettings& settings = tables_.settings[library->owner.settings];
        unit.files.push_back({.file = library->owner.file,
                              .settings = settingsOf(library->owner),
                              .partSteps = partSteps(*settings.decode),
                              .isModel = true,
                              .startsPart = true});
    }
    return unit;
}

const SharedValue<FileSettings>& UnitMaker::settingsOf(const SourceFile& source) {
    const FormatModule& format = tables_.format(source);
    const auto [known, isNew] = knownFiles_.try_emplace({&format, source.settings});
    if (isNew) {
        const SourceSettings& settings = tables_.settings[source.settings];
        known->second = FileSettings{.format = {.id = std::string(format.id), .revision = format.revision},
                                     .options = settings.decode->formatOptions.find(format.id)->second,
                                     .steps = keySteps(settings.keys)};
    }
    return known->second;
}

UnitMaker::Steps UnitMaker::partSteps(const DecodeSettings& decode) {
    // A height decides the scale.
    std::vector<Step> steps = {CoordinatesStep{decode.height ? 1.0 : decode.metresPerUnit}};
    if (decode.height) steps.emplace_back(HeightStep{*decode.height});
    if (decode.isOnGround) steps.emplace_back(GroundStep{});
    steps.emplace_back(SelectStep{decode.select});
    return shared(std::move(steps));
}

UnitMaker::Steps UnitMaker::unitSteps(const Asset& asset, const Library* library) {
    std::vector<Step> steps;
    if (asset.parts.size() > 1) steps.emplace_back(MergeStep{asset.group->name});
    if (hidesUnseen_) steps.emplace_back(RestVisibilityStep{});
    if (rigidSkin_) steps.emplace_back(*rigidSkin_);
    if (rootMotion_) steps.emplace_back(*rootMotion_);
    if (makesTPose_) steps.emplace_back(TPoseStep{});
    std::vector<Step> keys = keySteps(asset.keys);
    const auto reduce =
        std::ranges::find_if(keys, [](const Step& step) { return std::holds_alternative<ReduceStep>(step); });
    if (align_) keys.insert(reduce, *align_);
    std::ranges::move(keys, std::back_inserter(steps));
    if (library != nullptr) steps.emplace_back(LibraryStep{library->file});
    return shared(std::move(steps));
}

std::vector<Step> UnitMaker::keySteps(const KeySettings& keys) const {
    std::vector<Step> steps;
    for (const double rate : keys.rates) {
        // Other rates leave the keys as they are.
        if (rate != kSourceRate) steps.emplace_back(ResampleStep{rate});
    }
    if (keys.reduction) {
        ReduceStep step{*keys.reduction};
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
