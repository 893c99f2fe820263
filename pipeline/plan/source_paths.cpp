#include "pipeline/plan/source_paths.hpp"

#include <utility>

namespace rigkiln {
namespace {

std::string withoutSlash(std::string path) {
    if (path.ends_with('/')) path.pop_back();
    return path;
}

bool isAtOrBelow(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

const std::vector<std::string>& SourcePaths::of(const std::string& root, std::string_view folder) {
    // Neighbours mostly share their folder.
    if (hasLast_ && folder == lastFolder_ && root == lastRoot_) return lastPaths_;
    if (!pairs_.contains(root)) findPairs(root);
    lastPaths_.clear();
    for (const Pair& pair : pairs_[root]) {
        if (!isAtOrBelow(folder, pair.output)) continue;
        std::string path = pair.source + std::string(folder.substr(pair.output.size()));
        if (path != folder && files_.hasFolder(path)) lastPaths_.push_back(std::move(path));
    }
    lastRoot_ = root;
    lastFolder_ = folder;
    hasLast_ = true;
    return lastPaths_;
}

bool SourcePaths::isSameFile(const std::string& left, const std::string& right) const {
    const DiskResult<FileStatus> one = disk_.lookAt(Disk::kNoFolder, left, Links::Refuse);
    if (isAbsent(one.problem)) return false;
    const DiskResult<FileStatus> other = disk_.lookAt(Disk::kNoFolder, right, Links::Refuse);
    if (isAbsent(other.problem)) return false;
    // Files of two file systems may share a number, but not their times too.
    return !one || !other || one.value == other.value;
}

std::vector<SourcePaths::Root> SourcePaths::rootsOf(const std::vector<std::string>& paths) {
    std::vector<Root> roots;
    for (const std::string& path : paths) {
        const DiskResult<std::string> found = disk_.canonicalPath(path.empty() ? "/" : path);
        // A root that is not there holds no source, and a root inside an archive is written to by nobody.
        if (!found) continue;
        Root& root = roots.emplace_back();
        root.path = withoutSlash(path);
        root.canonical = withoutSlash(found.value);
        for (std::size_t bytes = root.canonical.size(); bytes != std::string::npos;
             bytes = bytes == 0 ? std::string::npos : root.canonical.rfind('/', bytes - 1))
            root.ancestors.push_back({.bytes = bytes, .inode = inodeOf(root.canonical.substr(0, bytes))});
    }
    return roots;
}

std::uint64_t SourcePaths::inodeOf(const std::string& canonical) {
    const auto [known, isNew] = inodes_.try_emplace(canonical);
    if (isNew) {
        const DiskResult<FileStatus> status =
            disk_.lookAt(Disk::kNoFolder, canonical.empty() ? "/" : canonical, Links::Refuse);
        if (status) known->second = status.value.inode;
    }
    return known->second;
}

void SourcePaths::findPairs(const std::string& root) {
    std::vector<Pair>& pairs = pairs_[root];
    const std::vector<Root> outputs = rootsOf({root});
    if (outputs.empty()) return;
    if (!haveSources_) sources_ = rootsOf(files_.roots());
    haveSources_ = true;
    const Root& output = outputs.front();
    for (const Root& source : sources_) {
        for (const std::string& tail : tailsBelow(source, output))
            pairs.push_back({.output = output.path, .source = source.path + tail});
        for (const std::string& tail : tailsBelow(output, source))
            pairs.push_back({.output = output.path + tail, .source = source.path});
    }
    std::erase_if(pairs, [](const Pair& pair) { return pair.output == pair.source; });
}

std::vector<std::string> SourcePaths::tailsBelow(const Root& outer, const Root& inner) {
    std::vector<std::string> tails;
    const Ancestor& wanted = outer.ancestors.front();
    for (const Ancestor& ancestor : inner.ancestors) {
        const std::string_view path = std::string_view(inner.canonical).substr(0, ancestor.bytes);
        const bool isSame = path == outer.canonical || (wanted.inode != 0 && ancestor.inode == wanted.inode);
        if (isSame) tails.push_back(inner.canonical.substr(ancestor.bytes));
    }
    return tails;
}

}  // namespace rigkiln
