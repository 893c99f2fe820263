#include "pipeline/files/memory_disk.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace rigkiln {

struct MemoryDisk::Node {
    FileType type = FileType::File;
    std::vector<std::byte> bytes{};                ///< of a file
    std::string target{};                          ///< of a link
    std::map<std::string, NodePointer> entries{};  ///< of a folder
    std::int64_t modified = 0;
    std::int64_t changed = 0;  ///< by the content, the time or the name
    std::uint64_t inode = nextInode();

    static std::uint64_t nextInode() {
        static std::atomic<std::uint64_t> number = 0;
        return ++number;
    }

    [[nodiscard]] FileStatus status() const {
        return {.type = type,
                .sizeBytes = bytes.size(),
                .modifiedSeconds = modified,
                .modifiedNanoseconds = 0,
                .changedSeconds = changed,
                .changedNanoseconds = 0,
                .inode = inode};
    }

    [[nodiscard]] NodePointer child(const std::string& name) const {
        const auto known = entries.find(name);
        return known == entries.end() ? nullptr : known->second;
    }
};

namespace {

constexpr int kMostLinks = 40;

/// Names of a path, last first, without empty ones and ".".
std::vector<std::string> namesFromEnd(std::string_view path) {
    std::vector<std::string> names;
    while (!path.empty()) {
        const std::size_t slash = path.rfind('/');
        const std::string_view name = path.substr(slash + 1);  // npos + 1 is 0
        if (!name.empty() && name != ".") names.emplace_back(name);
        path = path.substr(0, slash == std::string_view::npos ? 0 : slash);
    }
    return names;
}

template <class Value>
DiskResult<Value> failed(int problem) {
    return {.value = {}, .problem = problem};
}

}  // namespace

MemoryDisk::MemoryDisk(bool hasNameless) : hasNameless_(hasNameless), root_(std::make_shared<Node>()) {
    root_->type = FileType::Folder;
}

MemoryDisk::~MemoryDisk() = default;

DiskResult<MemoryDisk::Found> MemoryDisk::find(int folder, const std::string& path, Links links) const {
    if (path.empty()) return failed<Found>(ENOENT);
    if (folder == kNoFolder || path.starts_with('/')) return findFrom({}, path, links);
    const auto known = open_.find(folder);
    if (known == open_.end()) return failed<Found>(EBADF);
    return findFrom(known->second.trail, path, links);
}

DiskResult<MemoryDisk::Found> MemoryDisk::findFrom(Trail trail, const std::string& path, Links links) const {
    const auto current = [&] { return trail.empty() ? root_ : trail.back().second; };
    std::vector<std::string> left = namesFromEnd(path);
    int followed = 0;
    while (!left.empty()) {
        const std::string name = std::move(left.back());
        left.pop_back();
        if (current()->type != FileType::Folder) return failed<Found>(ENOTDIR);
        if (name == "..") {
            if (!trail.empty()) trail.pop_back();
            continue;
        }
        const NodePointer next = current()->child(name);
        if (next && next->type == FileType::Link && (!left.empty() || links == Links::Follow)) {
            if (++followed > kMostLinks) return failed<Found>(ELOOP);
            if (next->target.starts_with('/')) trail.clear();
            const std::vector<std::string> steps = namesFromEnd(next->target);
            left.insert(left.end(), steps.begin(), steps.end());
            continue;
        }
        if (left.empty()) return {{trail, name, next}};
        if (!next) return failed<Found>(ENOENT);
        trail.emplace_back(name, next);
    }
    // The path is the root, or ends with "..".
    if (trail.empty()) return {{{}, "", root_}};
    const auto [name, node] = trail.back();
    trail.pop_back();
    return {{trail, name, node}};
}

DiskResult<MemoryDisk::NodePointer> MemoryDisk::findNode(int folder, const std::string& path,
                                                         Links links) const {
    const DiskResult<Found> found = find(folder, path, links);
    if (!found) return failed<NodePointer>(found.problem);
    if (!found.value.node) return failed<NodePointer>(ENOENT);
    return {found.value.node};
}

MemoryDisk::NodePointer MemoryDisk::folderOf(const Found& found) const {
    return found.folder.empty() ? root_ : found.folder.back().second;
}

MemoryDisk::Opened* MemoryDisk::opened(int descriptor) {
    const auto known = open_.find(descriptor);
    return known == open_.end() ? nullptr : &known->second;
}

int MemoryDisk::add(Opened entry) {
    int descriptor = 3;
    while (open_.contains(descriptor))
        ++descriptor;
    open_.emplace(descriptor, std::move(entry));
    return descriptor;
}

MemoryDisk::NodePointer MemoryDisk::makeParents(const std::string& path) {
    NodePointer folder = root_;
    std::vector<std::string> names = namesFromEnd(path);
    for (std::size_t i = names.size(); i-- > 1;) {
        NodePointer& next = folder->entries[names[i]];
        if (!next) {
            next = std::make_shared<Node>();
            next->type = FileType::Folder;
        }
        folder = next;
    }
    return folder;
}

void MemoryDisk::put(const std::string& path, std::string_view content) {
    const std::lock_guard lock(mutex_);
    const auto node = std::make_shared<Node>();
    node->bytes.resize(content.size());
    if (!content.empty()) std::memcpy(node->bytes.data(), content.data(), content.size());
    node->modified = node->changed = ++time_;
    makeParents(path)->entries[namesFromEnd(path).front()] = node;
}

void MemoryDisk::putLink(const std::string& path, const std::string& target) {
    const std::lock_guard lock(mutex_);
    const auto node = std::make_shared<Node>();
    node->type = FileType::Link;
    node->target = target;
    makeParents(path)->entries[namesFromEnd(path).front()] = node;
}

MemoryDisk::Files MemoryDisk::files() const {
    const std::lock_guard lock(mutex_);
    Files files;
    std::vector<std::pair<std::string, NodePointer>> waiting = {{"", root_}};
    while (!waiting.empty()) {
        const auto [path, folder] = waiting.back();
        waiting.pop_back();
        for (const auto& [name, node] : folder->entries) {
            std::string below = path;
            below.append("/").append(name);
            if (node->type == FileType::Folder) waiting.emplace_back(below, node);
            if (node->type != FileType::File) continue;
            std::string& content = files[below];
            content.resize(node->bytes.size());
            if (!node->bytes.empty()) std::memcpy(content.data(), node->bytes.data(), content.size());
        }
    }
    return files;
}

std::size_t MemoryDisk::openCount() const {
    const std::lock_guard lock(mutex_);
    return open_.size() + mapped_.size();
}

DiskResult<int> MemoryDisk::openFile(int folder, const std::string& path) {
    const std::lock_guard lock(mutex_);
    const DiskResult<NodePointer> node = findNode(folder, path, Links::Refuse);
    if (!node) return failed<int>(node.problem);
    if (node.value->type == FileType::Link) return failed<int>(ELOOP);
    return {add({.node = node.value, .trail = {}})};
}

DiskResult<int> MemoryDisk::openFolder(int folder, const std::string& path, Links links) {
    const std::lock_guard lock(mutex_);
    DiskResult<Found> found = find(folder, path, links);
    if (!found) return failed<int>(found.problem);
    const NodePointer node = found.value.node;
    if (!node) return failed<int>(ENOENT);
    if (node->type != FileType::Folder) return failed<int>(ENOTDIR);
    if (node != root_) found.value.folder.emplace_back(found.value.name, node);
    return {add({.node = node, .trail = std::move(found.value.folder)})};
}

DiskResult<std::vector<FolderEntry>> MemoryDisk::listFolder(int descriptor) {
    const std::lock_guard lock(mutex_);
    const Opened* folder = opened(descriptor);
    if (folder == nullptr) return failed<std::vector<FolderEntry>>(EBADF);
    std::vector<FolderEntry> entries;
    for (const auto& [name, node] : folder->node->entries)
        entries.push_back({name, node->type});
    return {std::move(entries)};
}

DiskResult<FileStatus> MemoryDisk::lookAt(int descriptor) {
    const std::lock_guard lock(mutex_);
    const Opened* entry = opened(descriptor);
    if (entry == nullptr) return failed<FileStatus>(EBADF);
    return {entry->node->status()};
}

DiskResult<FileStatus> MemoryDisk::lookAt(int folder, const std::string& path, Links links) {
    const std::lock_guard lock(mutex_);
    const DiskResult<NodePointer> node = findNode(folder, path, links);
    if (!node) return failed<FileStatus>(node.problem);
    return {node.value->status()};
}

DiskResult<std::string> MemoryDisk::canonicalPath(const std::string& path) {
    const std::lock_guard lock(mutex_);
    const DiskResult<Found> found = find(kNoFolder, path, Links::Follow);
    if (!found) return failed<std::string>(found.problem);
    if (!found.value.node) return failed<std::string>(ENOENT);
    std::string canonical;
    for (const auto& [name, node] : found.value.folder)
        canonical += "/" + name;
    return {canonical + "/" + found.value.name};
}

DiskResult<std::size_t> MemoryDisk::read(int descriptor, std::span<std::byte> bytes,
                                         std::optional<std::uint64_t> offset) {
    const std::lock_guard lock(mutex_);
    Opened* entry = opened(descriptor);
    if (entry == nullptr) return failed<std::size_t>(EBADF);
    if (entry->node->type == FileType::Folder) return failed<std::size_t>(EISDIR);
    const std::vector<std::byte>& content = entry->node->bytes;
    const std::size_t begin = std::min<std::size_t>(offset.value_or(entry->position), content.size());
    const std::size_t count = std::min(bytes.size(), content.size() - begin);
    if (count > 0) std::memcpy(bytes.data(), content.data() + begin, count);
    if (!offset) entry->position += count;
    return {count};
}

DiskResult<std::uint64_t> MemoryDisk::freeBytes(const std::string& path) {
    constexpr std::uint64_t kFreeInMemory = 4096;
    const DiskResult<FileStatus> there = lookAt(kNoFolder, path, Links::Follow);
    if (!there) return {.problem = there.problem};
    return {kFreeInMemory};
}

int MemoryDisk::makeFolder(int folder, const std::string& path) {
    const std::lock_guard lock(mutex_);
    const DiskResult<Found> found = find(folder, path, Links::Refuse);
    if (!found) return found.problem;
    if (found.value.node) return EEXIST;
    const auto node = std::make_shared<Node>();
    node->type = FileType::Folder;
    folderOf(found.value)->entries[found.value.name] = node;
    return 0;
}

DiskResult<int> MemoryDisk::createFile(int folder, const std::string& name) {
    const std::lock_guard lock(mutex_);
    const DiskResult<Found> found = find(folder, name, Links::Refuse);
    if (!found) return failed<int>(found.problem);
    if (found.value.node) return failed<int>(EEXIST);
    const auto node = std::make_shared<Node>();
    folderOf(found.value)->entries[found.value.name] = node;
    return {add({.node = node, .trail = {}})};
}

DiskResult<int> MemoryDisk::createNameless(int folder) {
    const std::lock_guard lock(mutex_);
    if (!hasNameless_) return failed<int>(EOPNOTSUPP);
    if (opened(folder) == nullptr) return failed<int>(EBADF);
    return {add({.node = std::make_shared<Node>(), .trail = {}})};
}

DiskResult<int> MemoryDisk::createScratch(const std::string& folder) {
    const std::lock_guard lock(mutex_);
    if (!hasNameless_) return failed<int>(EOPNOTSUPP);
    const DiskResult<NodePointer> node = findNode(kNoFolder, folder, Links::Follow);
    if (!node) return failed<int>(node.problem);
    return {add({.node = std::make_shared<Node>(), .trail = {}})};
}

DiskResult<std::size_t> MemoryDisk::write(int descriptor, std::span<const std::span<const std::byte>> parts,
                                          std::optional<std::uint64_t> offset) {
    const std::lock_guard lock(mutex_);
    Opened* entry = opened(descriptor);
    if (entry == nullptr) return failed<std::size_t>(EBADF);
    std::size_t total = 0;
    for (const std::span<const std::byte>& part : parts) {
        const std::size_t begin = (offset ? *offset : entry->position) + total;
        std::vector<std::byte>& content = entry->node->bytes;
        content.resize(std::max(content.size(), begin + part.size()));
        std::memcpy(content.data() + begin, part.data(), part.size());
        total += part.size();
    }
    if (!offset) entry->position += total;
    entry->node->modified = entry->node->changed = ++time_;
    return {total};
}

int MemoryDisk::finishWriting(int descriptor) {
    const std::lock_guard lock(mutex_);
    return opened(descriptor) == nullptr ? EBADF : 0;
}

int MemoryDisk::giveName(int descriptor, int folder, const std::string& name) {
    const std::lock_guard lock(mutex_);
    const Opened* entry = opened(descriptor);
    if (entry == nullptr) return EBADF;
    const DiskResult<Found> found = find(folder, name, Links::Refuse);
    if (!found) return found.problem;
    if (found.value.node) return EEXIST;
    folderOf(found.value)->entries[found.value.name] = entry->node;
    return 0;
}

int MemoryDisk::rename(int folder, const std::string& from, const std::string& to) {
    const std::lock_guard lock(mutex_);
    const DiskResult<Found> source = find(folder, from, Links::Refuse);
    const DiskResult<Found> target = find(folder, to, Links::Refuse);
    if (!source || !target) return source ? target.problem : source.problem;
    if (!source.value.node) return ENOENT;
    if (target.value.node && target.value.node->type == FileType::Folder) return EISDIR;
    folderOf(source.value)->entries.erase(source.value.name);
    folderOf(target.value)->entries[target.value.name] = source.value.node;
    source.value.node->changed = ++time_;
    return 0;
}

int MemoryDisk::remove(int folder, const std::string& path) {
    const std::lock_guard lock(mutex_);
    const DiskResult<Found> found = find(folder, path, Links::Refuse);
    if (!found) return found.problem;
    if (!found.value.node) return ENOENT;
    if (found.value.node->type == FileType::Folder) return EISDIR;
    folderOf(found.value)->entries.erase(found.value.name);
    return 0;
}

int MemoryDisk::removeFolder(int folder, const std::string& path) {
    const std::lock_guard lock(mutex_);
    const DiskResult<Found> found = find(folder, path, Links::Refuse);
    if (!found) return found.problem;
    if (!found.value.node) return ENOENT;
    if (found.value.node->type != FileType::Folder) return ENOTDIR;
    if (!found.value.node->entries.empty()) return ENOTEMPTY;
    folderOf(found.value)->entries.erase(found.value.name);
    return 0;
}

int MemoryDisk::touch(const std::string& path) {
    const std::lock_guard lock(mutex_);
    const DiskResult<NodePointer> node = findNode(kNoFolder, path, Links::Refuse);
    if (!node) return node.problem;
    node.value->modified = node.value->changed = ++time_;
    return 0;
}

DiskResult<MappedBytes> MemoryDisk::map(int descriptor, std::uint64_t offset, std::size_t size) {
    const std::lock_guard lock(mutex_);
    const Opened* entry = opened(descriptor);
    if (entry == nullptr) return failed<MappedBytes>(EBADF);
    if (offset % pageBytes() != 0 || offset + size > entry->node->bytes.size())
        return failed<MappedBytes>(EINVAL);
    const auto begin = entry->node->bytes.begin() + static_cast<std::ptrdiff_t>(offset);
    std::vector<std::byte> copy(begin, begin + static_cast<std::ptrdiff_t>(size));
    const std::byte* first = copy.data();
    mapped_.emplace(first, std::move(copy));
    return {{.first = first, .giveBack = [](const std::byte*, std::size_t) {}}};
}

void MemoryDisk::unmap(const std::byte* first, std::size_t /*size*/) {
    const std::lock_guard lock(mutex_);
    mapped_.erase(first);
}

int MemoryDisk::close(int descriptor) {
    const std::lock_guard lock(mutex_);
    return open_.erase(descriptor) == 1 ? 0 : EBADF;
}

}  // namespace rigkiln
