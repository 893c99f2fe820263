#pragma once

#include <span>
#include <string>
#include <utility>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/journal.hpp"

namespace rigkiln {

/// Records why there was nothing to read at `path`, unless `journal` is null.
inline void noteFailure(const std::string& path, const Error& error, Journal* journal) {
    const bool isUnread =
        error.kind() == ErrorKind::Environment && !error.is(kNotFound) && !error.is(kNoSuchMember);
    note(journal, {.kind = isUnread ? LookKind::Unread : LookKind::Missing, .path = path});
}

/// Records what reading a file gave, unless `journal` is null. `status` is that of a file on the disk, or the
/// default for a member of an archive. `Bytes` converts to a span of bytes.
template <class Bytes>
void noteRead(const std::string& path, const FileStatus& status, const Result<Bytes>& bytes,
              Journal* journal) {
    if (journal == nullptr) return;
    if (!bytes && bytes.error().kind() == ErrorKind::Environment) {
        noteFailure(path, bytes.error(), journal);
        return;
    }
    Look look = withStatus({.kind = LookKind::Read, .path = path}, status);
    if (bytes) {
        const std::span<const std::byte> content(*bytes);
        look.sizeBytes = content.size();
        look.digest = digestOf(content);
    }
    journal->add(std::move(look));
}

}  // namespace rigkiln
