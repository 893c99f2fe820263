#include "tools/cli/folder_watch.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <poll.h>
#include <sys/inotify.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/command_errors.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kEvents =
    IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;

/// A save of an editor is several steps, and a copy of a folder many.
constexpr int kQuietMilliseconds = 40;
/// A copy that goes on for minutes is converted as it comes.
constexpr int kMostWaits = 25;

Error cannotWatch(const std::string& path, int problem) {
    if (problem == ENOSPC || problem == EMFILE) {
        return kCannotWatch.in(
            path,
            fmt::format("the limit of the system for {} is reached: raise it with `sysctl {}=N`, or "
                        "scan fewer folders",
                        problem == ENOSPC ? "watched folders" : "users of inotify",
                        problem == ENOSPC ? "fs.inotify.max_user_watches" : "fs.inotify.max_user_instances"));
    }
    return kCannotWatch.in(path, std::generic_category().message(problem));
}

std::string entryPath(const std::string& folder, std::string_view name) {
    return fmt::format("{}/{}", folder == "/" ? "" : folder, name);
}

/// Returns the path without symbolic links, as far as it exists; the same path where the disk does not tell.
std::string withoutLinks(const std::string& path) {
    std::error_code problem;
    const fs::path real = fs::weakly_canonical(path, problem);
    return problem ? path : real.string();
}

/// Whether a new entry is complete: a symbolic link, or another name of a file.
bool isLink(const std::string& path) {
    std::error_code unknown;
    return fs::is_symlink(path, unknown) || fs::hard_link_count(path, unknown) > 1;
}

bool isThere(const std::string& path) {
    std::error_code unknown;
    return fs::exists(fs::symlink_status(path, unknown));
}

/// Adds a path at a place, unless it is there.
void addPath(std::vector<std::string>& paths, std::vector<std::string>::const_iterator place,
             const std::string& path) {
    if (std::ranges::find(paths, path) == paths.end()) paths.insert(place, path);
}

bool isAtOrBelow(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

Result<std::unique_ptr<FolderWatch>> FolderWatch::open(std::vector<std::string> ignored) {
    const int descriptor = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (descriptor < 0) return cannotWatch("inotify", errno);
    return std::unique_ptr<FolderWatch>(new FolderWatch(descriptor, std::move(ignored)));
}

FolderWatch::FolderWatch(int descriptor, std::vector<std::string> ignored)
    : descriptor_(descriptor), ignored_(std::move(ignored)) {
    const std::vector<std::string> given = ignored_;
    std::ranges::transform(given, std::back_inserter(ignored_), withoutLinks);
}

FolderWatch::~FolderWatch() {
    close(descriptor_);
}

bool FolderWatch::isIgnored(std::string_view path) const {
    return std::ranges::any_of(ignored_, [&](const std::string& one) { return isAtOrBelow(path, one); });
}

std::size_t FolderWatch::folders() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(folders_, [](const auto& folder) { return folder.second.takesAll; }));
}

Result<FolderWatch::Folder*> FolderWatch::add(const std::string& path) {
    if (isIgnored(path)) return static_cast<Folder*>(nullptr);
    const int watch = inotify_add_watch(descriptor_, path.c_str(), kEvents | IN_ONLYDIR | IN_DONT_FOLLOW);
    if (watch < 0) {
        // Whatever keeps the folder from being listed is a fault that the run tells of.
        if (errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP)
            return static_cast<Folder*>(nullptr);
        return cannotWatch(path, errno);
    }
    Folder& folder = folders_[watch];  // the kernel gives the same number for the same folder
    addPath(folder.paths, folder.paths.end(), path);
    return &folder;
}

Status FolderWatch::watchTree(const std::string& root) {
    struct Place {
        std::string path;
        std::string real;
    };
    if (Status way = watchWay(root); !way) return way;
    std::vector<Place> waiting = {{root, withoutLinks(root)}};
    while (!waiting.empty()) {
        const Place folder = std::move(waiting.back());
        waiting.pop_back();
        if (Status watched = watchWhole(folder.path, folder.real); !watched) return watched;
        if (!covers(folder.path)) continue;
        // Listed after it is watched: a folder that is made meanwhile is in the list, or its making is told.
        std::error_code problem;
        for (fs::directory_iterator entry(folder.path, problem), end; !problem && entry != end;
             entry.increment(problem)) {
            std::error_code unknown;
            if (!entry->is_directory(unknown) || entry->is_symlink(unknown)) continue;
            const std::string name = entry->path().filename().string();
            waiting.push_back({entryPath(folder.path, name), entryPath(folder.real, name)});
        }
    }
    return Done{};
}

Status FolderWatch::watchFolder(const std::string& folder) {
    if (Status way = watchWay(folder); !way) return way;
    return watchWhole(folder, withoutLinks(folder));
}

Status FolderWatch::watchFile(const std::string& file) {
    return watchWay(file);
}

Status FolderWatch::watchWhole(const std::string& folder, const std::string& real) {
    const Result<Folder*> added = add(real);
    if (!added) return added.error();
    if (*added == nullptr || isIgnored(folder)) return Done{};
    (*added)->takesAll = true;
    // People know it by the path that they gave.
    addPath((*added)->paths, (*added)->paths.begin(), folder);
    whole_.insert(folder);
    return Done{};
}

Status FolderWatch::watchWay(const std::string& path) {
    constexpr int kMostLinks = 40;   // as many as the kernel follows
    std::vector<std::string> ahead;  // names, the next one last
    const auto goOn = [&ahead](const fs::path& way) {
        const std::vector<fs::path> names(way.begin(), way.end());
        for (auto name = names.rbegin(); name != names.rend(); ++name) {
            if (!name->empty() && *name != "/" && *name != ".") ahead.push_back(name->string());
        }
    };
    goOn(path);
    std::string reached = "/";
    for (int links = 0; !ahead.empty() && links <= kMostLinks;) {
        const std::string name = std::move(ahead.back());
        ahead.pop_back();
        if (name == "..") {
            reached = fs::path(reached).parent_path().string();
            continue;
        }
        const Result<Folder*> added = add(reached);
        if (!added) return added.error();
        if (*added != nullptr) (*added)->names.insert(name);
        const std::string entry = entryPath(reached, name);
        std::error_code noLink;
        const fs::path target = fs::read_symlink(entry, noLink);
        if (noLink) {
            reached = entry;
            continue;
        }
        ++links;
        if (target.is_absolute()) reached = "/";
        goOn(target);
    }
    return Done{};
}

void FolderWatch::takeEvent(int watch, std::uint32_t mask, std::string_view name) {
    if ((mask & IN_Q_OVERFLOW) != 0) lostEvents_ = true;
    const auto found = folders_.find(watch);
    // The folder above tells of a folder that is gone.
    if (found == folders_.end() || name.empty()) return;
    const Folder& folder = found->second;
    if (!folder.takesAll && !folder.names.contains(name)) return;
    const auto isIgnoredIn = [&](const std::string& path) { return isIgnored(entryPath(path, name)); };
    if (std::ranges::any_of(folder.paths, isIgnoredIn)) return;
    // Files of this program on their way. Those without a name are called after their inode, as "#4711".
    if (name.starts_with(".rigkiln-")) return;
    std::string path = entryPath(folder.paths.front(), name);
    if ((mask & (IN_CLOSE_WRITE | IN_ATTRIB)) != 0 && !isThere(path)) return;
    const bool isNewFile = (mask & IN_CREATE) != 0 && (mask & IN_ISDIR) == 0;
    if (isNewFile && !isLink(path)) return;  // counts when it is written
    changed_.insert(std::move(path));
}

Status FolderWatch::readEvents() {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): the kernel fills it
    alignas(inotify_event) std::array<char, 65536> buffer;
    while (true) {
        const ssize_t size = read(descriptor_, buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0 && errno == EAGAIN) return Done{};
        if (size <= 0) return cannotWatch("inotify", errno);
        for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const char* name = buffer.data() + at + sizeof event;  // padded with zeros to its length
            takeEvent(event.wd, event.mask, std::string_view(name, strnlen(name, event.len)));
            at += sizeof event + event.len;
        }
    }
}

Result<FolderChanges> FolderWatch::wait(int stop) {
    int waits = 0;
    while (true) {
        const bool hasChanges = !changed_.empty() || lostEvents_;
        std::array<pollfd, 2> polled = {{{.fd = descriptor_, .events = POLLIN, .revents = 0},
                                         {.fd = stop, .events = POLLIN, .revents = 0}}};
        const int ready = poll(polled.data(), polled.size(), hasChanges ? kQuietMilliseconds : -1);
        if (ready < 0 && errno != EINTR) return cannotWatch("inotify", errno);
        if (ready > 0 && polled[1].revents != 0) return FolderChanges{.isStopped = true};
        if (ready == 0 || (hasChanges && ++waits > kMostWaits)) break;
        if (Status read = readEvents(); !read) return read.error();
    }
    if (std::exchange(lostEvents_, false)) changed_.clear();
    return FolderChanges{.paths = std::exchange(changed_, {})};
}

}  // namespace rigkiln::cli
