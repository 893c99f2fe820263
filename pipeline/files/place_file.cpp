#include "pipeline/files/place_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <span>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "pipeline/files/gathered_write.hpp"

namespace rigkiln {
namespace {

constexpr mode_t kFileMode = 0666;  // reduced by the user's umask

/// Writes all pieces and returns the error number, or 0. Keeps at most kMostBytes of pieces that are mapped
/// from a file in memory, plus one piece.
int writePieces(int descriptor, std::span<const SharedBytes> pieces) {
    constexpr std::size_t kMostBytes = std::size_t{256} << 10U;
    std::vector<std::span<const std::byte>> parts;
    while (!pieces.empty()) {
        parts.clear();
        std::size_t bytes = 0;
        while (parts.size() < pieces.size() && bytes < kMostBytes) {
            parts.emplace_back(pieces[parts.size()]);
            bytes += parts.back().size();
        }
        if (const int problem = writeGathered(descriptor, parts); problem != 0) return problem;
        std::ranges::for_each(pieces.first(parts.size()), &SharedBytes::rest);
        pieces = pieces.subspan(parts.size());
    }
    return 0;
}

/// Closes a duplicate of the descriptor, because some file systems report a full disk only when a descriptor
/// is closed.
int closingProblem(int descriptor) {
    FileDescriptor second(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
    return second.isOpen() ? second.close() : errno;
}

struct Attempt {
    int problem = 0;  ///< error number
    std::string_view action = "write";
};

Attempt takeTheNameOf(const FileDescriptor& folder, const std::string& temporary, const std::string& name) {
    if (::renameat(folder.get(), temporary.c_str(), folder.get(), name.c_str()) == 0) return {};
    const int problem = errno;
    ::unlinkat(folder.get(), temporary.c_str(), 0);
    return {problem, "replace"};
}

Attempt placeNamed(const FileDescriptor& folder, const OutputFile& file, const std::string& temporary) {
    FileDescriptor descriptor(::openat(folder.get(), temporary.c_str(),
                                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kFileMode));
    if (!descriptor.isOpen()) return {errno};
    int problem = writePieces(descriptor.get(), file.pieces);
    const int closing = descriptor.close();
    if (problem == 0) problem = closing;
    if (problem == 0) return takeTheNameOf(folder, temporary, file.name);
    ::unlinkat(folder.get(), temporary.c_str(), 0);
    return {problem};
}

/// Sets `isPossible` to false, without any effect, when the file system does not support it or /proc is
/// missing.
Attempt placeNameless(const FileDescriptor& folder, const OutputFile& file, const std::string& temporary,
                      bool& isPossible) {
    const FileDescriptor descriptor(::openat(folder.get(), ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, kFileMode));
    isPossible = descriptor.isOpen();
    if (!isPossible) return {};
    int problem = writePieces(descriptor.get(), file.pieces);
    if (problem == 0) problem = closingProblem(descriptor.get());
    if (problem != 0) return {problem};
    // Links by way of /proc, because linking a descriptor directly requires a privilege.
    const std::string self = fmt::format("/proc/self/fd/{}", descriptor.get());
    const auto link = [&](const std::string& name) {
        return ::linkat(AT_FDCWD, self.c_str(), folder.get(), name.c_str(), AT_SYMLINK_FOLLOW) == 0 ? 0
                                                                                                    : errno;
    };
    problem = link(file.name);
    // A link cannot replace a file, but a rename can.
    if (problem == EEXIST) {
        problem = link(temporary);
        if (problem == 0) return takeTheNameOf(folder, temporary, file.name);
    }
    isPossible = problem == 0;
    return {};
}

}  // namespace

Status placeFile(const FileDescriptor& folder, const std::string& folderPath, const OutputFile& file,
                 const std::string& temporary, Staging staging) {
    Attempt attempt;
    bool isPlaced = false;
    if (staging == Staging::Nameless) attempt = placeNameless(folder, file, temporary, isPlaced);
    if (!isPlaced) attempt = placeNamed(folder, file, temporary);
    if (attempt.problem == 0) return Done{};
    return systemError(folderPath + "/" + file.name, attempt.action, attempt.problem);
}

}  // namespace rigkiln
