#include "pipeline/batch/scan.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <utility>

#include "pipeline/base/glob.hpp"
#include "pipeline/batch/engine.hpp"
#include "pipeline/batch/list_folder.hpp"
#include "pipeline/batch/read_file.hpp"

namespace rigkiln {
namespace {

struct FreeText {
    void operator()(char* text) const { std::free(text); }  // NOLINT: realpath allocates with malloc
};

std::optional<std::string> realPath(const std::string& path) {
    const std::unique_ptr<char, FreeText> resolved(::realpath(path.c_str(), nullptr));
    if (!resolved) return std::nullopt;
    return std::string(resolved.get());
}

Result<std::vector<Glob>> compileAll(const std::vector<std::string>& patterns, bool ignoreCase) {
    std::vector<Glob> globs;
    for (const std::string& pattern : patterns) {
        Result<Glob> glob = Glob::compile(pattern, ignoreCase);
        if (!glob) return glob.error();
        globs.push_back(std::move(*glob));
    }
    return globs;
}

/// Patterns of whole folders to leave out: what stands before a final "/**".
std::vector<std::string> folderPatterns(const std::vector<std::string>& patterns) {
    constexpr std::string_view kEverythingBelow = "/**";
    std::vector<std::string> folders;
    for (const std::string& pattern : patterns) {
        const bool wholeFolder =
            pattern.size() > kEverythingBelow.size() && pattern.ends_with(kEverythingBelow);
        if (wholeFolder && pattern.find('{') == std::string::npos) {
            folders.push_back(pattern.substr(0, pattern.size() - kEverythingBelow.size()));
        }
    }
    return folders;
}

bool matchesAny(const std::vector<Glob>& globs, std::string_view path) {
    return std::ranges::any_of(globs, [&](const Glob& glob) { return glob.matches(path); });
}

/// One walk over a tree. Folders wait in a list: the depth of the tree costs no stack.
class Walk {
public:
    Walk(const ScanRequest& request, std::vector<Glob> include, std::vector<Glob> exclude,
         std::vector<Glob> excludedFolders)
        : request_(request),
          include_(std::move(include)),
          exclude_(std::move(exclude)),
          excludedFolders_(std::move(excludedFolders)),
          realRoot_(realPath(request.root).value_or(request.root)) {}

    Result<ScanResult> run() {
        if (auto error = readFolder("")) return *error;
        while (!folders_.empty() && !isStopped()) {
            const std::string folder = std::move(folders_.back());
            folders_.pop_back();
            if (auto error = readFolder(folder)) result_.problems.push_back(std::move(*error));
        }
        std::ranges::sort(result_.files, {}, &ScannedFile::relative);
        // A link and the file it leads to are one.
        result_.files.erase(std::unique(result_.files.begin(), result_.files.end()), result_.files.end());
        std::ranges::sort(result_.left, {}, &LeftFile::path);
        std::ranges::sort(result_.problems, {}, &Error::where);
        return std::move(result_);
    }

private:
    bool isStopped() const { return request_.stopLevel != nullptr && request_.stopLevel->load() > 0; }

    std::string pathOf(const std::string& relative) const {
        if (relative.empty()) return request_.root;
        return request_.root.ends_with('/') ? request_.root + relative : request_.root + "/" + relative;
    }

    std::optional<Error> readFolder(const std::string& relative) {
        const std::string path = pathOf(relative);
        // Only the root, which a person named, may be a symbolic link.
        const Result<FileDescriptor> folder = openFolder(path, relative.empty());
        if (!folder) return folder.error();
        const Result<std::vector<FolderEntry>> entries = listFolder(*folder, path);
        if (!entries) return entries.error();
        for (const FolderEntry& entry : *entries) {
            take(*folder, entry, relative.empty() ? entry.name : relative + "/" + entry.name);
        }
        return std::nullopt;
    }

    void take(const FileDescriptor& folder, const FolderEntry& entry, std::string relative) {
        if (entry.type == DT_DIR) {
            takeFolder(std::move(relative));
            return;
        }
        const bool wanted = matchesAny(include_, relative) && !matchesAny(exclude_, relative);
        if (!wanted && entry.type != DT_UNKNOWN) return;
        struct stat status {};
        if (::fstatat(folder.get(), entry.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
            if (wanted) result_.problems.push_back(systemError(pathOf(relative), "look at", errno));
            return;
        }
        if (S_ISDIR(status.st_mode)) {
            takeFolder(std::move(relative));
        } else if (!wanted) {
            return;
        } else if (S_ISREG(status.st_mode)) {
            addFile(std::move(relative), status);
        } else if (S_ISLNK(status.st_mode)) {
            takeLink(relative);
        } else {
            result_.left.push_back({pathOf(relative), "not a regular file"});
        }
    }

    void takeFolder(std::string relative) {
        if (!matchesAny(excludedFolders_, relative)) folders_.push_back(std::move(relative));
    }

    void takeLink(const std::string& relative) {
        const std::string path = pathOf(relative);
        const std::optional<std::string> target = realPath(path);
        if (!target) {
            result_.left.push_back({path, "symbolic link that leads nowhere"});
            return;
        }
        const std::string prefix = realRoot_.ends_with('/') ? realRoot_ : realRoot_ + "/";
        struct stat status {};
        if (!target->starts_with(prefix)) {
            result_.left.push_back({path, "symbolic link that leads out of the scanned folder"});
        } else if (::lstat(target->c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
            result_.left.push_back({path, "symbolic link to something that is not a regular file"});
        } else {
            addFile(target->substr(prefix.size()), status);
        }
    }

    void addFile(std::string relative, const struct stat& status) {
        std::string path = pathOf(relative);
        result_.files.push_back(
            {std::move(path), std::move(relative), static_cast<std::size_t>(status.st_size)});
    }

    const ScanRequest& request_;
    std::vector<Glob> include_;
    std::vector<Glob> exclude_;
    std::vector<Glob> excludedFolders_;
    std::string realRoot_;
    std::vector<std::string> folders_;
    ScanResult result_;
};

}  // namespace

Result<ScanResult> scan(const ScanRequest& request) {
    Result<std::vector<Glob>> include = compileAll(request.include, request.ignoreCase);
    if (!include) return include.error();
    Result<std::vector<Glob>> exclude = compileAll(request.exclude, request.ignoreCase);
    if (!exclude) return exclude.error();
    Result<std::vector<Glob>> folders = compileAll(folderPatterns(request.exclude), request.ignoreCase);
    if (!folders) return folders.error();
    return Walk(request, std::move(*include), std::move(*exclude), std::move(*folders)).run();
}

std::vector<Result<ScanResult>> scanEach(const std::vector<ScanRequest>& requests, unsigned jobs) {
    std::vector<Result<ScanResult>> results(requests.size(), Error{});
    JobGraph graph;
    for (std::size_t i = 0; i < requests.size(); ++i)
        static_cast<void>(graph.addJob(graph.addUnit(0), Lane::Io));
    const auto run = [&](JobIndex i) -> Status {
        const Status status = runGuarded([&]() -> Status {
            results[i] = scan(requests[i]);
            return Done{};
        });
        if (!status) results[i] = Error{requests[i].root, status.error().problem, status.error().kind};
        return Done{};
    };
    static_cast<void>(runGraph(graph, {.jobs = jobs}, {.run = run}));
    return results;
}

}  // namespace rigkiln
