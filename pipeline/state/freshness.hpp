#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/files/file_tree.hpp"
#include "pipeline/images/image_folders.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

enum class Freshness : std::uint8_t {
    Fresh,            ///< converting it again would give the same
    New,              ///< nothing is known of it
    RecipeChanged,    ///< other options, other files, or another revision of the code
    PlanningChanged,  ///< planning found other issues, such as a clip that fits no model any more
    PolicyChanged,    ///< it has issues, and other issues are allowed now
    FileChanged,
    FileGone,
    FileAppeared,   ///< something is there that was looked for in vain
    SearchChanged,  ///< a search in a folder would find other files
    OutputGone,
    OutputChanged,
    RetryFailed,  ///< it failed before, and the user wants another try
};

/// Words for a person: "input changed".
[[nodiscard]] std::string_view toString(Freshness freshness);

struct Verdict {
    Freshness freshness = Freshness::Fresh;
    std::string path{};        ///< of the file or folder that decided, if one did
    bool isRefreshed = false;  ///< the record has newer facts about files of the same content: store it again

    [[nodiscard]] bool isFresh() const { return freshness == Freshness::Fresh; }
    /// "input changed: art/hero.alo"
    [[nodiscard]] std::string text() const;
};

/// Returns whether a file with this status could change after `started` and keep it. Files from the future
/// can always.
[[nodiscard]] bool isRacy(const FileStatus& status, const Moment& started);

struct FreshnessOptions {
    bool verifyOutputs = false;  ///< read outputs and compare their content
    bool retryFailed = false;    ///< failed units are not fresh
};

/// Decides whether units are fresh: nothing that their journals saw has changed, and their outputs are in
/// place. Never by comparing what is older: status is compared for any difference (size, both times, inode),
/// and where it differs, or is so young that a later change need not show in it, the content decides. Safe to
/// use from many threads.
///
/// Never fresh when in doubt: what the disk does not tell counts as changed.
class FreshnessCheck {
public:
    /// `tree` and `folders` must outlive this. They list folders and open archives once, so they must not be
    /// older than the run.
    FreshnessCheck(FileTree& tree, ImageFolders& folders, FreshnessOptions options = {})
        : tree_(tree), folders_(folders), disk_(tree.disk()), options_(options) {}

    /// Compares a record with the key and the disk of now, `started`. Updates the status of files whose
    /// content is as it was.
    [[nodiscard]] Verdict check(UnitRecord& record, const RecordKey& key, const Moment& started);

    /// Returns the hash of a file on the disk as it is now, which is computed once per status; nothing when
    /// there is no file, or it cannot be read.
    [[nodiscard]] std::optional<ContentDigest> contentOf(const std::string& path);

private:
    [[nodiscard]] Verdict checkLooks(UnitRecord& record);
    [[nodiscard]] std::optional<Verdict> checkFile(Look& look, const UnitRecord& record, bool& isRefreshed);
    [[nodiscard]] std::optional<Verdict> checkInside(const std::string& archive,
                                                     const std::vector<Look>& looks);
    [[nodiscard]] std::optional<Verdict> checkMissing(const Look& look);
    [[nodiscard]] std::optional<Verdict> checkSearch(const Look& look);
    [[nodiscard]] std::optional<Verdict> checkOutput(OutputRecord& output, bool& isRefreshed);
    [[nodiscard]] std::vector<std::string> searchAgain(const Look& look);
    [[nodiscard]] bool hasProblemBelow(const std::string& path);
    /// Returns the hash of a file as it is now; remembered per status.
    [[nodiscard]] std::optional<ContentDigest> digestOfFile(const std::string& path,
                                                            const FileStatus& status);

    struct Hashed {
        FileStatus status{};
        ContentDigest digest{};
    };

    FileTree& tree_;
    ImageFolders& folders_;
    Disk& disk_;
    FreshnessOptions options_;
    std::mutex mutex_;
    std::map<std::string, Hashed> hashed_;
};

/// Looks of a journal that are compared with the disk once more when the unit is made.
enum class LookScope : std::uint8_t {
    All,
    /// All but files that were read. Their looks have the status from before they were read, and the hash of
    /// what was read, so a comparison by a later run (FreshnessCheck) sees what was changed meanwhile.
    NotRead,
};

/// Returns the first path that is no longer as the looks saw it, from files and missing files alone; empty:
/// none. A journal that the disk contradicts right after the unit was made must not be remembered: a file was
/// changed meanwhile, or was there and could not be read. Also names looks that cannot be checked later.
[[nodiscard]] std::string firstChangedPath(Disk& disk, const std::vector<Look>& looks,
                                           LookScope scope = LookScope::All);

/// Returns the hash of a file's content. Fails as readFile does, but has no limit.
[[nodiscard]] Result<ContentDigest> digestOfFile(const std::string& path, Disk& disk);

}  // namespace rigkiln
