#include "pipeline/files/list_folder.hpp"

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <utility>

namespace rigkiln {
namespace {

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

}  // namespace

Result<FileDescriptor> openFolder(const std::string& path, bool followLink) {
    const int follow = followLink ? 0 : O_NOFOLLOW;
    FileDescriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK | follow));
    if (!folder.isOpen()) return systemError(path, "open the folder", errno);
    return folder;
}

Result<std::vector<FolderEntry>> listFolder(const FileDescriptor& folder, const std::string& path) {
    // Duplicates the descriptor, because closedir closes the one it gets. Both share a position, so the
    // stream is rewound.
    FileDescriptor own(::fcntl(folder.get(), F_DUPFD_CLOEXEC, 0));
    if (!own.isOpen()) return systemError(path, "read the folder", errno);
    const std::unique_ptr<DIR, CloseFolder> stream(::fdopendir(own.get()));
    if (!stream) return systemError(path, "read the folder", errno);
    static_cast<void>(own.release());  // now owned by the stream
    ::rewinddir(stream.get());

    std::vector<FolderEntry> entries;
    while (true) {
        errno = 0;
        const dirent* entry =
            ::readdir(stream.get());  // NOLINT(concurrency-mt-unsafe): no other thread has it
        if (entry == nullptr) break;
        const std::string_view name = static_cast<const char*>(entry->d_name);
        if (name != "." && name != "..") entries.push_back({std::string(name), entry->d_type});
    }
    if (errno != 0) return systemError(path, "read the folder", errno);
    return entries;
}

}  // namespace rigkiln
