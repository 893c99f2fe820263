#include "pipeline/cache/moved_record.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace rigkiln {
namespace {

/// Replaces each text by the result of a function; fails when one has none.
template <class Change>
bool change(std::string& text, const Change& function) {
    if (text.empty()) return true;
    std::optional<std::string> changed = function(text);
    if (!changed) return false;
    text = std::move(*changed);
    return true;
}

/// Replaces everything in the results of a unit that may name a place. Errors fail: a unit that lost
/// something is not kept.
template <class ChangePath, class ChangeText>
bool changeReport(UnitReport& report, const ChangePath& path, const ChangeText& text) {
    const auto isMade = [](const InputReport& input) { return !input.error && input.rootCause.empty(); };
    if (report.error || !std::ranges::all_of(report.inputs, isMade)) return false;
    for (IssueReport& issue : report.issues) {
        if (!change(issue.where, text) || !change(issue.details, text)) return false;
    }
    return std::ranges::all_of(report.textureSearch.folders,
                               [&](std::string& folder) { return change(folder, path); });
}

bool isPlainName(std::string_view name) {
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos &&
           name.find('\0') == std::string_view::npos;
}

/// Whether a look can be compared later by what it saw alone.
bool isComparable(const Look& look) {
    if (look.kind == LookKind::Unread) return false;
    return look.kind != LookKind::Read || look.digest.has_value();
}

/// Forgets the status of a file on the disk, but not that it is one.
void dropStatus(Look& look) {
    const FileStatus none{.sizeBytes = look.sizeBytes, .inode = look.inode == 0 ? 0U : 1U};
    look = withStatus(std::move(look), none);
}

}  // namespace

std::optional<UnitRecord> recordWithout(UnitRecord record, const TreePlace& place) {
    const auto path = [&](const std::string& text) { return place.pathWithout(text); };
    const auto text = [&](const std::string& told) { return place.textWithout(told); };
    record.started = {};
    record.times = {};
    record.source.clear();
    record.root.clear();
    for (Look& look : record.looks) {
        if (!isComparable(look) || !change(look.path, path)) return std::nullopt;
        dropStatus(look);
    }
    std::ranges::sort(record.looks);
    for (OutputRecord& output : record.outputs)
        output.status = {.type = FileType::File, .sizeBytes = output.status.sizeBytes};
    record.report.status = UnitStatus::Written;
    if (!changeReport(record.report, path, text)) return std::nullopt;
    return record;
}

std::optional<UnitRecord> recordIn(UnitRecord record, const TreePlace& place) {
    const auto path = [&](const std::string& text) { return place.pathIn(text); };
    const auto text = [&](const std::string& told) { return place.textIn(told); };
    record.started = {};
    for (Look& look : record.looks) {
        if (!isComparable(look) || !change(look.path, path) || !look.path.starts_with('/'))
            return std::nullopt;
        dropStatus(look);
    }
    std::ranges::sort(record.looks);
    const auto isNamed = [](const OutputRecord& output) { return isPlainName(output.path); };
    if (!std::ranges::all_of(record.outputs, isNamed)) return std::nullopt;
    if (!changeReport(record.report, path, text)) return std::nullopt;
    return record;
}

}  // namespace rigkiln
