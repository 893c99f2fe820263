#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/conversion/format_module.hpp"
#include "pipeline/files/byte_spool.hpp"
#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// Facts from the first bytes of a file, without pointers to modules.
struct SeenKind {
    std::string format{};       ///< id; empty: no format recognises the file
    std::string archive{};      ///< id of the container module, for a file without a format
    std::string description{};  ///< see Recognition
    AssetKind kind = AssetKind::Model;

    bool operator==(const SeenKind&) const = default;
};

/// A file as a scan saw it.
struct SeenFile {
    static constexpr std::uint32_t kNoKind = 0xFFFFFFFF;

    std::string name{};
    FileStatus status{};
    std::uint32_t kind = kNoKind;  ///< in SeenFolder::kinds
    std::uint64_t sizeBytes = 0;   ///< unwrapped; only with a kind
    bool isOutput = false;         ///< made by this program, and not read; only without a kind

    bool operator==(const SeenFile& other) const {
        return name == other.name && status == other.status && kind == other.kind &&
               sizeBytes == other.sizeBytes && isOutput == other.isOutput;
    }
};

/// All entries of a folder, whatever their order: their number, and sums of hashes of names and types.
struct FolderListing {
    std::uint64_t count = 0;
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    bool operator==(const FolderListing&) const = default;
};

[[nodiscard]] FolderListing listingOf(std::span<const FolderEntry> entries);

/// Content of one folder as a run saw it: the files that scans wanted, with what they are, and everything
/// else that decided results.
struct SeenFolder {
    std::uint64_t modules = 0;  ///< digest of the code that recognised the files
    std::vector<SeenKind> kinds{};
    std::vector<SeenFile> files{};           ///< sorted by name, each once
    std::optional<FolderListing> listing{};  ///< none: the other entries decided nothing
    std::vector<std::string> missing{};      ///< names of which there was nothing; sorted, each once

    bool operator==(const SeenFolder&) const = default;
};

/// Kind of a file, with its size when it is unwrapped.
struct SeenContent {
    SeenKind kind{};
    std::uint64_t sizeBytes = 0;
};

/// Turns what a run saw of a folder into bytes and back. Names are sorted, each once.
struct SeenFolderCodec {
    std::function<std::string(const SeenFolder&)> encode{};
    std::function<std::optional<SeenFolder>(std::string_view)> decode{};
};

/// Files that scans find, and what an earlier run knew of them: a file whose status is exactly as it was then
/// need not be opened to be recognised. Comparing is for any difference, never for what is newer.
///
/// First `add` from any thread, and what else scans note; then `compare` once, then `contentOf` and
/// `setContent` from any thread. Then everything else that decided the run may be added from any thread, up
/// to `finish`. Holds nothing of a file in memory but a place in a file without a name.
class SeenFiles {
public:
    /// Returns what an earlier run knew of a folder. Called from several threads.
    using Before = std::function<std::optional<SeenFolder>(const std::string& folder)>;
    /// Whether a file may change later without a trace in its status.
    using IsYoung = std::function<bool(const SeenFile&)>;

    /// `program` names the code that is not in modules. The file without a name is in `scratchFolder`, or
    /// the nearest folder above it that there is.
    SeenFiles(Before before, SeenFolderCodec codec, std::string program, std::string scratchFolder)
        : before_(std::move(before)),
          codec_(std::move(codec)),
          program_(std::move(program)),
          spool_(std::move(scratchFolder)) {}

    /// Adds files that a scan found in a folder, in any order.
    void add(const std::string& folder, std::vector<SeenFile> files);
    /// Takes over what is known of files that did not change. `modules` is a digest of the modules that
    /// recognise files: what other code found counts for nothing. Returns false if nothing was known.
    bool compare(std::uint64_t modules);

    /// Returns what the file is; nothing when it must be opened.
    [[nodiscard]] std::optional<SeenContent> contentOf(std::string_view folder, std::string_view name);
    /// Notes what a file is that was opened after `add`.
    void setContent(std::string_view folder, std::string_view name, const SeenContent& content);

    /// Notes what a scan or a search found in a folder.
    void addListing(const std::string& folder, const FolderListing& listing);
    /// Notes a file that was read, or an output.
    void addFile(std::string_view path, const FileStatus& status, bool isOutput);
    void addMissing(std::string_view path);
    /// Notes a folder whose entries decided a search.
    void addSearch(const std::string& folder);
    /// Notes that something decided the run, or may have, which is not among the files.
    void doubt();

    /// Returns the folders of searches that have no listing yet.
    [[nodiscard]] std::vector<std::string> searchesToList() const;
    /// Ends adding.
    void finish(const IsYoung& isYoung);
    /// Returns true if nothing but the files, listings and missing files decided the run.
    [[nodiscard]] bool isWhole() const { return !hasDoubt_; }
    /// Returns true if some file that was read is young.
    [[nodiscard]] bool hasYoungSources() const { return hasYoungSources_; }

    /// Visits the encoded folders by path. Precondition: finish.
    void forEachFolder(const std::function<void(const std::string& path, std::string_view bytes)>& visit);

private:
    struct Folder {
        ByteSpool::Piece content{};        ///< empty: nothing yet
        std::optional<SeenFolder> open{};  ///< instead of it
        bool isChanged = false;            ///< `open` has more than `content`
        std::size_t next = 0;              ///< near the file that was last asked for
        std::uint64_t used = 0;            ///< number of the last use of `open`
        unsigned opened = 0;               ///< times it was opened to compare files that were read
        std::optional<FolderListing> listing{};
        std::vector<ByteSpool::Piece> log{};  ///< files and missing names that were added
    };
    /// A file or a missing name that was added to a folder.
    struct Added {
        Folder* folder = nullptr;
        SeenFile file{};
        bool isMissing = false;
    };
    using Folders = std::map<std::string, Folder, std::less<>>;

    void sort(std::vector<SeenFile>& files);
    [[nodiscard]] SeenFolder decoded(const ByteSpool::Piece& piece) const;
    void store(Folder& folder, const SeenFolder& content);
    [[nodiscard]] Folder* scannedAt(std::string_view path);
    [[nodiscard]] SeenFolder& open(Folder& folder);
    void closeOne();
    [[nodiscard]] Folder& folderAt(std::string_view path);
    [[nodiscard]] bool wasScanned(std::string_view path, std::string_view name, const FileStatus& status);
    void beginAdding();
    [[nodiscard]] Added& addedTo(std::string_view path);
    void spill();
    [[nodiscard]] SeenFolder merged(Folder& folder) const;

    Before before_;
    SeenFolderCodec codec_;
    std::string program_;
    std::uint64_t modules_ = 0;
    mutable std::mutex mutex_;
    std::set<std::string> searches_;
    bool hasDoubt_ = false;
    bool hasYoungSources_ = false;
    ByteSpool spool_;
    Folders folders_;
    std::vector<Folder*> openFolders_;
    std::uint64_t uses_ = 0;
    bool isAdding_ = false;     ///< everything but content is added
    std::vector<Added> added_;  ///< in any order, before they are in the file without a name
};

}  // namespace rigkiln
