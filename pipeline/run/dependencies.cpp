#include "pipeline/run/dependencies.hpp"

#include <cstddef>
#include <set>
#include <unordered_map>
#include <utility>

namespace rigkiln {
namespace {

/// Finds what stands on the disk for a path, and remembers folders that were asked for.
class Places {
public:
    explicit Places(Disk& disk) : disk_(disk) {}

    void add(std::string path) {
        while (!path.empty()) {
            const FileType type = typeOf(path);
            if (type == FileType::Folder) {
                folders_.insert(std::move(path));
                return;
            }
            if (type != FileType::Unknown) {
                files_.insert(std::move(path));
                return;
            }
            const std::size_t slash = path.rfind('/');
            path.resize(slash == 0 && path.size() > 1 ? 1 : slash == std::string::npos ? 0 : slash);
        }
    }

    [[nodiscard]] DependencyPaths paths() const {
        return {.files = {files_.begin(), files_.end()}, .folders = {folders_.begin(), folders_.end()}};
    }

private:
    /// Unknown: nothing is there.
    FileType typeOf(const std::string& path) {
        const auto [known, isNew] = types_.emplace(path, FileType::Unknown);
        if (!isNew) return known->second;
        const DiskResult<FileStatus> there = disk_.lookAt(Disk::kNoFolder, path, Links::Follow);
        if (there) known->second = there.value.type;
        return known->second;
    }

    Disk& disk_;
    std::unordered_map<std::string, FileType> types_;  // looked up only
    std::set<std::string> files_;
    std::set<std::string> folders_;
};

}  // namespace

void Dependencies::add(std::string path) {
    const std::scoped_lock lock(mutex_);
    paths_.insert(std::move(path));
}

void Dependencies::add(const std::vector<Look>& looks) {
    const std::scoped_lock lock(mutex_);
    for (const Look& look : looks) {
        // The parent of art is often that of a whole project: only where a folder is missing does it count.
        const bool hasFolder =
            look.kind == LookKind::Search && look.place == SearchPlace::Folders && !look.found.empty();
        if (!hasFolder) paths_.insert(look.path);
    }
}

void Dependencies::add(const Plan& plan) {
    const std::scoped_lock lock(mutex_);
    paths_.insert(plan.searched.begin(), plan.searched.end());
    for (const IgnoredFile& file : plan.ignored)
        paths_.insert(file.path);
    for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
        for (const Part& part : plan.units.recipe(unit).parts) {
            if (part.model) paths_.insert(part.model->path);
            for (const FileRecipe& clip : part.clips)
                paths_.insert(clip.path);
        }
    }
}

DependencyPaths Dependencies::paths(Disk& disk) const {
    Places places(disk);
    const std::scoped_lock lock(mutex_);
    for (const std::string& path : paths_)
        places.add(path);
    return places.paths();
}

}  // namespace rigkiln
