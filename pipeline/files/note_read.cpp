#include "pipeline/files/note_read.hpp"

#include <optional>
#include <utility>

namespace rigkiln {
namespace {

/// Returns what another look at a symbolic link must see for it to be refused again: nothing behind it, or
/// the same file. None for a path that is no link, and for a link to a folder or a special file.
std::optional<Look> lookAtLink(const std::string& path, Disk& disk) {
    const DiskResult<FileStatus> there = disk.lookAt(Disk::kNoFolder, path, Links::Refuse);
    if (!there || there.value.type != FileType::Link) return std::nullopt;
    const DiskResult<FileStatus> target = disk.lookAt(Disk::kNoFolder, path, Links::Follow);
    if (isAbsent(target.problem)) return Look{.kind = LookKind::Missing, .path = path};
    if (!target || target.value.type != FileType::File) return std::nullopt;
    return withStatus({.kind = LookKind::Read, .path = path}, target.value);
}

}  // namespace

void noteFailure(const std::string& path, const Error& error, Disk& disk, Journal* journal) {
    if (journal == nullptr) return;
    if (error.is(kNotRegular)) {
        if (auto link = lookAtLink(path, disk)) return journal->add(*std::move(link));
    }
    const bool isUnread =
        error.kind() == ErrorKind::Environment && !error.is(kNotFound) && !error.is(kNoSuchMember);
    journal->add({.kind = isUnread ? LookKind::Unread : LookKind::Missing, .path = path});
}

}  // namespace rigkiln
