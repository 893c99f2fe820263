#include "pipeline/files/seen_files.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>

#include <xxhash.h>

#include "pipeline/base/run_on_threads.hpp"

namespace rigkiln {
namespace {

std::uint32_t numberOf(const SeenKind& kind, std::vector<SeenKind>& kinds) {
    // Few folders have files of more than a few kinds.
    const auto known = std::ranges::find(kinds, kind);
    const auto number = static_cast<std::uint32_t>(known - kinds.begin());
    if (known == kinds.end()) kinds.push_back(kind);
    return number;
}

/// Sorts by name and leaves one of the files that were seen several times; none, and returns false, where
/// different ones were seen.
bool sortFiles(std::vector<SeenFile>& files) {
    // Those with a kind first; an output that is read as well is a source.
    std::ranges::sort(files, [](const SeenFile& left, const SeenFile& right) {
        return std::tie(left.name, left.kind, left.isOutput) <
               std::tie(right.name, right.kind, right.isOutput);
    });
    const auto hasRival = [&](std::size_t i) {
        const auto differs = [&](std::size_t other) {
            return files[other].name == files[i].name && files[other].status != files[i].status;
        };
        return (i > 0 && differs(i - 1)) || (i + 1 < files.size() && differs(i + 1));
    };
    std::vector<std::string> rivals;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (hasRival(i)) rivals.push_back(files[i].name);
    }
    if (!rivals.empty()) {
        std::erase_if(files,
                      [&](const SeenFile& file) { return std::ranges::binary_search(rivals, file.name); });
    }
    const auto isOne = [](const SeenFile& left, const SeenFile& right) { return left.name == right.name; };
    files.erase(std::unique(files.begin(), files.end(), isOne), files.end());
    return rivals.empty();
}

}  // namespace

FolderListing listingOf(std::span<const FolderEntry> entries) {
    FolderListing listing{.count = entries.size()};
    for (const FolderEntry& entry : entries) {
        const XXH128_hash_t hash = XXH3_128bits_withSeed(entry.name.data(), entry.name.size(),
                                                         static_cast<XXH64_hash_t>(entry.type));
        listing.low += hash.low64;
        listing.high += hash.high64;
    }
    return listing;
}

void SeenFiles::add(const std::string& folder, std::vector<SeenFile> files) {
    if (files.empty()) return;
    const std::lock_guard lock(mutex_);
    std::vector<SeenFile>& known = folders_[folder].content.files;
    if (known.empty()) {
        known = std::move(files);
    } else {
        known.insert(known.end(), std::make_move_iterator(files.begin()),
                     std::make_move_iterator(files.end()));
    }
}

void SeenFiles::compare(std::uint64_t modules) {
    modules_ = XXH3_64bits_withSeed(program_.data(), program_.size(), modules);
    std::vector<std::pair<const std::string*, Folder*>> all;
    all.reserve(folders_.size());
    for (auto& [path, folder] : folders_)
        all.emplace_back(&path, &folder);
    runOnThreads(all.size(), [&](std::size_t i) { compareFolder(*all[i].first, *all[i].second); });
}

/// Puts the files in order, unless they are.
void SeenFiles::sort(Folder& folder) {
    std::vector<SeenFile>& files = folder.content.files;
    const auto isInOrder = [](const SeenFile& left, const SeenFile& right) { return left.name < right.name; };
    const bool isSorted = std::ranges::adjacent_find(files, std::not_fn(isInOrder)) == files.end();
    if (!isSorted && !sortFiles(files)) doubt();
    folder.sorted = files.size();
    folder.content.modules = modules_;
}

void SeenFiles::compareFolder(const std::string& path, Folder& added) {
    sort(added);
    SeenFolder& folder = added.content;
    const std::optional<SeenFolder> before = before_(path);
    if (!before || before->modules != modules_) return;
    auto then = before->files.begin();
    for (SeenFile& file : folder.files) {
        while (then != before->files.end() && then->name < file.name)
            ++then;
        if (then == before->files.end()) return;
        if (then->name != file.name || then->status != file.status || then->kind == SeenFile::kNoKind)
            continue;
        file.kind = numberOf(before->kinds[then->kind], folder.kinds);
        file.sizeBytes = then->sizeBytes;
    }
}

const SeenFile* SeenFiles::find(std::string_view folder, std::string_view name, const SeenFolder*& in) const {
    const auto known = folders_.find(folder);
    if (known == folders_.end()) return nullptr;
    in = &known->second.content;
    const auto file = std::ranges::lower_bound(in->files, name, {}, &SeenFile::name);
    return file != in->files.end() && file->name == name ? &*file : nullptr;
}

std::optional<SeenContent> SeenFiles::contentOf(std::string_view folder, std::string_view name) const {
    const std::lock_guard lock(mutex_);
    const SeenFolder* in = nullptr;
    const SeenFile* file = find(folder, name, in);
    if (file == nullptr || file->kind == SeenFile::kNoKind) return std::nullopt;
    return SeenContent{.kind = in->kinds[file->kind], .sizeBytes = file->sizeBytes};
}

void SeenFiles::setContent(std::string_view folder, std::string_view name, const SeenContent& content) {
    const std::lock_guard lock(mutex_);
    const auto known = folders_.find(folder);
    if (known == folders_.end()) return;
    SeenFolder& in = known->second.content;
    const auto file = std::ranges::lower_bound(in.files, name, {}, &SeenFile::name);
    if (file == in.files.end() || file->name != name) return;
    file->kind = numberOf(content.kind, in.kinds);
    file->sizeBytes = content.sizeBytes;
}

/// Precondition: the mutex is held.
SeenFiles::Folder& SeenFiles::folderAt(std::string_view path) {
    const auto known = folders_.find(path);
    return known != folders_.end() ? known->second : folders_[std::string(path)];
}

void SeenFiles::addListing(const std::string& folder, const FolderListing& listing) {
    const std::lock_guard lock(mutex_);
    std::optional<FolderListing>& known = folderAt(folder).content.listing;
    if (known && *known != listing) hasDoubt_ = true;
    known = listing;
}

void SeenFiles::addFile(std::string_view path, const FileStatus& status, bool isOutput) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return doubt();
    const std::string_view name = path.substr(slash + 1);
    const std::lock_guard lock(mutex_);
    Folder& folder = folderAt(path.substr(0, slash));
    std::vector<SeenFile>& files = folder.content.files;
    const auto end = files.begin() + static_cast<std::ptrdiff_t>(folder.sorted);
    const auto known = std::ranges::lower_bound(files.begin(), end, name, {}, &SeenFile::name);
    const bool isKnown = known != end && known->name == name && known->status == status;
    if (isKnown) {
        known->isOutput = known->isOutput && isOutput;
    } else {
        files.push_back({.name = std::string(name), .status = status, .isOutput = isOutput});
    }
}

void SeenFiles::addMissing(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return doubt();
    const std::lock_guard lock(mutex_);
    folderAt(path.substr(0, slash)).content.missing.emplace_back(path.substr(slash + 1));
}

void SeenFiles::addSearch(const std::string& folder) {
    const std::lock_guard lock(mutex_);
    searches_.insert(folder);
}

void SeenFiles::doubt() {
    const std::lock_guard lock(mutex_);
    hasDoubt_ = true;
}

std::vector<std::string> SeenFiles::searchesToList() const {
    std::vector<std::string> folders;
    const std::lock_guard lock(mutex_);
    for (const std::string& path : searches_) {
        const auto known = folders_.find(path);
        if (known == folders_.end() || !known->second.content.listing) folders.push_back(path);
    }
    return folders;
}

void SeenFiles::finish() {
    std::vector<Folder*> all;
    all.reserve(folders_.size());
    for (auto& [path, folder] : folders_) {
        // The root of the file system, which has no row.
        if (path.empty()) hasDoubt_ = true;
        all.push_back(&folder);
    }
    runOnThreads(all.size(), [&](std::size_t i) {
        sort(*all[i]);
        std::vector<std::string>& missing = all[i]->content.missing;
        std::ranges::sort(missing);
        missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    });
}

}  // namespace rigkiln
