#include "pipeline/run/fresh_units.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "pipeline/base/run_on_threads.hpp"
#include "pipeline/recipe/recipe_json.hpp"
#include "pipeline/run/unit_results.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kRecordsAtOnce = 1024;
constexpr std::size_t kRecordsPerTask = 128;

ContentDigest digestOfText(std::string_view text) {
    return digestOf(std::as_bytes(std::span(text)));
}

ContentDigest digestOfIssues(const Diagnostics& diagnostics) {
    if (diagnostics.counts().empty()) return {};
    std::string text;
    const auto add = [&text](std::string_view part) { text.append(part).push_back('\0'); };
    for (const Issue& issue : diagnostics.issues()) {
        add(issue.kind->id);
        add(issue.where);
        add(issue.details);
    }
    for (const auto& [id, count] : diagnostics.counts()) {
        add(id);
        add(std::to_string(count));
    }
    return digestOfText(text);
}

/// Shapes that a key maker remembers.
constexpr std::size_t kMostShapes = 10'000;

/// Returns the digest of a recipe without paths and names of files.
ContentDigest digestOfShape(Recipe recipe) {
    const auto clear = [](FileRecipe& file) {
        file.path.clear();
        file.name.clear();
    };
    for (Part& part : recipe.parts) {
        if (part.model) clear(*part.model);
        std::ranges::for_each(part.clips, clear);
    }
    recipe.output.clear();
    return digestOfText(recipeToJson(recipe));
}

/// Appends the name of a file behind its path.
void addName(std::string_view name, std::string& texts) {
    texts.append(1, '\0').append(name).append(1, '\0');
}

/// Returns the digest of a recipe of its paths and names, and of the rest.
ContentDigest digestOfTexts(std::string texts, const ContentDigest& shape) {
    texts.append(reinterpret_cast<const char*>(&shape), sizeof shape);
    return digestOfText(texts);
}

/// A unit of the plan and the bytes of its record.
struct Candidate {
    std::size_t unit = 0;
    std::string bytes{};
    Verdict verdict{};
    std::optional<UnitRecord> record{};
};

/// Compares the units of a plan with what is remembered, some thousand at a time.
class Search {
public:
    Search(const Plan& plan, RunState& state, ArtFiles& files, const FailOn& failOn,
           const FreshnessOptions& options, const std::function<bool(std::size_t, UnitRecord)>& take,
           const StaleUnit& stale)
        : units_(plan.units),
          state_(state),
          keys_(plan.units, failOn),
          check_(files.tree(), files.folders(), options),
          take_(take),
          stale_(stale),
          verdicts_(plan.units.size()) {}

    Verdicts run(RowAccess access) {
        if (access == RowAccess::Search) {
            searchRows();
        } else {
            readRows();
        }
        decide();
        for (auto& [unit, bytes] : refreshed_)
            state_.remember(units_.output(unit), std::move(bytes));
        return std::move(verdicts_);
    }

private:
    void searchRows() {
        for (std::size_t unit = 0; unit < units_.size(); ++unit) {
            std::optional<std::string> row = state_.findRow(units_.output(unit));
            if (row && units_.problem(unit) == nullptr)
                candidates_.push_back({.unit = unit, .bytes = std::move(*row)});
            if (candidates_.size() == kRecordsAtOnce) decide();
        }
    }

    void readRows() {
        std::size_t next = 0;
        const bool isWhole = state_.forEach([&](std::string_view output, std::string_view bytes) {
            // Both are in the order of the outputs.
            while (next < units_.size() && isBefore(next, output))
                ++next;
            if (next == units_.size() || units_.output(next) != output) return;
            if (units_.problem(next) == nullptr)
                candidates_.push_back({.unit = next, .bytes = std::string(bytes)});
            ++next;
            if (candidates_.size() == kRecordsAtOnce) decide();
        });
        // Rows that were read before the damage are true all the same; the new one learns it with the next
        // run.
        static_cast<void>(isWhole);
    }

    /// Also passes over units that share an output with another one and failed for that.
    [[nodiscard]] bool isBefore(std::size_t unit, std::string_view output) const {
        const int order = units_.output(unit).compare(output);
        if (order != 0) return order < 0;
        return units_.problem(unit) != nullptr && unit + 1 < units_.size() &&
               units_.output(unit + 1) == output;
    }

    void decide() {
        const std::size_t tasks = (candidates_.size() + kRecordsPerTask - 1) / kRecordsPerTask;
        runOnThreads(tasks, [this](std::size_t task) {
            const std::size_t first = task * kRecordsPerTask;
            const std::size_t count = std::min(kRecordsPerTask, candidates_.size() - first);
            for (Candidate& candidate : std::span(candidates_).subspan(first, count))
                decide(candidate);
        });
        for (Candidate& candidate : candidates_) {
            verdicts_.set(candidate.unit, candidate.verdict);
            if (!candidate.verdict.isFresh()) {
                if (stale_ && candidate.record) stale_(candidate.unit, *candidate.record, candidate.verdict);
                continue;
            }
            if (candidate.verdict.isRefreshed)
                refreshed_.emplace_back(candidate.unit, encodeUnitRecord(*candidate.record));
            if (!take_(candidate.unit, std::move(*candidate.record)))
                verdicts_.set(candidate.unit, {.freshness = Freshness::RecipeChanged});
        }
        candidates_.clear();
    }

    void decide(Candidate& candidate) {
        candidate.verdict = {.freshness = Freshness::New};
        candidate.record = state_.decode(candidate.bytes);
        if (!candidate.record) return;
        candidate.verdict = check_.check(*candidate.record, keys_.keyOf(candidate.unit), state_.started());
    }

    const UnitTable& units_;
    RunState& state_;
    KeyMaker keys_;
    FreshnessCheck check_;
    const std::function<bool(std::size_t, UnitRecord)>& take_;
    const StaleUnit& stale_;
    Verdicts verdicts_;
    std::vector<Candidate> candidates_;
    std::vector<std::pair<std::size_t, std::string>> refreshed_;  ///< records by unit
};

}  // namespace

void Verdicts::set(std::size_t unit, const Verdict& verdict) {
    entries_[unit] = {.freshness = verdict.freshness, .isRefreshed = verdict.isRefreshed};
    if (!verdict.path.empty())
        paths_.push_back({.unit = static_cast<std::uint32_t>(unit), .text = texts_.add(verdict.path)});
}

Verdict Verdicts::operator[](std::size_t unit) const {
    Verdict verdict{
        .freshness = entries_[unit].freshness, .path = {}, .isRefreshed = entries_[unit].isRefreshed};
    const auto path = std::ranges::lower_bound(paths_, unit, {}, &Path::unit);
    if (path != paths_.end() && path->unit == unit) verdict.path = texts_[path->text];
    return verdict;
}

ContentDigest digestOfPolicy(const FailOn& failOn) {
    if (!failOn.warnings && failOn.ids.empty()) return {};
    std::string text = failOn.warnings ? "warnings" : "";
    for (const std::string& id : failOn.ids)
        text.append(1, '\0').append(id);
    return digestOfText(text);
}

KeyMaker::KeyMaker(const UnitTable& units, const FailOn& failOn)
    : units_(units), policy_(digestOfPolicy(failOn)) {}

RecordKey KeyMaker::keyOf(std::size_t unit) {
    const std::optional<std::uint64_t> shape = units_.shapeOf(unit);
    return {.recipe = shape ? digestOfOneFile(unit, *shape) : digestOfRecipe(units_.recipe(unit)),
            .planning = digestOfIssues(units_.diagnostics(unit)),
            .policy = policy_};
}

/// Returns the same as digestOfRecipe, without making the recipe.
ContentDigest KeyMaker::digestOfOneFile(std::size_t unit, std::uint64_t shape) {
    std::optional<ContentDigest> known;
    {
        const std::lock_guard lock(mutex_);
        const auto found = shapesOfOneFile_.find(shape);
        if (found != shapesOfOneFile_.end()) known = found->second;
    }
    if (!known) {
        known = digestOfShape(units_.recipe(unit));
        const std::lock_guard lock(mutex_);
        if (shapesOfOneFile_.size() < kMostShapes) shapesOfOneFile_.emplace(shape, *known);
    }
    std::string texts = units_.mainPath(unit).text();
    addName(units_.mainName(unit), texts);
    texts += units_.output(unit);
    return digestOfTexts(std::move(texts), *known);
}

ContentDigest KeyMaker::digestOfRecipe(const Recipe& recipe) {
    std::vector<const void*> settings = sharedSettings(recipe);
    if (settings.empty()) return digestOfText(recipeToJson(recipe));
    std::string texts;
    for (const FileRecipe* file : recipe.files()) {
        texts += file->path;
        addName(file->name, texts);
    }
    texts += recipe.output;
    std::optional<ContentDigest> shape;
    {
        const std::lock_guard lock(mutex_);
        const auto known = shapes_.find(settings);
        if (known != shapes_.end()) shape = known->second;
    }
    if (!shape) {
        shape = digestOfShape(recipe);
        const std::lock_guard lock(mutex_);
        if (shapes_.size() < kMostShapes) shapes_.emplace(std::move(settings), *shape);
    }
    return digestOfTexts(std::move(texts), *shape);
}

Verdicts findFreshUnits(const Plan& plan, RunState& state, ArtFiles& files, const FailOn& failOn,
                        const FreshnessOptions& options,
                        const std::function<bool(std::size_t, UnitRecord)>& take, RowAccess access,
                        const StaleUnit& stale) {
    return Search(plan, state, files, failOn, options, take, stale).run(access);
}

bool restoreReport(UnitReport& report, UnitRecord& record) {
    if (!takeResults(report, std::move(record.report))) return false;
    if (report.status != UnitStatus::Failed) report.status = UnitStatus::Unchanged;
    report.isRemembered = true;
    return true;
}

}  // namespace rigkiln
