#pragma once

#include <span>
#include <string>
#include <utility>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/journal.hpp"

namespace rigkiln {

/// Records why there was nothing to read at `path`, unless `journal` is null. A symbolic link, which is never
/// followed, is no failure of the disk: it gives the same as long as it leads to the same file, or to
/// nothing.
void noteFailure(const std::string& path, const Error& error, Disk& disk, Journal* journal);

/// Records what reading a file gave, unless `journal` is null. `status` is that of a file on the disk, or the
/// default for a member of an archive. `Bytes` converts to a span of bytes.
template <class Bytes>
void noteRead(const std::string& path, const FileStatus& status, const Result<Bytes>& bytes, Disk& disk,
              Journal* journal) {
    if (journal == nullptr) return;
    if (!bytes && bytes.error().kind() == ErrorKind::Environment) {
        noteFailure(path, bytes.error(), disk, journal);
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
