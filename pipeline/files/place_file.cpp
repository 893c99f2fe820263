#include "pipeline/files/place_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/gathered_write.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {
namespace {

/// Writes all pieces and returns the error number, or 0. Keeps at most kMostBytes of pieces that are mapped
/// from a file in memory, plus one piece.
int writePieces(const FileDescriptor& descriptor, std::span<const SharedBytes> pieces) {
    constexpr std::size_t kMostBytes = std::size_t{256} << 10U;
    std::vector<std::span<const std::byte>> parts;
    while (!pieces.empty()) {
        parts.clear();
        std::size_t bytes = 0;
        while (parts.size() < pieces.size() && bytes < kMostBytes) {
            parts.emplace_back(pieces[parts.size()]);
            bytes += parts.back().size();
        }
        const int problem = writeGathered(descriptor.disk(), descriptor.get(), parts);
        if (problem != 0) return problem;
        std::ranges::for_each(pieces.first(parts.size()), &SharedBytes::rest);
        pieces = pieces.subspan(parts.size());
    }
    return 0;
}

int writeContent(const FileDescriptor& descriptor, const OutputFile& file) {
    const bool isCloned =
        file.twin != nullptr && descriptor.disk().clone(descriptor.get(), file.twin->get()) == 0;
    return isCloned ? 0 : writePieces(descriptor, file.pieces);
}

struct Attempt {
    int problem = 0;  ///< error number
    std::string_view action = "write";
};

Attempt takeTheName(const FileDescriptor& folder, const std::string& temporary, const OutputFile& file) {
    Disk& disk = folder.disk();
    const DiskResult<bool> isTaken = file.onlyIfAbsent ? hasEntry(folder, file.name) : DiskResult<bool>();
    Attempt attempt{isTaken.problem, "look at"};
    if (isTaken && !isTaken.value) {
        attempt = {disk.rename(folder.get(), temporary, file.name), "replace"};
        if (attempt.problem == 0) return attempt;
    }
    disk.remove(folder.get(), temporary);
    return attempt;
}

Attempt writeNamed(const FileDescriptor& folder, const OutputFile& file, const std::string& temporary,
                   bool writesBack) {
    Disk& disk = folder.disk();
    const DiskResult<int> created = disk.createFile(folder.get(), temporary);
    if (!created) return {created.problem};
    FileDescriptor descriptor(created.value, disk);
    int problem = writeContent(descriptor, file);
    if (problem == 0 && writesBack) disk.startWriteBack(descriptor.get());
    const int closing = descriptor.close();
    if (problem == 0) problem = closing;
    if (problem != 0) disk.remove(folder.get(), temporary);
    return {problem};
}

Attempt placeNamed(const FileDescriptor& folder, const OutputFile& file, const std::string& temporary) {
    const Attempt written = writeNamed(folder, file, temporary, false);
    return written.problem != 0 ? written : takeTheName(folder, temporary, file);
}

/// Sets `isPossible` to false, without any effect, when the file system does not support it or /proc is
/// missing.
Attempt placeNameless(const FileDescriptor& folder, const OutputFile& file, const std::string& temporary,
                      bool& isPossible, FileStatus* status) {
    Disk& disk = folder.disk();
    const DiskResult<int> created = disk.createNameless(folder.get());
    isPossible = created.problem == 0;
    if (!isPossible) return {};
    const FileDescriptor descriptor(created.value, disk);
    int problem = writeContent(descriptor, file);
    if (problem == 0) problem = disk.finishWriting(descriptor.get());
    if (problem != 0) return {problem};
    Attempt attempt;
    problem = disk.giveName(descriptor.get(), folder.get(), file.name);
    if (problem == EEXIST && file.onlyIfAbsent) return {};
    // A link cannot replace a file, but a rename can.
    if (problem == EEXIST) {
        problem = disk.giveName(descriptor.get(), folder.get(), temporary);
        if (problem == 0) attempt = takeTheName(folder, temporary, file);
    }
    isPossible = problem == 0;
    // Getting the name changed it. That it is still below this name is not asked: a later look tells.
    if (status != nullptr && isPossible && attempt.problem == 0 && !file.onlyIfAbsent)
        if (const DiskResult<FileStatus> placed = disk.lookAt(descriptor.get())) *status = placed.value;
    return attempt;
}

}  // namespace

DiskResult<bool> hasEntry(const FileDescriptor& folder, const std::string& name) {
    const int problem = folder.disk().lookAt(folder.get(), name, Links::Refuse).problem;
    if (isAbsent(problem)) return {false};
    return {problem == 0, problem};
}

Status placeFile(const FileDescriptor& folder, const std::string& folderPath, const OutputFile& file,
                 const std::string& temporary, Staging staging, FileStatus* status) {
    Attempt attempt;
    bool isPlaced = false;
    if (staging == Staging::Nameless) attempt = placeNameless(folder, file, temporary, isPlaced, status);
    if (!isPlaced) attempt = placeNamed(folder, file, temporary);
    if (attempt.problem == 0) return Done{};
    return systemError(kCannotWrite, folderPath + "/" + file.name, attempt.action, attempt.problem);
}

Status stageFile(const FileDescriptor& folder, const std::string& folderPath, const OutputFile& file,
                 const std::string& temporary) {
    const Attempt attempt = writeNamed(folder, file, temporary, true);
    if (attempt.problem == 0) return Done{};
    return systemError(kCannotWrite, folderPath + "/" + file.name, attempt.action, attempt.problem);
}

}  // namespace rigkiln
