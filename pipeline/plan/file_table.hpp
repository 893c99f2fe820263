#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/files/paged_rows.hpp"
#include "pipeline/plan/split_path.hpp"
#include "pipeline/plan/table_pieces.hpp"

namespace rigkiln {

/// A file that a scan found.
struct ScannedFile {
    std::string path;      ///< root and `relative`
    std::string relative;  ///< separated by '/'; the exact bytes of the file system
    std::uint64_t sizeBytes = 0;
    bool isMember = false;      ///< lies in an archive
    std::size_t heldBytes = 0;  ///< memory of the archive that is open while it is read

    bool operator==(const ScannedFile&) const = default;
};

/// Facts from the content of a file, which many files share.
struct FileKind {
    const FormatModule* format = nullptr;  ///< null: no format recognises the file
    AssetKind kind = AssetKind::Model;
    std::string description{};  ///< "Alamo animation"; without a format that of an image, or empty
    /// Set when the file has no format but is an archive that was not opened as a folder.
    const ContainerModule* archive = nullptr;

    bool operator==(const FileKind&) const = default;
};

/// Files in little memory: 24 bytes for each besides its name. Folders and kinds are stored once. Rows are
/// added and recognised; they stay as they are afterwards.
class FileTable {
public:
    /// Number of a row.
    using Index = std::uint32_t;

    /// Throws std::length_error when there are more than 4 GiB of names or 2^32 - 1 files.
    Index add(const ScannedFile& file);
    /// Adds the rows of another table, in their order. Returns the number of the first.
    Index append(FileTable other);
    /// Sorts by relative path, bytewise, and removes all but the first of rows with equal ones.
    /// Preconditions: every path ends with its relative path; nothing is recognised.
    void sortByRelativePath();
    /// Sets the modules of all kinds to null, so that the table is a value that depends on nothing.
    void forgetModules();
    /// Finds rows with equal paths, which several scans give. Call it after the last row was added.
    void findRepeated();

    void setSize(Index file, std::uint64_t sizeBytes) { rows_[file].sizeBytes = sizeBytes; }
    /// No other thread may ask for a kind meanwhile, of whatever file: rows share them.
    void setKind(Index file, FileKind kind) { rows_[file].kind = kinds_.add(std::move(kind)); }
    /// Sets the name of the asset in the file.
    void setAssetName(Index file, std::string_view name);
    /// Sets why the file has not the content that its name promises.
    void setProblem(Index file, Error problem) { problems_.insert_or_assign(file, std::move(problem)); }

    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] bool empty() const { return rows_.empty(); }

    // Preconditions of the following: `file` is less than size(). Views are valid until a row is added, those
    // of names as long as the table.

    [[nodiscard]] ScannedFile operator[](std::size_t file) const;
    [[nodiscard]] ScannedFile front() const { return (*this)[0]; }
    [[nodiscard]] ScannedFile back() const { return (*this)[size() - 1]; }
    [[nodiscard]] SplitPath path(Index file) const;
    [[nodiscard]] std::string relative(Index file) const;
    /// Returns the folder relative to the root of its scan; empty for files in the root.
    [[nodiscard]] std::string folderBelowRoot(Index file) const;
    /// Returns true when the relative path of `left` comes first, bytewise.
    [[nodiscard]] bool isBefore(Index left, Index right) const;
    [[nodiscard]] std::uint64_t sizeBytes(Index file) const { return rows_[file].sizeBytes; }
    [[nodiscard]] bool isMember(Index file) const { return folders_[rows_[file].folder].isMember; }
    [[nodiscard]] std::size_t heldBytes(Index file) const { return folders_[rows_[file].folder].heldBytes; }
    /// Null: not recognised, because it could not be read.
    [[nodiscard]] const FileKind* kind(Index file) const;
    /// Precondition: recognised, with a format.
    [[nodiscard]] const FormatModule& format(Index file) const { return *kind(file)->format; }
    [[nodiscard]] std::string_view assetName(Index file) const;
    [[nodiscard]] const Error* problem(Index file) const;  ///< null when there is none

    /// Returns the first row with the same path.
    [[nodiscard]] Index firstOf(Index file) const;
    /// Returns true when a file lies in this folder.
    [[nodiscard]] bool hasFolder(std::string_view path) const;
    /// Returns the roots of the scans, and the folders of files that were found by a link. Every file that is
    /// not in an archive lies in or below one of them, without a link between. Sorted, each once.
    [[nodiscard]] std::vector<std::string> roots() const;

    class Iterator {
    public:
        using difference_type = std::ptrdiff_t;
        using value_type = ScannedFile;

        Iterator() = default;
        Iterator(const FileTable& table, std::size_t file) : table_(&table), file_(file) {}

        ScannedFile operator*() const { return (*table_)[file_]; }
        Iterator& operator++() {
            ++file_;
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++file_;
            return before;
        }
        bool operator==(const Iterator& other) const { return file_ == other.file_; }

    private:
        const FileTable* table_ = nullptr;
        std::size_t file_ = 0;
    };
    using const_iterator = Iterator;
    using value_type = ScannedFile;
    using size_type = std::size_t;
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size()}; }

private:
    struct Folder {
        std::string path;             ///< without trailing slash; empty: the root of the file system
        std::uint32_t rootBytes = 0;  ///< length of the path of the scan's root
        bool isMember = false;
        std::size_t heldBytes = 0;
        auto operator<=>(const Folder&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
    };
    struct Row {
        std::uint64_t sizeBytes = 0;
        std::uint32_t folder = 0;
        std::uint32_t name = 0;
        std::uint32_t kind = kNoRow;
        std::uint16_t assetNameBytes = kOtherName;  ///< the asset's name is so much of the file's name
    };
    /// A row, and the first one with its path.
    struct Repeated {
        Index file = 0;
        Index first = 0;
    };
    /// Stands for an asset name that does not begin the file's name.
    static constexpr std::uint16_t kOtherName = 0xFFFF;

    [[nodiscard]] SplitPath pathOf(const Row& row) const;
    [[nodiscard]] SplitPath relativeOf(const Row& row) const;

    PagedRows<Row> rows_;
    SharedRows<Folder> folders_;
    RecentRows<FileKind> kinds_;
    TextTable names_;
    std::map<Index, std::string> assetNames_;  ///< those that do not begin the file's name
    std::map<Index, std::string> relatives_;   ///< relative paths that do not end the path
    std::map<Index, Error> problems_;
    /// For rows that are not the first with their path; sorted.
    PagedRows<Repeated> repeated_;
};

/// Finds rows by path in n log n time and 16 bytes for each. Keeps a reference to the table, whose rows must
/// stay as they are.
class FileFinder {
public:
    explicit FileFinder(const FileTable& files);

    /// Returns the first row with this path; kNoRow when there is none.
    [[nodiscard]] FileTable::Index find(const SplitPath& path) const;

private:
    struct Key {
        std::uint64_t digest = 0;
        FileTable::Index file = 0;
        auto operator<=>(const Key&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
    };

    const FileTable& files_;
    PagedRows<Key> keys_;
};

}  // namespace rigkiln
