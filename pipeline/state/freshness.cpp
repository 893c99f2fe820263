#include "pipeline/state/freshness.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "pipeline/files/content_hash.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {
namespace {

/// Coarsest time stamps of file systems (FAT). A file that is not older than this when it is read may change
/// again within the same stamp.
constexpr std::int64_t kCoarsestStampSeconds = 2;

bool isOnDisk(const Look& look) {
    return look.kind == LookKind::Archive || (look.kind == LookKind::Read && look.inode != 0);
}

bool isBelow(const std::string& path, const std::string& folder) {
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

/// Whether the archive of a member was looked at.
bool hasArchive(const std::vector<Look>& looks, const std::string& member) {
    return std::ranges::any_of(looks, [&](const Look& look) {
        return look.kind == LookKind::Archive && isBelow(member, look.path);
    });
}

/// Whether the look is repeated for an archive: at, in or, with what is inside, around it.
bool searches(const Look& look, const std::string& archive) {
    if (look.kind != LookKind::Search && look.kind != LookKind::Listing) return false;
    if (look.path == archive || isBelow(look.path, archive)) return true;
    const bool isInside = look.kind == LookKind::Search && look.place == SearchPlace::WithInside;
    return isInside && isBelow(archive, look.path);
}

Verdict because(Freshness freshness, std::string path) {
    return {.freshness = freshness, .path = std::move(path)};
}

}  // namespace

bool isRacy(const FileStatus& status, const Moment& started) {
    const std::int64_t youngest = std::max(status.modifiedSeconds, status.changedSeconds);
    return youngest + kCoarsestStampSeconds >= started.seconds;
}

std::string_view toString(Freshness freshness) {
    switch (freshness) {
        case Freshness::Fresh:
            return "fresh";
        case Freshness::New:
            return "new";
        case Freshness::RecipeChanged:
            return "options, files or revisions changed";
        case Freshness::PlanningChanged:
            return "planning found other issues";
        case Freshness::PolicyChanged:
            return "other issues are allowed";
        case Freshness::FileChanged:
            return "input changed";
        case Freshness::FileGone:
            return "input is gone";
        case Freshness::FileAppeared:
            return "appeared";
        case Freshness::SearchChanged:
            return "a search finds other files";
        case Freshness::OutputGone:
            return "output is gone";
        case Freshness::OutputChanged:
            return "output was changed";
        case Freshness::RetryFailed:
            return "failed before";
    }
    return "";
}

std::string Verdict::text() const {
    return path.empty() ? std::string(toString(freshness)) : fmt::format("{}: {}", toString(freshness), path);
}

Result<ContentDigest> digestOfFile(const std::string& path, Disk& disk) {
    constexpr std::size_t kBufferBytes = std::size_t{1} << 20U;
    Result<OpenFile> file = openRegularFile(path, disk);
    if (!file) return file.error();
    std::vector<std::byte> buffer(std::clamp<std::size_t>(file->sizeBytes, 1, kBufferBytes));
    ContentHash hash;
    while (true) {
        const DiskResult<std::size_t> got = disk.read(file->descriptor.get(), buffer, std::nullopt);
        if (!got) return systemError(kCannotRead, path, "read", got.problem);
        if (got.value == 0) break;
        hash.add(std::span(buffer).first(got.value));
    }
    return hash.digest();
}

std::optional<ContentDigest> FreshnessCheck::digestOfFile(const std::string& path, const FileStatus& status) {
    {
        const std::lock_guard lock(mutex_);
        const auto known = hashed_.find(path);
        if (known != hashed_.end() && known->second.status == status) return known->second.digest;
    }
    const Result<ContentDigest> digest = rigkiln::digestOfFile(path, disk_);
    if (!digest) return std::nullopt;
    const std::lock_guard lock(mutex_);
    hashed_[path] = {.status = status, .digest = *digest};
    return *digest;
}

std::optional<ContentDigest> FreshnessCheck::contentOf(const std::string& path) {
    const DiskResult<FileStatus> there = disk_.lookAt(Disk::kNoFolder, path, Links::Follow);
    if (!there || there.value.type != FileType::File) return std::nullopt;
    return digestOfFile(path, there.value);
}

Verdict FreshnessCheck::check(UnitRecord& record, const RecordKey& key, const Moment& started) {
    if (record.key.recipe != key.recipe) return because(Freshness::RecipeChanged, {});
    if (record.key.planning != key.planning) return because(Freshness::PlanningChanged, {});
    if (!record.report.issueCounts.empty() && record.key.policy != key.policy)
        return because(Freshness::PolicyChanged, {});
    Verdict verdict = checkLooks(record);
    for (OutputRecord& output : record.outputs) {
        if (!verdict.isFresh()) return verdict;
        if (auto changed = checkOutput(output, verdict.isRefreshed)) return *changed;
    }
    if (!verdict.isFresh()) return verdict;
    if (options_.retryFailed && record.report.status == UnitStatus::Failed)
        return because(Freshness::RetryFailed, {});
    // All files were young then, and were hashed now.
    if (verdict.isRefreshed) record.started = started;
    record.key.policy = key.policy;
    return verdict;
}

Verdict FreshnessCheck::checkLooks(UnitRecord& record) {
    Verdict verdict;
    std::vector<std::string> doubtful;  // archives that are not as they were
    for (Look& look : record.looks) {
        if (!isOnDisk(look)) continue;
        bool isRefreshed = false;
        if (auto changed = checkFile(look, record, isRefreshed)) return *changed;
        if (isRefreshed && look.kind == LookKind::Archive && !look.digest) doubtful.push_back(look.path);
        verdict.isRefreshed = verdict.isRefreshed || isRefreshed;
    }
    for (const std::string& archive : doubtful) {
        if (auto changed = checkInside(archive, record.looks)) return *changed;
    }
    for (const Look& look : record.looks) {
        std::optional<Verdict> changed;
        if (look.kind == LookKind::Missing) changed = checkMissing(look);
        if (look.kind == LookKind::Unread) changed = because(Freshness::FileChanged, look.path);
        if (look.kind == LookKind::Search || look.kind == LookKind::Listing) changed = checkSearch(look);
        if (changed) return *changed;
    }
    return verdict;
}

/// Compares a file on the disk. An archive whose status differs is left to its members, unless the record
/// knows its content and that is the same.
std::optional<Verdict> FreshnessCheck::checkFile(Look& look, const UnitRecord& record, bool& isRefreshed) {
    const DiskResult<FileStatus> there = disk_.lookAt(Disk::kNoFolder, look.path, Links::Follow);
    if (!there) {
        return because(isAbsent(there.problem) ? Freshness::FileGone : Freshness::FileChanged, look.path);
    }
    const FileStatus before = statusOf(look);
    if (there.value == before && !isRacy(before, record.started)) return std::nullopt;
    isRefreshed = true;
    const FileStatus now = there.value;
    if (look.kind == LookKind::Read) {
        const bool mayBeSame = look.digest && now.sizeBytes == look.sizeBytes;
        if (!mayBeSame || digestOfFile(look.path, now) != look.digest)
            return because(Freshness::FileChanged, look.path);
    }
    const bool isOtherArchive =
        look.kind == LookKind::Archive && look.digest &&
        (now.sizeBytes != look.sizeBytes || digestOfFile(look.path, now) != look.digest);
    if (isOtherArchive) look.digest.reset();
    look = withStatus(std::move(look), now);
    return std::nullopt;
}

/// Compares everything that was read from an archive whose status differs. What it was searched for is
/// searched again like everything else. What could not be read from it is not tried again: that it fails
/// still does not say that it fails in the same way. An archive that nothing was read from, and that no
/// search names, is another one for certain.
std::optional<Verdict> FreshnessCheck::checkInside(const std::string& archive,
                                                   const std::vector<Look>& looks) {
    // A file that was hashed itself, such as a model with images inside.
    const auto isWhole = [&](const Look& look) {
        return look.kind == LookKind::Read && look.path == archive && look.digest;
    };
    if (std::ranges::any_of(looks, isWhole)) return std::nullopt;
    bool isCertain = std::ranges::any_of(looks, [&](const Look& look) { return searches(look, archive); });
    for (const Look& look : looks) {
        if (!isBelow(look.path, archive)) continue;
        if (look.kind == LookKind::Missing) return because(Freshness::FileChanged, archive);
        if (look.kind != LookKind::Read) continue;
        Journal again;
        const Result<std::vector<std::byte>> bytes = tree_.read(look.path, kMaximumSourceBytes, &again);
        const std::vector<Look> seen = again.looks();
        const bool isSame = look.digest && std::ranges::find(seen, look) != seen.end();
        if (!isSame) return because(Freshness::FileChanged, look.path);
        isCertain = true;
    }
    if (isCertain) return std::nullopt;
    return because(Freshness::FileChanged, archive);
}

std::optional<Verdict> FreshnessCheck::checkMissing(const Look& look) {
    const DiskResult<FileStatus> there = disk_.lookAt(Disk::kNoFolder, look.path, Links::Follow);
    if (there || !isAbsent(there.problem)) return because(Freshness::FileAppeared, look.path);
    return std::nullopt;
}

std::vector<std::string> FreshnessCheck::searchAgain(const Look& look) {
    std::vector<std::string> found;
    if (look.kind == LookKind::Listing) {
        for (const auto& [folded, name] : folders_.imagesIn(look.path))
            found.push_back(name);
        std::ranges::sort(found);
        return found;
    }
    if (look.place == SearchPlace::Folders) {
        const std::string below = (look.path == "/" ? "" : look.path) + "/.";
        const std::string& sibling = folders_.texturesBeside(below);
        if (!sibling.empty()) found.push_back(sibling.substr(sibling.rfind('/') + 1));
        return found;
    }
    const Result<ImageFolders::Names>* inFile = nullptr;
    if (look.place == SearchPlace::File) {
        inFile = &folders_.imagesInFile(look.path);
        if (!*inFile) return found;
    }
    const ImageFolders::Names& images = inFile != nullptr ? **inFile
                                        : look.place == SearchPlace::WithInside
                                            ? folders_.imagesForSearch(look.path)
                                            : folders_.imagesIn(look.path);
    for (const std::string& name : look.names) {
        const auto image = images.find(name);
        if (image != images.end()) found.push_back(image->second);
    }
    return found;
}

bool FreshnessCheck::hasProblemBelow(const std::string& path) {
    const std::vector<Error> problems = folders_.problems().list();
    return std::ranges::any_of(
        problems, [&](const Error& error) { return error.file == path || isBelow(error.file, path); });
}

std::optional<Verdict> FreshnessCheck::checkSearch(const Look& look) {
    if (searchAgain(look) != look.found || hasProblemBelow(look.path))
        return because(Freshness::SearchChanged, look.path);
    return std::nullopt;
}

/// The owner of outputs is this program, which only ever replaces them. So their status tells, however young
/// they are, unless the caller wants to know. A file that is onlyIfAbsent gets another owner: it has to be
/// there, and what it is now is noted.
std::optional<Verdict> FreshnessCheck::checkOutput(OutputRecord& output, bool& isRefreshed) {
    const DiskResult<FileStatus> there = disk_.lookAt(Disk::kNoFolder, output.path, Links::Refuse);
    if (!there) {
        return because(isAbsent(there.problem) ? Freshness::OutputGone : Freshness::OutputChanged,
                       output.path);
    }
    const bool isAsItWas = there.value == output.status;
    if (isAsItWas && (!options_.verifyOutputs || output.onlyIfAbsent)) return std::nullopt;
    const FileStatus now = there.value;
    const bool mayBeSame = now.type == FileType::File && now.sizeBytes == output.status.sizeBytes;
    const bool isSame = mayBeSame && digestOfFile(output.path, now) == output.digest;
    if (!isSame && !output.onlyIfAbsent) return because(Freshness::OutputChanged, output.path);
    if (!isSame) output.digest = {};
    isRefreshed = isRefreshed || now != output.status;
    output.status = now;
    return std::nullopt;
}

std::string firstChangedPath(Disk& disk, const std::vector<Look>& looks, LookScope scope) {
    for (const Look& look : looks) {
        if (look.kind == LookKind::Unread) return look.path;
        const bool isMember = look.kind == LookKind::Read && look.inode == 0;
        if (isMember && !hasArchive(looks, look.path)) return look.path;
        if (!isOnDisk(look) && look.kind != LookKind::Missing) continue;
        if (scope == LookScope::NotRead && look.kind == LookKind::Read && look.digest) continue;
        const DiskResult<FileStatus> there = disk.lookAt(Disk::kNoFolder, look.path, Links::Follow);
        if (look.kind == LookKind::Missing ? there || !isAbsent(there.problem)
                                           : !there || there.value != statusOf(look))
            return look.path;
    }
    return {};
}

}  // namespace rigkiln
