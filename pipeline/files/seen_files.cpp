#include "pipeline/files/seen_files.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
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

/// Sorts rows that are large: each moves once.
template <class Row, class IsBefore>
void inOrder(std::vector<Row>& rows, const IsBefore& isBefore) {
    std::vector<Row*> order;
    order.reserve(rows.size());
    for (Row& row : rows)
        order.push_back(&row);
    std::ranges::sort(order, [&](const Row* left, const Row* right) { return isBefore(*left, *right); });
    std::vector<Row> sorted;
    sorted.reserve(rows.size());
    for (Row* row : order)
        sorted.push_back(std::move(*row));
    rows = std::move(sorted);
}

/// Sorts by name and leaves one of the files that were seen several times; none, and returns false, where
/// different ones were seen.
bool sortFiles(std::vector<SeenFile>& files) {
    // Those with a kind first; an output that is read as well is a source.
    inOrder(files, [](const SeenFile& left, const SeenFile& right) {
        const int byName = left.name.compare(right.name);
        if (byName != 0) return byName < 0;
        return std::tie(left.kind, left.isOutput) < std::tie(right.kind, right.isOutput);
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

/// Puts files in order, unless they are. Returns false where different ones have a name.
bool putInOrder(std::vector<SeenFile>& files) {
    const auto isBefore = [](const SeenFile& left, const SeenFile& right) { return left.name < right.name; };
    const bool isSorted = std::ranges::adjacent_find(files, std::not_fn(isBefore)) == files.end();
    return isSorted || sortFiles(files);
}

/// Returns null when there is no such file.
const SeenFile* fileOf(const SeenFolder& folder, std::string_view name) {
    const auto file = std::ranges::lower_bound(folder.files, name, {}, &SeenFile::name);
    return file != folder.files.end() && file->name == name ? &*file : nullptr;
}

/// Likewise; files are mostly asked for in their order, a few of them at a time. `next` is near the last one.
const SeenFile* nextFileOf(const SeenFolder& folder, std::string_view name, std::size_t& next) {
    constexpr std::size_t kNear = 4;
    const std::size_t first = next < kNear ? 0 : next - kNear;
    const std::size_t end = std::min(next + kNear, folder.files.size());
    // From the likely one on, and then those before it.
    for (std::size_t i = std::min(next, end); i < end; ++i) {
        if (folder.files[i].name != name) continue;
        next = i + 1;
        return &folder.files[i];
    }
    for (std::size_t i = std::min(next, end); i-- > first;) {
        if (folder.files[i].name == name) return &folder.files[i];
    }
    const SeenFile* file = fileOf(folder, name);
    if (file != nullptr) next = static_cast<std::size_t>(file - folder.files.data()) + 1;
    return file;
}

/// Takes over what files are that have the status of then.
void takeOver(const SeenFolder& before, SeenFolder& folder) {
    auto then = before.files.begin();
    for (SeenFile& file : folder.files) {
        while (then != before.files.end() && then->name < file.name)
            ++then;
        if (then == before.files.end()) return;
        if (then->name != file.name || then->status != file.status || then->kind == SeenFile::kNoKind)
            continue;
        file.kind = numberOf(before.kinds[then->kind], folder.kinds);
        file.sizeBytes = then->sizeBytes;
    }
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
    Folder& known = folders_[folder];
    SeenFolder content = decoded(known.content);
    if (content.files.empty()) {
        content.files = std::move(files);
    } else {
        content.files.insert(content.files.end(), std::make_move_iterator(files.begin()),
                             std::make_move_iterator(files.end()));
    }
    sort(content.files);
    store(known, content);
}

SeenFolder SeenFiles::decoded(const ByteSpool::Piece& piece) const {
    if (piece.size == 0) return {};
    std::optional<SeenFolder> folder = codec_.decode(spool_.at(piece));
    spool_.rest(piece);
    assert(folder);
    return std::move(*folder);
}

/// Precondition: the mutex is held.
void SeenFiles::store(Folder& folder, const SeenFolder& content) {
    folder.content = spool_.add(codec_.encode(content));
}

bool SeenFiles::compare(std::uint64_t modules) {
    modules_ = XXH3_64bits_withSeed(program_.data(), program_.size(), modules);
    isAdding_ = false;  // scans may have added
    std::vector<std::pair<const std::string*, Folder*>> all;
    all.reserve(folders_.size());
    for (auto& [path, folder] : folders_)
        all.emplace_back(&path, &folder);
    std::atomic<bool> isAnyKnown = false;
    runOnThreads(all.size(), [&](std::size_t i) {
        std::optional<SeenFolder> before = before_(*all[i].first);
        if (!before || before->modules != modules_) return;
        isAnyKnown = true;
        std::unique_lock lock(mutex_);
        SeenFolder content = decoded(all[i].second->content);
        lock.unlock();
        takeOver(*before, content);
        const std::string bytes = codec_.encode(content);
        lock.lock();
        all[i].second->content = spool_.add(bytes);
    });
    return isAnyKnown;
}

/// Precondition: the mutex is held.
void SeenFiles::sort(std::vector<SeenFile>& files) {
    if (!putInOrder(files)) hasDoubt_ = true;
}

/// Returns null if nothing is known of the folder. Precondition of this and of `open`: the mutex is held.
SeenFiles::Folder* SeenFiles::scannedAt(std::string_view path) {
    const auto known = folders_.find(path);
    return known == folders_.end() || known->second.content.size == 0 ? nullptr : &known->second;
}

/// Precondition: something is known of the folder.
SeenFolder& SeenFiles::open(Folder& folder) {
    constexpr std::size_t kMostOpen = 4;
    folder.used = ++uses_;
    if (folder.open) return *folder.open;
    if (openFolders_.size() == kMostOpen) closeOne();
    openFolders_.push_back(&folder);
    return folder.open.emplace(decoded(folder.content));
}

/// Closes the folder that was not used for longest.
void SeenFiles::closeOne() {
    const auto oldest = std::ranges::min_element(openFolders_, {}, &Folder::used);
    Folder& folder = **oldest;
    if (folder.isChanged) store(folder, *folder.open);
    folder.open.reset();
    folder.isChanged = false;
    openFolders_.erase(oldest);
}

std::optional<SeenContent> SeenFiles::contentOf(std::string_view folder, std::string_view name) {
    const std::lock_guard lock(mutex_);
    Folder* row = scannedAt(folder);
    if (row == nullptr) return std::nullopt;
    const SeenFolder& in = open(*row);
    const SeenFile* file = nextFileOf(in, name, row->next);
    if (file == nullptr || file->kind == SeenFile::kNoKind) return std::nullopt;
    return SeenContent{.kind = in.kinds[file->kind], .sizeBytes = file->sizeBytes};
}

void SeenFiles::setContent(std::string_view folder, std::string_view name, const SeenContent& content) {
    const std::lock_guard lock(mutex_);
    Folder* row = scannedAt(folder);
    if (row == nullptr) return;
    SeenFolder& in = open(*row);
    const SeenFile* known = nextFileOf(in, name, row->next);
    if (known == nullptr) return;
    SeenFile& file = in.files[static_cast<std::size_t>(known - in.files.data())];
    file.kind = numberOf(content.kind, in.kinds);
    file.sizeBytes = content.sizeBytes;
    row->isChanged = true;
}

/// Precondition: the mutex is held.
SeenFiles::Folder& SeenFiles::folderAt(std::string_view path) {
    const auto known = folders_.find(path);
    return known != folders_.end() ? known->second : folders_[std::string(path)];
}

void SeenFiles::addListing(const std::string& folder, const FolderListing& listing) {
    const std::lock_guard lock(mutex_);
    std::optional<FolderListing>& known = folderAt(folder).listing;
    if (known && *known != listing) hasDoubt_ = true;
    known = listing;
}

void SeenFiles::addFile(std::string_view path, const FileStatus& status, bool isOutput) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return doubt();
    const std::string_view name = path.substr(slash + 1);
    const std::lock_guard lock(mutex_);
    if (!isOutput && wasScanned(path.substr(0, slash), name, status)) return;
    addedTo(path.substr(0, slash)).file = {.name = std::string(name), .status = status, .isOutput = isOutput};
}

void SeenFiles::addMissing(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return doubt();
    const std::lock_guard lock(mutex_);
    Added& added = addedTo(path.substr(0, slash));
    added.file = {.name = std::string(path.substr(slash + 1))};
    added.isMissing = true;
}

/// Returns true if a scan saw the file as it is, which holds for most files that are read; false also where
/// it would take much to find out. Precondition of this, addedTo and spill: the mutex is held.
bool SeenFiles::wasScanned(std::string_view path, std::string_view name, const FileStatus& status) {
    // Up to some ten thousand files. Each folder is decoded as often at most, in whatever order files are
    // read.
    constexpr std::size_t kMostBytes = std::size_t{256} << 10U;
    constexpr unsigned kMostOpened = 2;
    beginAdding();
    Folder* folder = scannedAt(path);
    if (folder == nullptr || folder->content.size > kMostBytes) return false;
    if (!folder->open && ++folder->opened > kMostOpened) return false;
    const SeenFile* known = nextFileOf(open(*folder), name, folder->next);
    return known != nullptr && known->status == status;
}

/// Nobody asks what files are any more.
void SeenFiles::beginAdding() {
    if (isAdding_) return;
    isAdding_ = true;
    while (!openFolders_.empty())
        closeOne();
}

/// Returns room for what is added to a folder.
SeenFiles::Added& SeenFiles::addedTo(std::string_view path) {
    constexpr std::size_t kMostAdded = 256;
    beginAdding();
    added_.reserve(kMostAdded);
    if (added_.size() == kMostAdded) spill();
    return added_.emplace_back(Added{.folder = &folderAt(path)});
}

/// Puts what was added into the file without a name.
void SeenFiles::spill() {
    std::vector<Added*> order;
    order.reserve(added_.size());
    for (Added& added : added_)
        order.push_back(&added);
    std::ranges::stable_sort(order, {}, &Added::folder);
    for (auto next = order.begin(); next != order.end();) {
        Folder& folder = *(*next)->folder;
        SeenFolder part;
        for (; next != order.end() && (*next)->folder == &folder; ++next) {
            if ((*next)->isMissing) {
                part.missing.push_back(std::move((*next)->file.name));
            } else {
                part.files.push_back(std::move((*next)->file));
            }
        }
        sort(part.files);
        folder.log.push_back(spool_.add(codec_.encode(part)));
    }
    added_.clear();
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
        if (known == folders_.end() || !known->second.listing) folders.push_back(path);
    }
    return folders;
}

/// Returns everything about a folder. Precondition: nothing adds any more.
SeenFolder SeenFiles::merged(Folder& folder) const {
    SeenFolder content = folder.open ? std::move(*folder.open) : decoded(folder.content);
    for (const ByteSpool::Piece& piece : folder.log) {
        SeenFolder part = decoded(piece);
        std::ranges::move(part.files, std::back_inserter(content.files));
        std::ranges::move(part.missing, std::back_inserter(content.missing));
    }
    std::ranges::sort(content.missing);
    content.missing.erase(std::unique(content.missing.begin(), content.missing.end()), content.missing.end());
    content.listing = folder.listing;
    content.modules = modules_;
    return content;
}

void SeenFiles::finish(const IsYoung& isYoung) {
    spill();
    // Some folders at a time, so that few of them are in memory.
    constexpr std::size_t kAtOnce = 16;
    std::vector<Folder*> some;
    std::vector<std::string> rows(kAtOnce);
    const auto end = [&] {
        std::atomic<bool> hasDoubt = false;
        std::atomic<bool> hasYoung = false;
        runOnThreads(some.size(), [&](std::size_t i) {
            SeenFolder content = merged(*some[i]);
            if (!putInOrder(content.files)) hasDoubt = true;
            if (std::ranges::any_of(content.files, isYoung)) hasYoung = true;
            rows[i] = codec_.encode(content);
        });
        hasDoubt_ = hasDoubt_ || hasDoubt;
        hasYoungSources_ = hasYoungSources_ || hasYoung;
        for (std::size_t i = 0; i < some.size(); ++i) {
            *some[i] = {};
            some[i]->content = spool_.add(rows[i]);
        }
        some.clear();
    };
    for (auto& [path, folder] : folders_) {
        // The root of the file system, which has no row.
        if (path.empty()) hasDoubt_ = true;
        some.push_back(&folder);
        if (some.size() == kAtOnce) end();
    }
    end();
    openFolders_.clear();
}

void SeenFiles::forEachFolder(
    const std::function<void(const std::string& path, std::string_view bytes)>& visit) {
    ByteSpool::Reading reading(spool_);
    for (const auto& [path, folder] : folders_) {
        reading.begin(folder.content);
        visit(path, spool_.at(folder.content));
    }
}

}  // namespace rigkiln
