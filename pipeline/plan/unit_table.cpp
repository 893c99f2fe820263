#include "pipeline/plan/unit_table.hpp"

#include <algorithm>
#include <utility>

namespace rigkiln {
namespace {

/// Memory per byte of input while a unit is converted: for the file, the scene, the output, and the working
/// data of the steps. Clips need more, because each key becomes floats with a time of its own.
constexpr std::size_t kModelFactor = 8;
constexpr std::size_t kClipFactor = 12;
constexpr std::size_t kUnitBytes = std::size_t{1} << 20U;

}  // namespace

void UnitTable::add(const UnitOfFiles& unit) {
    const std::uint32_t number = rowNumber(units_.size());
    issues_.add(number, unit.diagnostics);
    const std::uint32_t firstFile = rowNumber(unitFiles_.size());
    for (const UnitFile& file : unit.files) {
        unitFiles_.push_back({.file = file.file,
                              .use = uses_.add({.settings = file.settings,
                                                .partSteps = file.partSteps,
                                                .isModel = file.isModel,
                                                .startsPart = file.startsPart})});
    }
    Steps steps = unit.steps;
    std::uint32_t mergedName = kNoRow;
    if (const auto* merge = steps->empty() ? nullptr : std::get_if<MergeStep>(&steps->front())) {
        mergedName = texts_.add(merge->name);
        steps = std::vector<Step>(unit.steps->begin() + 1, unit.steps->end());
    }
    if (unit.problem) problems_.emplace(number, *unit.problem);
    const SplitPath output = splitPath(unit.output);
    const auto suffix = suffixOf(output.name, files_.assetName(unit.files.front().file));
    units_.push_back({.firstFile = firstFile,
                      .fileCount = rowNumber(unitFiles_.size()) - firstFile,
                      .folder = folders_.add(std::string(output.folder)),
                      .name = suffix ? kNoRow : texts_.add(output.name),
                      .target = targets_.add({.steps = std::move(steps),
                                              .reading = unit.reading,
                                              .exporting = unit.exporting,
                                              .job = unit.job,
                                              .suffix = suffix.value_or(0)}),
                      .mergedName = mergedName});
}

/// Returns the number of what follows the name of the asset in that of the output; nothing when the output
/// has another name, or as many suffixes are known as are worth a row of `targets_`.
std::optional<std::uint32_t> UnitTable::suffixOf(std::string_view outputName, std::string_view assetName) {
    constexpr std::size_t kMostSuffixes = 16;
    if (!outputName.starts_with(assetName)) return std::nullopt;
    const std::string suffix(outputName.substr(assetName.size()));
    if (suffixes_.size() < kMostSuffixes || suffixes_.has(suffix)) return suffixes_.add(suffix);
    return std::nullopt;
}

void UnitTable::add(const PlannedUnit& unit) {
    const Recipe& recipe = unit.recipe;
    UnitOfFiles added{.steps = recipe.steps,
                      .reading = recipe.reading,
                      .exporting = recipe.exporting,
                      .output = recipe.output,
                      .job = unit.job,
                      .diagnostics = unit.diagnostics,
                      .problem = unit.problem};
    auto facts = unit.facts.begin();
    for (const Part& part : recipe.parts) {
        bool isFirst = true;
        const auto addFile = [&](const FileRecipe& file, bool isModel) {
            const FileTable::Index row =
                files_.add({.path = file.path, .relative = facts->relative, .sizeBytes = facts->sizeBytes});
            files_.setKind(row, {.kind = facts->kind, .description = facts->description});
            files_.setAssetName(row, file.name);
            if (facts->problem) files_.setProblem(row, *facts->problem);
            added.files.push_back({.file = row,
                                   .settings = file.settings,
                                   .partSteps = part.steps,
                                   .isModel = isModel,
                                   .startsPart = std::exchange(isFirst, false)});
            ++facts;
        };
        if (part.model) addFile(*part.model, true);
        for (const FileRecipe& clip : part.clips)
            addFile(clip, false);
    }
    add(added);
}

std::span<const UnitTable::File> UnitTable::filesOf(std::size_t unit) const {
    return std::span(unitFiles_).subspan(units_[unit].firstFile, units_[unit].fileCount);
}

FileRecipe UnitTable::recipeOf(const File& file) const {
    return {.path = files_.path(file.file).text(),
            .name = std::string(files_.assetName(file.file)),
            .settings = uses_[file.use].settings};
}

Recipe UnitTable::recipe(std::size_t unit) const {
    const Target& target = targets_[units_[unit].target];
    Recipe recipe{.steps = target.steps,
                  .reading = target.reading,
                  .exporting = target.exporting,
                  .output = output(unit)};
    if (units_[unit].mergedName != kNoRow) {
        std::vector<Step> steps = {MergeStep{std::string(texts_[units_[unit].mergedName])}};
        steps.insert(steps.end(), target.steps->begin(), target.steps->end());
        recipe.steps = std::move(steps);
    }
    for (const File& file : filesOf(unit)) {
        const Use& use = uses_[file.use];
        if (use.startsPart) recipe.parts.push_back({.steps = use.partSteps});
        Part& part = recipe.parts.back();
        if (use.isModel) {
            part.model = recipeOf(file);
        } else {
            part.clips.push_back(recipeOf(file));
        }
    }
    return recipe;
}

std::vector<FileFacts> UnitTable::facts(std::size_t unit) const {
    std::vector<FileFacts> all;
    all.reserve(units_[unit].fileCount);
    for (const File& file : filesOf(unit)) {
        const FileKind& kind = *files_.kind(file.file);
        all.push_back({.relative = files_.relative(file.file),
                       .kind = kind.kind,
                       .description = kind.description,
                       .sizeBytes = files_.sizeBytes(file.file)});
        if (const Error* problem = files_.problem(file.file)) all.back().problem = *problem;
    }
    return all;
}

ScannedFile UnitTable::scannedFile(std::size_t unit, std::size_t file) const {
    return files_[filesOf(unit)[file].file];
}

PlannedUnit UnitTable::operator[](std::size_t unit) const {
    PlannedUnit planned{.recipe = recipe(unit),
                        .facts = facts(unit),
                        .job = job(unit),
                        .estimatedBytes = estimatedBytes(unit),
                        .diagnostics = diagnostics(unit)};
    if (const Error* error = problem(unit)) planned.problem = *error;
    return planned;
}

std::string UnitTable::output(std::size_t unit) const {
    return splitOutput(unit).text();
}

const ExportSettings& UnitTable::exporting(std::size_t unit) const {
    return *targets_[units_[unit].target].exporting;
}

const std::string& UnitTable::job(std::size_t unit) const {
    return targets_[units_[unit].target].job;
}

std::size_t UnitTable::estimatedBytes(std::size_t unit) const {
    std::size_t bytes = kUnitBytes;
    for (const File& file : filesOf(unit))
        bytes += files_.sizeBytes(file.file) * (uses_[file.use].isModel ? kModelFactor : kClipFactor);
    return bytes + heldBytes(unit);
}

std::size_t UnitTable::heldBytes(std::size_t unit) const {
    // Archives count only once, because the files are read one after another.
    std::size_t bytes = 0;
    for (const File& file : filesOf(unit))
        bytes = std::max(bytes, files_.heldBytes(file.file));
    return bytes;
}

std::size_t UnitTable::sourceBytes(std::size_t unit) const {
    std::size_t bytes = 0;
    for (const File& file : filesOf(unit))
        bytes += files_.sizeBytes(file.file);
    return bytes;
}

Diagnostics UnitTable::diagnostics(std::size_t unit) const {
    return issues_.of(static_cast<std::uint32_t>(unit));
}

const Error* UnitTable::problem(std::size_t unit) const {
    const auto found = problems_.find(static_cast<std::uint32_t>(unit));
    return found == problems_.end() ? nullptr : &found->second;
}

SplitPath UnitTable::splitOutput(std::size_t unit) const {
    const Unit& row = units_[unit];
    const std::string_view folder = folders_[row.folder];
    if (row.name != kNoRow) return {.folder = folder, .name = texts_[row.name]};
    return {.folder = folder,
            .name = files_.assetName(mainFile(unit)),
            .suffix = suffixes_[targets_[row.target].suffix]};
}

FileTable::Index UnitTable::mainFile(std::size_t unit) const {
    return unitFiles_[units_[unit].firstFile].file;
}

SplitPath UnitTable::sourcePath(std::size_t unit, std::size_t file) const {
    return files_.path(filesOf(unit)[file].file);
}

SplitPath UnitTable::mainPath(std::size_t unit) const {
    return files_.path(mainFile(unit));
}

std::string_view UnitTable::mainName(std::size_t unit) const {
    return files_.assetName(mainFile(unit));
}

std::optional<std::uint64_t> UnitTable::shapeOf(std::size_t unit) const {
    constexpr unsigned kTargetShift = 32;
    const Unit& row = units_[unit];
    if (row.fileCount != 1 || row.mergedName != kNoRow) return std::nullopt;
    return std::uint64_t{row.target} << kTargetShift | unitFiles_[row.firstFile].use;
}

bool UnitTable::isReadAlike(std::size_t left, std::size_t right) const {
    const Target& one = targets_[units_[left].target];
    const Target& other = targets_[units_[right].target];
    if (one.steps != other.steps || one.reading != other.reading) return false;
    const auto mergedName = [this](std::size_t unit) {
        const std::uint32_t name = units_[unit].mergedName;
        return name == kNoRow ? std::string_view() : texts_[name];
    };
    if (mergedName(left) != mergedName(right)) return false;
    return std::ranges::equal(filesOf(left), filesOf(right), [&](const File& file, const File& same) {
        return isSameUse(file.use, same.use) &&
               (file.file == same.file || (files_.path(file.file) == files_.path(same.file) &&
                                           files_.assetName(file.file) == files_.assetName(same.file)));
    });
}

bool UnitTable::isSameUse(std::uint32_t left, std::uint32_t right) const {
    return left == right || uses_[left] == uses_[right];
}

void UnitTable::setProblem(std::size_t unit, Error problem) {
    problems_.insert_or_assign(rowNumber(unit), std::move(problem));
}

void UnitTable::rearrange(std::span<const std::uint32_t> order) {
    PagedRows<std::uint32_t> newNumbers(units_.size(), kNoRow);
    for (std::uint32_t i = 0; i < order.size(); ++i)
        newNumbers[order[i]] = i;
    issues_.rename(newNumbers);
    std::map<std::uint32_t, Error> problems;
    for (auto& [unit, problem] : problems_) {
        if (newNumbers[unit] != kNoRow) problems.emplace(newNumbers[unit], std::move(problem));
    }
    problems_ = std::move(problems);
    // Dropped units go behind the others. Then every cycle of places is turned, without a second table.
    auto behind = static_cast<std::uint32_t>(order.size());
    for (std::uint32_t& number : newNumbers) {
        if (number == kNoRow) number = behind++;
    }
    for (std::uint32_t place = 0; place < units_.size(); ++place) {
        while (newNumbers[place] != place) {
            const std::uint32_t target = newNumbers[place];
            std::swap(units_[place], units_[target]);
            std::swap(newNumbers[place], newNumbers[target]);
        }
    }
    units_.truncate(order.size());
}

void UnitTable::finish() {
    files_.forgetModules();
}

}  // namespace rigkiln
