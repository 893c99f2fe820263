#include "pipeline/run/unit_store.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <span>

#include <xxhash.h>

#include "pipeline/report/exit_code.hpp"
#include "pipeline/run/unit_results.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {
namespace {

/// Parts of a report that encodeUnitResults leaves out.
struct Besides {
    StageTimes times{};
    bool isRemembered = false;
    bool isCached = false;
    bool hasSharedFiles = false;
    bool isRecorded = false;
    bool hasStaleOutput = false;
};

std::uint8_t traitsOf(const UnitReport& report) {
    const bool isMade = report.status == UnitStatus::Written || report.status == UnitStatus::Unchanged;
    const bool isConverted = std::ranges::all_of(report.inputs, [](const InputReport& input) {
        return input.status == InputStatus::Converted && !input.error;
    });
    unsigned traits = 0;
    const auto add = [&](bool has, UnitTrait trait) {
        if (has) traits |= static_cast<unsigned>(trait);
    };
    add(!isMade || report.error || !isConverted || report.inputs.empty() || report.hasStaleOutput,
        UnitTrait::Failure);
    add(!report.issues.empty() || !report.issueCounts.empty(), UnitTrait::Issues);
    add(!report.textureSearch.missing.empty(), UnitTrait::MissingTextures);
    add(!report.reductions.empty(), UnitTrait::Reductions);
    return static_cast<std::uint8_t>(traits);
}

void takeLarger(std::optional<double>& largest, const std::optional<double>& value) {
    if (value) largest = std::max(largest.value_or(*value), *value);
}

}  // namespace

UnitStore::UnitStore(const UnitTable& units, bool keepsAll, std::string folder, Disk& disk)
    : units_(units), keepsAll_(keepsAll), spool_(std::move(folder), disk), hasSiblings_(units.size()) {
    findSiblings();
}

/// Finds units of one source: summaries count sources, so their sums alone would not do.
void UnitStore::findSiblings() {
    struct Source {
        XXH64_hash_t hash = 0;
        std::uint32_t unit = 0;
        auto operator<=>(const Source&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
    };
    PagedRows<Source> sources;
    sources.reserve(units_.size());
    for (std::size_t unit = 0; unit < units_.size(); ++unit) {
        const std::string path = units_.mainPath(unit).text();
        sources.push_back(
            {.hash = XXH3_64bits(path.data(), path.size()), .unit = static_cast<std::uint32_t>(unit)});
    }
    sortRows(sources);
    for (std::size_t i = 1; i < sources.size(); ++i) {
        if (sources[i].hash == sources[i - 1].hash)
            hasSiblings_[sources[i].unit] = hasSiblings_[sources[i - 1].unit] = true;
    }
}

void UnitStore::add(std::size_t number, UnitReport report, const std::vector<const SharedFile*>& shared) {
    report.hasSharedFiles = !shared.empty();
    for (const SharedFile* file : shared) {
        const auto owner = owners_.try_emplace(file, number).first;
        owner->second = std::min(owner->second, number);
    }
    const bool isPlain = traitsOf(report) == 0 && !hasSiblings_[number] && shared.empty();
    addToSums(report, isPlain);
    if (!isPlain || keepsAll_) keep(number, report, isPlain);
}

void UnitStore::addToSums(const UnitReport& report, bool isPlain) {
    (isPlain ? plain_.byFormat : facts_.byFormat)[report.format].add(report);
    takeLarger(isPlain ? plain_.positionError : facts_.positionError, report.positionError);
    const bool isDone = report.isRemembered || report.isCached;
    facts_.isAnyRemembered = facts_.isAnyRemembered || isDone;
    facts_.areAllRemembered = facts_.areAllRemembered && report.isRemembered;
    if (!isDone) facts_.bytesRead += report.bytesIn;
    facts_.exitCode = std::max(facts_.exitCode, exitCodeOfFailures(report));
    if (report.inputs.empty() || report.inputs.front().role != InputRole::Model) return;
    if (isPlain) {
        ++plain_.models;
    } else {
        models_.add(report.inputs.front().path);
    }
}

void UnitStore::keep(std::size_t number, const UnitReport& report, bool isPlain) {
    addCode(report.error);
    for (const InputReport& input : report.inputs)
        addCode(input.error);
    const Besides besides{.times = report.times,
                          .isRemembered = report.isRemembered,
                          .isCached = report.isCached,
                          .hasSharedFiles = report.hasSharedFiles,
                          .isRecorded = report.isRecorded,
                          .hasStaleOutput = report.hasStaleOutput};
    std::string bytes(reinterpret_cast<const char*>(&besides), sizeof besides);
    bytes += encodeUnitResults(report);
    entries_.push_back({.number = static_cast<std::uint32_t>(number),
                        .results = spool_.add(bytes),
                        .traits = traitsOf(report),
                        .isPlain = isPlain});
}

void UnitStore::addCode(const std::optional<Error>& error) {
    if (!error) return;
    const auto place = std::ranges::lower_bound(codes_, error->code().id, {}, &ErrorCode::id);
    if (place == codes_.end() || (*place)->id != error->code().id) codes_.insert(place, &error->code());
}

void UnitStore::finish() {
    hasSiblings_ = {};
    sortRows(entries_);
    facts_.models = models_.count();
    models_ = {};
    for (const auto& [file, owner] : owners_) {
        const std::string format = units_.recipe(owner).mainFile().settings->format.id;
        facts_.byFormat[format].bytesOut += file->bytes;
        sharedBytes_[owner] += file->bytes;
    }
    owners_.clear();
}

UnitReport UnitStore::decode(const Entry& entry) const {
    const std::string_view bytes = spool_.at(entry.results);
    Besides besides;
    std::memcpy(&besides, bytes.data(), sizeof besides);
    UnitReport results = decodeUnitResults(bytes.substr(sizeof besides), codes_);
    UnitReport report = openReport(units_, entry.number);
    for (std::size_t i = 0; i < report.inputs.size(); ++i) {
        InputReport& input = report.inputs[i];
        input.status = results.inputs[i].status;
        input.error = std::move(results.inputs[i].error);
        input.rootCause = std::move(results.inputs[i].rootCause);
    }
    results.output = std::move(report.output);
    results.format = std::move(report.format);
    results.exporter = std::move(report.exporter);
    results.inputs = std::move(report.inputs);
    results.times = besides.times;
    results.isRemembered = besides.isRemembered;
    results.isCached = besides.isCached;
    results.hasSharedFiles = besides.hasSharedFiles;
    results.isRecorded = besides.isRecorded;
    results.hasStaleOutput = besides.hasStaleOutput;
    const auto shared = sharedBytes_.find(entry.number);
    if (shared != sharedBytes_.end()) results.bytesOut += shared->second;
    return results;
}

void UnitStore::forEach(UnitTrait trait, const Visit& visit) const {
    const auto wanted = static_cast<std::uint8_t>(trait);
    ByteSpool::Reading reading(spool_);
    for (const Entry& entry : entries_) {
        noteRow(&entry);
        if (entry.isPlain || (wanted != 0 && (entry.traits & wanted) == 0)) continue;
        reading.begin(entry.results);
        UnitReport report = decode(entry);
        visit(entry.number, report);
    }
}

void UnitStore::forEachOfAll(const Visit& visit) const {
    assert(keepsAll_);
    ByteSpool::Reading reading(spool_);
    for (const Entry& entry : entries_) {
        noteRow(&entry);
        reading.begin(entry.results);
        UnitReport report = decode(entry);
        visit(entry.number, report);
    }
}

UnitReport UnitStore::unit(std::size_t number) const {
    const auto entry = std::ranges::lower_bound(entries_, number, {}, &Entry::number);
    assert(entry != entries_.end() && entry->number == number);
    return decode(*entry);
}

StoredUnits::Name UnitStore::nameOf(std::size_t number) const {
    return {.output = units_.output(number), .source = units_.mainPath(number).text()};
}

}  // namespace rigkiln
