#include "pipeline/plan/unit_table.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace rigkiln {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMost = kNone;

/// Stands for an asset name that is not the beginning of its file name.
constexpr std::uint8_t kOtherName = 0xFF;

std::uint32_t checked(std::size_t number) {
    if (number >= kMost) throw std::length_error("the plan has more files or names than it can number");
    return static_cast<std::uint32_t>(number);
}

/// Folder and name of an absolute path.
UnitTable::SplitPath split(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return {.folder = {}, .name = path};
    return {.folder = path.substr(0, slash), .name = path.substr(slash + 1)};
}

}  // namespace

std::string UnitTable::SplitPath::text() const {
    std::string path;
    path.reserve(folder.size() + 1 + name.size());
    return path.append(folder).append(1, '/').append(name);
}

std::uint32_t UnitTable::addText(std::string_view text) {
    const std::uint32_t offset = checked(texts_.size());
    // Seven bits of the length in each byte, the lowest first; the highest bit says that more follow.
    std::size_t length = text.size();
    for (; length >= 0x80; length >>= 7U)
        texts_.push_back(static_cast<char>((length & 0x7FU) | 0x80U));
    texts_.push_back(static_cast<char>(length));
    texts_.append(text);
    return offset;
}

std::string_view UnitTable::text(std::uint32_t offset) const {
    std::size_t length = 0;
    std::size_t place = offset;
    for (unsigned shift = 0;; shift += 7) {
        const auto octet = static_cast<unsigned char>(texts_[place++]);
        length |= static_cast<std::size_t>(octet & 0x7FU) << shift;
        if (octet < 0x80) break;
    }
    return std::string_view(texts_).substr(place, length);
}

std::uint32_t UnitTable::addFolder(std::string_view path, std::size_t rootBytes) {
    // Neighbours usually lie in one folder.
    if (!folders_.empty() && folders_.back().path == path && folders_.back().rootBytes == rootBytes)
        return static_cast<std::uint32_t>(folders_.size() - 1);
    Folder folder{.path = std::string(path), .rootBytes = checked(rootBytes)};
    const auto [known, isNew] = folderIds_.try_emplace(std::move(folder), checked(folders_.size()));
    if (isNew) folders_.push_back(known->first);
    return known->second;
}

/// Returns the number of an equal row among the last ones, or of a new one: equal rows follow each other, and
/// a search through all would take quadratic time where every unit has another one.
template <class Row>
std::uint32_t UnitTable::addShared(std::vector<Row>& rows, Row row) {
    constexpr std::size_t kLast = 64;
    const std::size_t end = rows.size() - std::min(rows.size(), kLast);
    for (std::size_t i = rows.size(); i-- > end;) {
        if (rows[i] == row) return static_cast<std::uint32_t>(i);
    }
    rows.push_back(std::move(row));
    return checked(rows.size() - 1);
}

void UnitTable::addFile(const FileRecipe& file, const FileFacts& facts, const FileKind& kind) {
    const SplitPath path = split(file.path);
    const std::size_t number = files_.size();
    const bool isEnd = file.path.ends_with('/' + facts.relative);
    const std::size_t rootBytes = isEnd ? file.path.size() - facts.relative.size() - 1 : 0;
    const bool isBeginning = path.name.starts_with(file.name) && file.name.size() < kOtherName;
    files_.push_back(
        {.sizeBytes = facts.sizeBytes,
         .folder = addFolder(path.folder, rootBytes),
         .name = addText(path.name),
         .kind = addShared(kinds_, kind),
         .assetNameBytes = isBeginning ? static_cast<std::uint8_t>(file.name.size()) : kOtherName});
    if (!isBeginning) assetNames_.emplace(checked(number), file.name);
    if (!isEnd) relatives_.emplace(checked(number), facts.relative);
}

void UnitTable::addIssues(const Diagnostics& diagnostics) {
    const std::uint32_t unit = checked(units_.size());
    std::map<std::string_view, std::size_t> kept;
    for (const Issue& issue : diagnostics.issues()) {
        issues_.push_back({.unit = unit,
                           .where = addText(issue.where),
                           .details = addText(issue.details),
                           .more = 0,
                           .kind = issue.kind});
        if (++kept[issue.kind->id] == Diagnostics::kKeptPerKind)
            issues_.back().more =
                checked(diagnostics.counts().at(issue.kind->id) - Diagnostics::kKeptPerKind);
    }
}

void UnitTable::add(const PlannedUnit& unit) {
    const Recipe& recipe = unit.recipe;
    addIssues(unit.diagnostics);
    const std::uint32_t firstFile = checked(files_.size());
    auto facts = unit.facts.begin();
    for (const Part& part : recipe.parts) {
        bool isFirst = true;
        const auto add = [&](const FileRecipe& file, bool isModel) {
            addFile(file, *facts,
                    {.settings = file.settings,
                     .partSteps = part.steps,
                     .description = facts->description,
                     .kind = facts->kind,
                     .isModel = isModel,
                     .startsPart = std::exchange(isFirst, false)});
            ++facts;
        };
        if (part.model) add(*part.model, true);
        for (const FileRecipe& clip : part.clips)
            add(clip, false);
    }
    const SplitPath output = split(recipe.output);
    Steps steps = recipe.steps;
    std::uint32_t mergedName = kNone;
    if (const auto* merge = steps->empty() ? nullptr : std::get_if<MergeStep>(&steps->front())) {
        mergedName = addText(merge->name);
        steps = std::vector<Step>(recipe.steps->begin() + 1, recipe.steps->end());
    }
    if (unit.problem) problems_.emplace(checked(units_.size()), *unit.problem);
    units_.push_back({.estimatedBytes = unit.estimatedBytes,
                      .firstFile = firstFile,
                      .fileCount = checked(files_.size()) - firstFile,
                      .folder = addFolder(output.folder, 0),
                      .name = addText(output.name),
                      .target = addShared(targets_, Target{.steps = std::move(steps),
                                                           .reading = recipe.reading,
                                                           .exporting = recipe.exporting,
                                                           .job = unit.job}),
                      .mergedName = mergedName});
}

std::span<const UnitTable::File> UnitTable::filesOf(std::size_t unit) const {
    return std::span(files_).subspan(units_[unit].firstFile, units_[unit].fileCount);
}

UnitTable::SplitPath UnitTable::pathOf(const File& file) const {
    return {.folder = folders_[file.folder].path, .name = text(file.name)};
}

FileRecipe UnitTable::recipeOf(const File& file) const {
    const SplitPath path = pathOf(file);
    const bool isBeginning = file.assetNameBytes != kOtherName;
    return {.path = path.text(),
            .name = isBeginning ? std::string(path.name.substr(0, file.assetNameBytes))
                                : assetNames_.at(numberOf(file)),
            .settings = kinds_[file.kind].settings};
}

std::uint32_t UnitTable::numberOf(const File& file) const {
    return static_cast<std::uint32_t>(&file - files_.data());
}

std::string UnitTable::relativeOf(const File& file) const {
    const auto other = relatives_.find(numberOf(file));
    if (other != relatives_.end()) return other->second;
    return pathOf(file).text().substr(folders_[file.folder].rootBytes + 1);
}

Recipe UnitTable::recipe(std::size_t unit) const {
    const Target& target = targets_[units_[unit].target];
    Recipe recipe{.steps = target.steps,
                  .reading = target.reading,
                  .exporting = target.exporting,
                  .output = output(unit)};
    if (units_[unit].mergedName != kNone) {
        std::vector<Step> steps = {MergeStep{std::string(text(units_[unit].mergedName))}};
        steps.insert(steps.end(), target.steps->begin(), target.steps->end());
        recipe.steps = std::move(steps);
    }
    for (const File& file : filesOf(unit)) {
        const FileKind& kind = kinds_[file.kind];
        if (kind.startsPart) recipe.parts.push_back({.steps = kind.partSteps});
        Part& part = recipe.parts.back();
        if (kind.isModel) {
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
        const FileKind& kind = kinds_[file.kind];
        all.push_back({.relative = relativeOf(file),
                       .kind = kind.kind,
                       .description = kind.description,
                       .sizeBytes = file.sizeBytes});
    }
    return all;
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

std::size_t UnitTable::sourceBytes(std::size_t unit) const {
    std::size_t bytes = 0;
    for (const File& file : filesOf(unit))
        bytes += file.sizeBytes;
    return bytes;
}

Diagnostics UnitTable::diagnostics(std::size_t unit) const {
    Diagnostics all;
    const auto number = static_cast<std::uint32_t>(unit);
    for (auto place = std::ranges::lower_bound(issues_, number, {}, &PlanIssue::unit);
         place != issues_.end() && place->unit == number; ++place) {
        const PlanIssue& issue = *place;
        all.add(*issue.kind, std::string(text(issue.where)), std::string(text(issue.details)));
        for (std::uint32_t i = 0; i < issue.more; ++i)
            all.add(*issue.kind, {});
    }
    return all;
}

const Error* UnitTable::problem(std::size_t unit) const {
    const auto found = problems_.find(static_cast<std::uint32_t>(unit));
    return found == problems_.end() ? nullptr : &found->second;
}

UnitTable::SplitPath UnitTable::splitOutput(std::size_t unit) const {
    return {.folder = folders_[units_[unit].folder].path, .name = text(units_[unit].name)};
}

UnitTable::SplitPath UnitTable::mainPath(std::size_t unit) const {
    return pathOf(files_[units_[unit].firstFile]);
}

bool UnitTable::isReadAlike(std::size_t left, std::size_t right) const {
    const Target& one = targets_[units_[left].target];
    const Target& other = targets_[units_[right].target];
    if (one.steps != other.steps || one.reading != other.reading) return false;
    const auto mergedName = [this](std::size_t unit) {
        const std::uint32_t name = units_[unit].mergedName;
        return name == kNone ? std::string_view() : text(name);
    };
    if (mergedName(left) != mergedName(right)) return false;
    return std::ranges::equal(filesOf(left), filesOf(right), [&](const File& file, const File& same) {
        return isSameKind(file.kind, same.kind) && pathOf(file) == pathOf(same);
    });
}

bool UnitTable::isSameKind(std::uint32_t left, std::uint32_t right) const {
    const FileKind& one = kinds_[left];
    const FileKind& other = kinds_[right];
    return left == right || (one.settings == other.settings && one.partSteps == other.partSteps &&
                             one.isModel == other.isModel && one.startsPart == other.startsPart);
}

void UnitTable::setProblem(std::size_t unit, Error problem) {
    problems_.insert_or_assign(checked(unit), std::move(problem));
}

void UnitTable::rearrange(std::span<const std::uint32_t> order) {
    std::vector<std::uint32_t> newNumbers(units_.size(), kNone);
    std::vector<Unit> units;
    units.reserve(order.size());
    for (const std::uint32_t unit : order) {
        newNumbers[unit] = static_cast<std::uint32_t>(units.size());
        units.push_back(units_[unit]);
    }
    units_ = std::move(units);
    for (PlanIssue& issue : issues_)
        issue.unit = newNumbers[issue.unit];
    std::erase_if(issues_, [](const PlanIssue& issue) { return issue.unit == kNone; });
    std::ranges::stable_sort(issues_, {}, &PlanIssue::unit);
    std::map<std::uint32_t, Error> problems;
    for (auto& [unit, problem] : problems_) {
        if (newNumbers[unit] != kNone) problems.emplace(newNumbers[unit], std::move(problem));
    }
    problems_ = std::move(problems);
}

void UnitTable::finish() {
    units_.shrink_to_fit();
    files_.shrink_to_fit();
    folders_.shrink_to_fit();
    texts_.shrink_to_fit();
    issues_.shrink_to_fit();
    folderIds_.clear();
}

}  // namespace rigkiln
