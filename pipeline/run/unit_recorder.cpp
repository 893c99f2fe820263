#include "pipeline/run/unit_recorder.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/memory_errors.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/files/content_hash.hpp"
#include "pipeline/run/run_errors.hpp"
#include "pipeline/state/freshness.hpp"
#include "pipeline/state/whole_run.hpp"

namespace rigkiln {
namespace {

/// Whether the same files fail in the same way. The disk may be mended, there may be more memory or time, and
/// a bug may be one of chance.
bool isLasting(const std::optional<Error>& error) {
    if (error && (error->is(kTooLittleMemory) || error->is(kTooSlow))) return false;
    return !error || (error->kind() != ErrorKind::Environment && error->kind() != ErrorKind::Internal);
}

/// Whether a file was looked at.
bool isKnown(const FileStatus& status) {
    return status.type != FileType::Unknown;
}

ContentDigest digestOfPieces(const OutputFile& file) {
    if (file.pieces.size() == 1) {
        const SharedBytes& all = file.pieces.front();
        const ContentDigest digest = rigkiln::digestOf({all.data(), all.size()});
        all.rest();
        return digest;
    }
    ContentHash hash;
    for (const SharedBytes& piece : file.pieces) {
        hash.add({piece.data(), piece.size()});
        piece.rest();
    }
    return hash.digest();
}

/// Adds the files that were read then and are not now.
void addLostSources(const std::vector<Look>& then, const std::vector<Look>& now, std::vector<Look>& lost) {
    std::set<std::string_view> known;
    for (const auto* looks : {&now, &std::as_const(lost)}) {
        for (const Look& look : *looks) {
            if (look.kind == LookKind::Read) known.insert(look.path);
        }
    }
    std::vector<Look> added;
    for (const Look& look : then) {
        if (look.kind == LookKind::Read && !known.contains(look.path)) added.push_back({.path = look.path});
    }
    std::ranges::move(added, std::back_inserter(lost));
}

}  // namespace

std::vector<OutputRecord> UnitRecorder::filesOf(std::size_t unit, const std::string& output,
                                                const OutputSet& outputs,
                                                std::span<const FileStatus> statuses) {
    std::vector<OutputRecord> files;
    if (!isKept()) return files;
    const std::string folder = output.substr(0, output.rfind('/'));
    const std::string& root = plan_.units.exporting(unit).outputRoot;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const OutputFile& file = outputs[i];
        std::string path = file.isShared ? fmt::format("{}{}{}/{}", root, root.ends_with('/') ? "" : "/",
                                                       kSharedFolder, file.name)
                                         : folder + "/" + file.name;
        const auto isIt = [&](const OutputRecord& known) { return known.path == path; };
        if (std::ranges::any_of(files, isIt)) continue;
        const ContentDigest digest = digestOf(file, path);
        const bool isSeen = i < statuses.size() && isKnown(statuses[i]);
        files.push_back({.path = std::move(path),
                         .isShared = file.isShared,
                         .onlyIfAbsent = file.onlyIfAbsent,
                         .status = isSeen ? statuses[i] : FileStatus{.sizeBytes = file.sizeBytes()},
                         .digest = digest});
    }
    return files;
}

std::optional<PreparedRecord> UnitRecorder::prepareMade(std::size_t unit, const UnitReport& report,
                                                        std::vector<Look> looks,
                                                        std::vector<OutputRecord> files,
                                                        std::size_t peakBytes) {
    if (!isKept()) return std::nullopt;
    const bool isWhole =
        std::ranges::all_of(report.inputs, [](const InputReport& input) { return isLasting(input.error); });
    if (!isWhole || !isConfirmed(looks, LookScope::NotRead)) return std::nullopt;
    if (!std::ranges::all_of(files, [this](OutputRecord& file) { return addStatus(file); }))
        return std::nullopt;
    return prepare(unit, {.looks = std::move(looks), .outputs = std::move(files), .peakBytes = peakBytes},
                   report);
}

bool UnitRecorder::rememberFailed(std::size_t unit, const UnitReport& report, std::vector<Look> looks) {
    passOnRefusal();                               // the failure may be what came of it
    const MemoryAccount::Scope ofNobody(nullptr);  // a record is written whole
    if (!isKept() || !isLasting(report.error) || !isConfirmed(looks, LookScope::NotRead)) return false;
    put(prepare(unit, {.looks = std::move(looks)}, report));
    return true;
}

PreparedRecord UnitRecorder::prepare(std::size_t unit, UnitRecord record, const UnitReport& report) {
    record.key = keys_.keyOf(unit);
    record.started = sink_->started();
    record.times = report.times;
    record.sourceBytes = plan_.units.sourceBytes(unit);
    record.source = plan_.units.mainPath(unit).text();
    record.root = plan_.units.exporting(unit).outputRoot;
    std::string row = encodeUnitRecord(record, report);
    return {.unit = unit,
            .output = report.output,
            .row = std::move(row),
            .looks = std::move(record.looks),
            .outputs = std::move(record.outputs)};
}

void UnitRecorder::put(PreparedRecord record) {
    if (isKnown_[record.unit]) keepLeftFiles(record);
    if (seen_ != nullptr) addUnitFiles(*seen_, record.looks, record.outputs);
    sink_->remember(record.output, std::move(record.row));
    ++count_;
}

/// Writes down the files that earlier runs made for the output and `record` does not have: its images have
/// other names now, or it failed.
void UnitRecorder::keepLeftFiles(const PreparedRecord& record) {
    const std::string key = keyOfLeftFiles(record.output);
    const std::optional<UnitRecord> before = state_->find(key);
    UnitRecord left{.root = plan_.units.exporting(record.unit).outputRoot};
    const auto add = [&](const std::vector<OutputRecord>& files) {
        for (const OutputRecord& file : files) {
            const auto isIt = [&](const OutputRecord& other) { return other.path == file.path; };
            if (std::ranges::none_of(record.outputs, isIt) && std::ranges::none_of(left.outputs, isIt))
                left.outputs.push_back(file);
        }
    };
    if (const std::optional<UnitRecord> last = state_->find(record.output)) {
        add(last->outputs);
        addLostSources(last->looks, record.looks, left.looks);
    }
    if (before) {
        add(before->outputs);
        addLostSources(before->looks, record.looks, left.looks);
    }
    if (!left.outputs.empty()) {
        hasLeftFiles_ = true;
        if (!before || before->outputs != left.outputs) state_->remember(key, encodeUnitRecord(left));
    } else if (before) {
        state_->forget(key);
    }
}

/// Looks at the files once more: one that was changed since, or was there and could not be read, is not what
/// the result stands for.
bool UnitRecorder::isConfirmed(const std::vector<Look>& looks, LookScope scope) {
    if (!firstChangedPath(disk_, looks, scope).empty()) return false;
    const auto concerns = [](const Error& problem, const Look& look) {
        return problem.file.starts_with(look.path) || look.path.starts_with(problem.file);
    };
    const auto haveNone = [&](const ReadProblems& problems) {
        return problems.areNone() || std::ranges::none_of(problems.list(), [&](const Error& problem) {
                   return std::ranges::any_of(looks,
                                              [&](const Look& look) { return concerns(problem, look); });
               });
    };
    return haveNone(files_.folders().problems()) && haveNone(files_.images().problems());
}

ContentDigest UnitRecorder::digestOf(const OutputFile& file, const std::string& path) {
    if (!file.isShared) return digestOfPieces(file);
    {
        const std::lock_guard lock(mutex_);
        const auto known = digests_.find(path);
        if (known != digests_.end()) return known->second;
    }
    const ContentDigest digest = digestOfPieces(file);
    const std::lock_guard lock(mutex_);
    digests_.emplace(path, digest);
    return digest;
}

bool UnitRecorder::addStatus(OutputRecord& file) {
    if (isKnown(file.status)) return true;
    if (file.isShared) {
        const std::lock_guard lock(mutex_);
        const auto known = statuses_.find(file.path);
        if (known != statuses_.end()) {
            file.status = known->second;
            return true;
        }
    }
    const DiskResult<FileStatus> there = disk_.lookAt(Disk::kNoFolder, file.path, Links::Refuse);
    if (!there) return false;
    const bool mayBeSame =
        there.value.type == FileType::File && there.value.sizeBytes == file.status.sizeBytes;
    if (!mayBeSame && !file.onlyIfAbsent) return false;
    file.status = there.value;
    if (file.onlyIfAbsent) {
        const Result<ContentDigest> digest =
            mayBeSame ? digestOfFile(file.path, disk_) : Result<ContentDigest>(ContentDigest());
        if (!digest || *digest != file.digest) file.digest = {};
    }
    if (file.isShared) {
        const std::lock_guard lock(mutex_);
        statuses_.emplace(file.path, there.value);
    }
    return true;
}

}  // namespace rigkiln
