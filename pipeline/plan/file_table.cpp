#include "pipeline/plan/file_table.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <xxhash.h>

namespace rigkiln {
namespace {

std::uint64_t digestOf(const SplitPath& path) {
    if (!path.suffix.empty()) {
        const std::string name = std::string(path.name).append(path.suffix);
        return digestOf({.folder = path.folder, .name = name});
    }
    return XXH3_64bits_withSeed(path.name.data(), path.name.size(),
                                XXH3_64bits(path.folder.data(), path.folder.size()));
}

}  // namespace

FileTable::Index FileTable::add(const ScannedFile& file) {
    const SplitPath path = splitPath(file.path);
    const Index number = rowNumber(rows_.size());
    const bool isEnd = file.path.ends_with('/' + file.relative);
    const std::size_t rootBytes = isEnd ? file.path.size() - file.relative.size() - 1 : 0;
    if (!isEnd) relatives_.emplace(number, file.relative);
    rows_.push_back({.sizeBytes = file.sizeBytes,
                     .folder = folders_.add({.path = std::string(path.folder),
                                             .rootBytes = rowNumber(rootBytes),
                                             .isMember = file.isMember,
                                             .heldBytes = file.heldBytes}),
                     .name = names_.add(path.name)});
    return number;
}

FileTable::Index FileTable::append(FileTable other) {
    if (rows_.empty()) {
        *this = std::move(other);
        return 0;
    }
    const Index first = rowNumber(rows_.size());
    (void)rowNumber(rows_.size() + other.rows_.size());
    const std::uint32_t names = names_.append(std::move(other.names_));
    std::vector<std::uint32_t> folders;
    folders.reserve(other.folders_.size());
    for (std::uint32_t i = 0; i < other.folders_.size(); ++i)
        folders.push_back(folders_.add(other.folders_[i]));
    rows_.reserve(rows_.size() + other.rows_.size());
    for (Row row : other.rows_) {
        row.name += names;
        row.folder = folders[row.folder];
        if (row.kind != kNoRow) row.kind = kinds_.add(other.kinds_[row.kind]);
        rows_.push_back(row);
    }
    for (auto& [file, name] : other.assetNames_)
        assetNames_.emplace(first + file, std::move(name));
    for (auto& [file, relative] : other.relatives_)
        relatives_.emplace(first + file, std::move(relative));
    for (auto& [file, problem] : other.problems_)
        problems_.emplace(first + file, std::move(problem));
    return first;
}

void FileTable::sortByRelativePath() {
    // Names are numbered in the order of adding. A stable sort would need memory for half of the rows.
    const auto isBefore = [this](const Row& left, const Row& right) {
        const int paths = comparePaths(relativeOf(left), relativeOf(right));
        return paths != 0 ? paths < 0 : left.name < right.name;
    };
    if (!std::ranges::is_sorted(rows_, isBefore)) std::ranges::sort(rows_, isBefore);
    const auto isOne = [this](const Row& left, const Row& right) {
        return relativeOf(left) == relativeOf(right);
    };
    rows_.truncate(static_cast<std::size_t>(std::unique(rows_.begin(), rows_.end(), isOne) - rows_.begin()));
}

void FileTable::forgetModules() {
    for (FileKind& kind : kinds_.all()) {
        kind.format = nullptr;
        kind.archive = nullptr;
    }
}

void FileTable::setAssetName(Index file, std::string_view name) {
    Row& row = rows_[file];
    const bool isBeginning = names_[row.name].starts_with(name) && name.size() < kOtherName;
    row.assetNameBytes = isBeginning ? static_cast<std::uint16_t>(name.size()) : kOtherName;
    if (!isBeginning) assetNames_.insert_or_assign(file, std::string(name));
}

ScannedFile FileTable::operator[](std::size_t file) const {
    const auto number = static_cast<Index>(file);
    return {.path = path(number).text(),
            .relative = relative(number),
            .sizeBytes = sizeBytes(number),
            .isMember = isMember(number),
            .heldBytes = heldBytes(number)};
}

SplitPath FileTable::pathOf(const Row& row) const {
    return {.folder = folders_[row.folder].path, .name = names_[row.name]};
}

/// Returns the path without the root, with a slash in front. Precondition: it ends the whole path.
SplitPath FileTable::relativeOf(const Row& row) const {
    const Folder& folder = folders_[row.folder];
    return {.folder = std::string_view(folder.path).substr(folder.rootBytes), .name = names_[row.name]};
}

SplitPath FileTable::path(Index file) const {
    return pathOf(rows_[file]);
}

std::string FileTable::relative(Index file) const {
    const auto other = relatives_.find(file);
    return other != relatives_.end() ? other->second : relativeOf(rows_[file]).text().substr(1);
}

std::string FileTable::folderBelowRoot(Index file) const {
    const std::string whole = relative(file);
    const std::size_t slash = whole.rfind('/');
    return slash == std::string::npos ? std::string() : whole.substr(0, slash);
}

bool FileTable::isBefore(Index left, Index right) const {
    if (!relatives_.empty()) return relative(left) < relative(right);
    return comparePaths(relativeOf(rows_[left]), relativeOf(rows_[right])) < 0;
}

const FileKind* FileTable::kind(Index file) const {
    const std::uint32_t kind = rows_[file].kind;
    return kind == kNoRow ? nullptr : &kinds_[kind];
}

std::string_view FileTable::assetName(Index file) const {
    const Row& row = rows_[file];
    if (row.assetNameBytes != kOtherName) return names_[row.name].substr(0, row.assetNameBytes);
    return assetNames_.at(file);
}

const Error* FileTable::problem(Index file) const {
    const auto found = problems_.find(file);
    return found == problems_.end() ? nullptr : &found->second;
}

void FileTable::findRepeated() {
    repeated_ = {};
    const FileFinder finder(*this);
    for (Index file = 0; file < rows_.size(); ++file) {
        const Index first = finder.find(path(file));
        if (first != file) repeated_.push_back({.file = file, .first = first});
    }
}

FileTable::Index FileTable::firstOf(Index file) const {
    if (repeated_.empty()) return file;
    const auto found = std::ranges::lower_bound(repeated_, file, {}, &Repeated::file);
    return found != repeated_.end() && found->file == file ? found->first : file;
}

bool FileTable::hasFolder(std::string_view path) const {
    const Folder* folder = folders_.notLess({.path = std::string(path)});
    return folder != nullptr && folder->path == path;
}

std::vector<std::string> FileTable::roots() const {
    std::set<std::string_view> roots;
    std::string_view last;
    for (std::uint32_t i = 0; i < folders_.size(); ++i) {
        const Folder& folder = folders_[i];
        if (folder.isMember) continue;
        // Without a root: the file has another relative path, as one that a link led to.
        const std::string_view path = folder.path;
        const std::string_view root = folder.rootBytes == 0 ? path : path.substr(0, folder.rootBytes);
        if (i == 0 || root != last) roots.insert(root);
        last = root;
    }
    return {roots.begin(), roots.end()};
}

FileFinder::FileFinder(const FileTable& files) : files_(files) {
    keys_.reserve(files.size());
    for (FileTable::Index file = 0; file < files.size(); ++file) {
        keys_.push_back({.digest = digestOf(files.path(file)), .file = file});
    }
    sortRows(keys_);
}

FileTable::Index FileFinder::find(const SplitPath& path) const {
    const std::uint64_t digest = digestOf(path);
    for (auto key = std::ranges::lower_bound(keys_, digest, {}, &Key::digest);
         key != keys_.end() && key->digest == digest; ++key) {
        if (files_.path(key->file) == path) return key->file;
    }
    return kNoRow;
}

}  // namespace rigkiln
