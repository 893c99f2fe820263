#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln {

/// Description of a file that no format recognises.
inline constexpr std::string_view kOfNoFormat = "not a known format";

struct IgnoredReport {
    std::string path;
    std::string description;  ///< name of the file type, kOfNoFormat, or why it cannot be looked at
    bool known = true;        ///< false: matched a pattern, but no format recognises it

    bool operator==(const IgnoredReport&) const = default;
};

/// A folder or file that could not be read while planning, or while looking for images.
struct EnvironmentReport {
    Error error;
};

/// Use of results of earlier runs, and problems of keeping them for later ones.
struct StateReport {
    std::string folder{};
    std::size_t imagesFound = 0;           ///< converted by an earlier run
    std::size_t imagesMade = 0;            ///< converted by this run; each content counts once
    std::size_t imagesRemoved = 0;         ///< removed to make room
    std::optional<Error> problem{};        ///< why not everything could be stored
    std::size_t unitsRemembered = 0;       ///< outputs that this run did not try, because nothing changed
    std::size_t failuresRemembered = 0;    ///< those of them that failed
    std::size_t leftoversRemoved = 0;      ///< temporary files of runs that were killed
    std::optional<Error> recordProblem{};  ///< why outputs are not remembered, or no more
};

/// Use of the cache of outputs. Nothing of it makes an output fail.
struct CacheReport {
    std::string folder{};
    std::size_t unitsFound = 0;      ///< outputs that came from it
    std::size_t unitsKept = 0;       ///< outputs that this run added
    std::size_t unitsLeftOut = 0;    ///< converted, and cannot be told without the place of the tree
    std::size_t filesDamaged = 0;    ///< of the cache; they were not used
    std::optional<Error> damage{};   ///< the first of them by path
    std::optional<Error> problem{};  ///< why nothing more was added
};

/// Files of earlier runs that no planned output has any more.
struct VanishedReport {
    std::vector<std::string> files{};  ///< that are there, or were removed; sorted
    std::size_t bytes = 0;             ///< of these
    bool isPruned = false;             ///< they were to be removed
    std::size_t foldersRemoved = 0;
    std::vector<std::string> changed{};  ///< others changed them since, so they stay; sorted
    std::string withheld{};              ///< why nothing was removed; empty: no reason

    [[nodiscard]] bool empty() const { return files.empty() && changed.empty() && withheld.empty(); }
};

/// Why a run began no further unit: a problem that every other output would have as well.
struct StopReport {
    Error error;
    std::optional<std::uint64_t> freeBytes{};  ///< on the disk of the file, for users without privileges
};

/// Something that failed; see FaultKey. Texts are in UTF-8.
struct FaultReport {
    std::string output{};      ///< empty: a path that could not be examined
    std::string rootCause{};   ///< the file at fault, or the output
    std::string code{};        ///< of the error
    std::string codeBefore{};  ///< if it failed in the earlier run too, with another code
};

/// A run compared with an earlier one. Each list is sorted by output, then by root cause.
struct ReportChanges {
    std::vector<FaultReport> added{};       ///< not in the earlier run, or in an output that it did not make
    std::vector<FaultReport> fixed{};       ///< the output is made without this fault now
    std::vector<FaultReport> stillThere{};  ///< in both runs
    std::vector<FaultReport> notJudged{};  ///< in the earlier run; this one does not show whether it is fixed
};

struct SinceReport {
    std::string report{};  ///< file of the earlier report
    ReportChanges changes{};
};

/// The outputs of a run that made only those that an earlier run did not.
struct SelectionReport {
    std::string report{};         ///< file of the earlier report
    std::size_t chosen = 0;       ///< outputs of this run
    std::size_t planned = 0;      ///< outputs of the whole plan
    std::size_t notInReport = 0;  ///< planned, and unknown to the earlier report: left out
    std::vector<std::string>
        notPlanned{};  ///< outputs to make by the earlier report that are not planned; UTF-8
};

}  // namespace rigkiln
