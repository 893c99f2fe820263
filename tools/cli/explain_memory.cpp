#include "tools/cli/explain_memory.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/files/disk.hpp"
#include "pipeline/run/fresh_units.hpp"
#include "pipeline/state/freshness.hpp"

namespace rigkiln::cli {
namespace {

std::string digestText(const ContentDigest& digest) {
    return fmt::format("{:016x}{:016x}", digest.high, digest.low);
}

std::string contentText(std::uint64_t sizeBytes, const std::optional<ContentDigest>& digest) {
    const std::string hash = digest ? "hash " + digestText(*digest) : std::string("not read to its end");
    return fmt::format("{} bytes, {}", sizeBytes, hash);
}

std::string partOfKey(const ContentDigest& digest) {
    return digest == ContentDigest() ? "none" : digestText(digest);
}

/// Names what the look asked: equal for two looks that may have seen different things.
std::string subjectOf(const Look& look) {
    switch (look.kind) {
        case LookKind::Read:
        case LookKind::Missing:
        case LookKind::Unread:
            return "file " + look.path;
        case LookKind::Archive:
            return "archive " + look.path;
        case LookKind::Search:
            // The names after the one that was found are not looked for.
            return fmt::format("search in {} for {}", look.path,
                               look.names.empty() ? std::string() : look.names.front());
        case LookKind::Listing:
            return "images in " + look.path;
    }
    return {};
}

std::string resultOf(const Look& look) {
    switch (look.kind) {
        case LookKind::Read:
            return contentText(look.sizeBytes, look.digest);
        case LookKind::Missing:
            return "not there";
        case LookKind::Unread:
            return "could not be read";
        case LookKind::Archive:
            return fmt::format("{} bytes, changed {}.{:09}", look.sizeBytes, look.modifiedSeconds,
                               look.modifiedNanoseconds);
        case LookKind::Search:
        case LookKind::Listing:
            return look.found.empty() ? std::string("nothing")
                                      : fmt::format("{}", fmt::join(look.found, ", "));
    }
    return {};
}

std::string contentAt(const std::string& path) {
    const DiskResult<FileStatus> there = realDisk().lookAt(Disk::kNoFolder, path, Links::Follow);
    if (!there) return isAbsent(there.problem) ? "not there" : "cannot be read";
    if (there.value.type != FileType::File) return "no file";
    const Result<ContentDigest> digest = digestOfFile(path, realDisk());
    return digest ? contentText(there.value.sizeBytes, *digest) : std::string("cannot be read");
}

/// Returns what a look of the record would see that reading the unit did not repeat: a file of an option.
std::string resultNow(const Look& look) {
    const bool isOnDisk = look.kind == LookKind::Missing || look.inode != 0;
    return isOnDisk && look.kind != LookKind::Archive ? contentAt(look.path) : "not looked at";
}

void addKey(const RecordKey& then, const RecordKey& now, bool hasIssues, std::vector<ComparedFact>& facts) {
    facts.push_back({"recipe", partOfKey(then.recipe), partOfKey(now.recipe)});
    facts.push_back({"issues of planning", partOfKey(then.planning), partOfKey(now.planning)});
    if (hasIssues) facts.push_back({"issues that fail", partOfKey(then.policy), partOfKey(now.policy)});
}

void addJournal(const std::vector<Look>& then, const std::vector<Look>& now,
                std::vector<ComparedFact>& facts) {
    std::map<std::string, std::string> results;
    for (const Look& look : now)
        results.emplace(subjectOf(look), resultOf(look));
    std::map<std::string, ComparedFact> compared;
    for (const Look& look : then) {
        std::string subject = subjectOf(look);
        const auto again = results.find(subject);
        ComparedFact fact{.subject = subject,
                          .then = resultOf(look),
                          .now = again == results.end() ? resultNow(look) : again->second};
        compared.emplace(std::move(subject), std::move(fact));
    }
    for (auto& [subject, result] : results)
        compared.try_emplace(subject, ComparedFact{subject, "not looked at", std::move(result)});
    for (auto& [subject, fact] : compared)
        facts.push_back(std::move(fact));
}

}  // namespace

ComparedRecord compareWithRecord(const ComparisonRequest& request) {
    ComparedRecord compared;
    const UnitTable& units = request.plan.units;
    std::optional<UnitRecord> record = request.state.find(units.output(request.unit));
    if (!record) {
        compared.verdict = toString(Freshness::New);
        return compared;
    }
    const RecordKey key = KeyMaker(units, request.failOn).keyOf(request.unit);
    addKey(record->key, key, !record->report.issueCounts.empty(), compared.facts);
    addJournal(record->looks, request.looks, compared.facts);
    for (const OutputRecord& output : record->outputs) {
        compared.facts.push_back({.subject = "output " + output.path,
                                  .then = contentText(output.status.sizeBytes, output.digest),
                                  .now = contentAt(output.path)});
    }
    if (const Error* problem = units.problem(request.unit)) {
        compared.verdict = problem->text();
        return compared;
    }
    FreshnessCheck check(request.art.tree(), request.art.folders());
    const Verdict verdict = check.check(*record, key, request.state.started());
    compared.isFresh = verdict.isFresh();
    const bool hasFailed = compared.isFresh && record->report.status == UnitStatus::Failed;
    compared.verdict = hasFailed ? "failed before, and nothing changed since" : verdict.text();
    return compared;
}

}  // namespace rigkiln::cli
