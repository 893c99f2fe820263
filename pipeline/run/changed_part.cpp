#include "pipeline/run/changed_part.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/scan_filter.hpp"
#include "pipeline/report/distinct_paths.hpp"
#include "pipeline/run/fresh_units.hpp"
#include "pipeline/run/unit_results.hpp"

namespace rigkiln {
namespace {

/// A plan of more units takes as long as that of all.
constexpr std::size_t kMostUnits = 3000;

/// Whether a summary tells no more of a unit than its sums.
bool isPlain(const UnitReport& unit) {
    const bool isComplete = unit.status == UnitStatus::Unchanged && !unit.error && unit.issues.empty() &&
                            unit.issueCounts.empty() && unit.textureSearch.missing.empty();
    const bool isConverted = std::ranges::all_of(unit.inputs, [](const InputReport& input) {
        return input.status == InputStatus::Converted && !input.error;
    });
    return isComplete && isConverted && !unit.inputs.empty() && unit.reductions.empty() &&
           !unit.hasSharedFiles;
}

bool isModel(const UnitReport& unit) {
    return unit.inputs.front().role == InputRole::Model;
}

/// A scan and the files that the part gives it.
struct ScanOfPart {
    std::size_t job = 0;
    std::string prefix{};  ///< of paths below the root
    ScanFilter filter;

    /// Returns the path below the root; empty: the scan does not take it.
    [[nodiscard]] std::string_view relative(std::string_view path) const {
        if (!path.starts_with(prefix)) return {};
        path.remove_prefix(prefix.size());
        return filter.takes(path) ? path : std::string_view();
    }
};

class PartPlanner {
public:
    explicit PartPlanner(const ChangedPartRequest& request)
        : request_(request), changed_(request.last.changed.begin(), request.last.changed.end()) {}

    std::optional<ChangedPart> run() {
        if (!request_.last.run.parts) return std::nullopt;
        const RunParts& parts = *request_.last.run.parts;
        special_.insert(parts.special.begin(), parts.special.end());
        part_.others = parts.others;
        if (!compileScans() || !findRows(parts) || !decodeRows() || !plan() || mayBindOthers() ||
            !compareUnits() || !takeOthers())
            return std::nullopt;
        for (const IgnoredReport& file : parts.ignored)
            part_.plan.ignored.push_back({file.path, file.description, file.known});
        return std::move(part_);
    }

private:
    struct Row {
        std::string bytes{};
        UnitRecord record{};
    };

    [[nodiscard]] const std::vector<Job>& jobs() const { return request_.settings.jobs; }

    bool compileScans() {
        for (std::size_t i = 0; i < jobs().size(); ++i) {
            const Job& job = jobs()[i];
            if (job.kind->task != JobTask::Scan) continue;
            if (!job.given.empty()) return false;
            const OptionValues& options = job.options;
            Result<ScanFilter> filter = ScanFilter::compile(options.list("include"), options.list("exclude"),
                                                            options.flag("ignore_case"));
            if (!filter) return false;
            std::string root = std::filesystem::path(options.text("root")).lexically_normal().string();
            if (!root.ends_with('/')) root += '/';
            scans_.push_back({.job = i, .prefix = std::move(root), .filter = std::move(*filter)});
        }
        return true;
    }

    /// Goes through the rows of all units, and keeps those that the changed files decide and special ones.
    bool findRows(const RunParts& parts) {
        std::uint64_t rows = 0;
        std::uint64_t digest = 0;
        std::set<std::string, std::less<>> mentioned;
        const bool isRead = request_.state.forEach([&](std::string_view output, std::string_view bytes) {
            ++rows;
            const std::uint64_t own = digestOfRow(output, bytes);
            digest += own;
            const bool isChanged = mentionsChanged(bytes, mentioned);
            if ((!isChanged && !special_.contains(output)) || rows_.size() > kMostUnits) return;
            rows_.emplace(output, Row{.bytes = std::string(bytes)});
            part_.otherDigest -= own;
        });
        part_.otherDigest += digest;
        part_.otherRows = rows - rows_.size();
        const bool areAllSpecial =
            std::ranges::all_of(special_, [&](const std::string& output) { return rows_.contains(output); });
        return isRead && !hasDamage_ && rows == parts.rowCount && digest == parts.rows && areAllSpecial &&
               rows_.size() <= kMostUnits && mentioned.size() == changed_.size();
    }

    bool mentionsChanged(std::string_view bytes, std::set<std::string, std::less<>>& mentioned) {
        const std::optional<RecordFiles> files = decodeRecordFiles(bytes);
        hasDamage_ = hasDamage_ || !files;
        if (!files) return false;
        bool isFound = false;
        const auto ask = [&](const std::string& path) {
            if (!changed_.contains(path)) return;
            isFound = true;
            mentioned.insert(path);
        };
        for (const Look& look : files->looks)
            ask(look.path);
        for (const OutputRecord& output : files->outputs)
            ask(output.path);
        return isFound;
    }

    bool decodeRows() {
        for (auto& [output, row] : rows_) {
            std::optional<UnitRecord> record = request_.state.decode(row.bytes);
            if (!record) return false;
            const auto isChangedArchive = [&](const Look& look) {
                return look.kind == LookKind::Archive && changed_.contains(look.path);
            };
            if (std::ranges::any_of(record->looks, isChangedArchive)) return false;
            row.record = std::move(*record);
        }
        return true;
    }

    [[nodiscard]] bool isScanned(std::string_view path) const {
        return std::ranges::any_of(scans_,
                                   [&](const ScanOfPart& scan) { return !scan.relative(path).empty(); });
    }

    /// Finds the changed files that a plan takes into account: not those that it did not know and does not.
    void findSources(const std::vector<IgnoredFile>& now) {
        for (const std::string& path : changed_) {
            if (!isScanned(path)) continue;
            const auto isUnknown = [&](const auto& file) { return file.path == path && !file.known; };
            const bool wasUnknown = std::ranges::any_of(request_.last.run.parts->ignored, isUnknown);
            if (!wasUnknown || std::ranges::none_of(now, isUnknown)) changedSources_.push_back(path);
        }
    }

    /// The names of joints in a source decide about files that no unit of it has looked at.
    [[nodiscard]] bool mayBindOthers() const {
        const auto isBind = [](const Job& job) { return job.kind->task == JobTask::Bind; };
        return !changedSources_.empty() && std::ranges::any_of(jobs(), isBind);
    }

    bool plan() {
        std::vector<std::vector<GivenFile>> given(jobs().size());
        std::set<std::string> paths;
        for (const auto& [output, row] : rows_) {
            for (const Look& look : row.record.looks) {
                if (look.kind == LookKind::Read) paths.insert(look.path);
            }
        }
        for (const ScanOfPart& scan : scans_) {
            std::vector<GivenFile>& files = given[scan.job];
            for (const std::string& path : paths) {
                const std::string_view relative = scan.relative(path);
                if (!relative.empty()) files.push_back({.path = path, .name = std::string(relative)});
            }
            std::ranges::sort(files, {}, &GivenFile::name);
        }
        Result<Plan> planned = makePlan({.settings = request_.settings,
                                         .registries = request_.registries,
                                         .stopLevel = request_.stopLevel,
                                         .disk = request_.disk,
                                         .only = &given});
        if (!planned || planned->interrupted || !planned->environment.empty()) return false;
        part_.plan = std::move(*planned);
        findSources(part_.plan.ignored);
        part_.plan.ignored.clear();  // of a part of the scans
        return true;
    }

    /// Compares the planned units with those of the last run, and drops those that nothing changed. Units of
    /// one source stay together, because summaries count sources.
    bool compareUnits() {
        UnitTable& units = part_.plan.units;
        KeyMaker keys(units, request_.settings.failOn);
        std::set<std::string, std::less<>> mainSources;
        for (std::size_t unit = 0; unit < units.size(); ++unit) {
            if (rows_.contains(units.output(unit))) mainSources.insert(units.mainPath(unit).text());
        }
        std::vector<std::uint32_t> kept;
        std::set<std::string, std::less<>> sources;
        for (std::size_t unit = 0; unit < units.size(); ++unit) {
            const Row* row = rowOf(units.output(unit));
            if (row == nullptr || units.problem(unit) != nullptr) return false;
            const RecordKey key = keys.keyOf(unit);
            if (key.recipe != row->record.key.recipe || key.planning != row->record.key.planning)
                return false;
            if (!mainSources.contains(units.mainPath(unit).text())) continue;
            kept.push_back(static_cast<std::uint32_t>(unit));
            const Recipe recipe = units.recipe(unit);
            for (const FileRecipe* file : recipe.files())
                sources.insert(file->path);
        }
        for (const std::uint32_t unit : kept)
            isPlanned_.insert(units.output(unit));
        const auto isPlanned = [&](const auto& row) { return isPlanned_.contains(row.first); };
        const auto isUsed = [&](const std::string& path) { return sources.contains(path); };
        // Outputs of units differ: those with a problem apart.
        if (isPlanned_.size() != kept.size() || !std::ranges::all_of(rows_, isPlanned) ||
            !std::ranges::all_of(changedSources_, isUsed))
            return false;
        takeSiblings();
        units.rearrange(kept);
        return true;
    }

    /// Returns the row of a planned unit; null: there is none.
    const Row* rowOf(const std::string& output) {
        if (const auto row = rows_.find(output); row != rows_.end()) return &row->second;
        if (const auto row = unchanged_.find(output); row != unchanged_.end()) return &row->second;
        std::optional<std::string> bytes = request_.state.findRow(output);
        std::optional<UnitRecord> record = bytes ? request_.state.decode(*bytes) : std::nullopt;
        if (!record) return nullptr;
        return &unchanged_.emplace(output, Row{.bytes = std::move(*bytes), .record = std::move(*record)})
                    .first->second;
    }

    /// Takes units that nothing changed, besides others of the same source.
    void takeSiblings() {
        for (auto& [output, row] : unchanged_) {
            if (!isPlanned_.contains(output)) continue;
            part_.otherDigest -= digestOfRow(output, row.bytes);
            --part_.otherRows;
            rows_.emplace(output, std::move(row));
        }
    }

    /// Subtracts the plain units of the plan from the sums of all plain units.
    bool takeOthers() {
        UnlistedUnits& others = part_.others;
        std::set<std::string> models;
        for (std::size_t unit = 0; unit < part_.plan.units.size(); ++unit) {
            UnitReport report = openReport(part_.plan.units, unit);
            if (special_.contains(report.output)) continue;
            UnitRecord record = rows_.at(report.output).record;
            const auto sums = others.byFormat.find(report.format);
            if (!restoreReport(report, record) || !isPlain(report) || sums == others.byFormat.end())
                return false;
            // Nobody knows the second largest.
            if (report.positionError && report.positionError == others.positionError) return false;
            ReportTotals own;
            own.add(report);
            sums->second -= own;
            if (sums->second.units == 0) others.byFormat.erase(sums);
            if (isModel(report)) models.insert(report.inputs.front().path);
        }
        others.models -= models.size();
        return true;
    }

    const ChangedPartRequest& request_;
    std::set<std::string, std::less<>> changed_;
    std::set<std::string, std::less<>> special_;
    std::vector<ScanOfPart> scans_;
    std::map<std::string, Row, std::less<>> rows_;       ///< by output
    std::map<std::string, Row, std::less<>> unchanged_;  ///< of other planned units
    std::set<std::string, std::less<>> isPlanned_;       ///< outputs
    std::vector<std::string> changedSources_;            ///< those of the changed files that scans take
    bool hasDamage_ = false;
    ChangedPart part_;
};

}  // namespace

std::optional<ChangedPart> planChangedPart(const ChangedPartRequest& request) {
    return PartPlanner(request).run();
}

bool addRows(RunParts& parts, const ChangedPart& part, RunState& state) {
    state.flush();
    parts.rowCount = part.otherRows;
    parts.rows = part.otherDigest;
    for (std::size_t unit = 0; unit < part.plan.units.size(); ++unit) {
        const std::string output = part.plan.units.output(unit);
        const std::optional<std::string> row = state.findRow(output);
        if (!row) return false;
        ++parts.rowCount;
        parts.rows += digestOfRow(output, *row);
    }
    return true;
}

bool hasLeftFiles(const Plan& part, RunState& state) {
    state.flush();
    for (std::size_t unit = 0; unit < part.units.size(); ++unit) {
        if (state.findRow(keyOfLeftFiles(part.units.output(unit)))) return true;
    }
    return false;
}

std::optional<RunParts> partsOf(const RunReport& report) {
    RunParts parts;
    if (report.others) parts.others = *report.others;
    parts.others.outputRoots = report.outputRoots;
    parts.ignored = report.ignored;
    std::set<std::string, std::less<>> ofSpecial;  // sources
    bool mayHaveParts = true;
    forEachUnit(report, UnitTrait::Any, [&](const UnitReport& unit, std::size_t /*number*/) {
        const bool isUnplanned = unit.status == UnitStatus::Failed && unit.phase == FailurePhase::Planning;
        mayHaveParts = mayHaveParts && !isUnplanned && !unit.inputs.empty() &&
                       ofSpecial.size() <= RunParts::kMostSpecial;
        if (mayHaveParts && !isPlain(unit)) ofSpecial.insert(unit.inputs.front().path);
    });
    if (!mayHaveParts || ofSpecial.size() > RunParts::kMostSpecial) return std::nullopt;
    DistinctPaths models;
    forEachUnit(report, UnitTrait::Any, [&](const UnitReport& unit, std::size_t /*number*/) {
        if (ofSpecial.contains(unit.inputs.front().path)) {
            parts.special.push_back(unit.output);
            return;
        }
        parts.others.byFormat[unit.format].add(unit);
        if (isModel(unit)) models.add(unit.inputs.front().path);
        if (unit.positionError)
            parts.others.positionError =
                std::max(parts.others.positionError.value_or(0), *unit.positionError);
    });
    parts.others.models += models.count();
    const bool isSmall =
        parts.special.size() <= RunParts::kMostSpecial && parts.ignored.size() <= RunParts::kMostIgnored;
    return isSmall ? std::optional(std::move(parts)) : std::nullopt;
}

}  // namespace rigkiln
