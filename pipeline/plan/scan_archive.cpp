#include "pipeline/plan/scan_archive.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/files/file_errors.hpp"

namespace rigkiln {
namespace {

/// Limits the members of an archive together with its inner archives, which may multiply.
constexpr std::size_t kMostMembers = std::size_t{1} << 21U;

std::string joined(const std::string& folder, std::string_view name) {
    return folder.empty() ? std::string(name) : folder + '/' + std::string(name);
}

/// One walk through an archive and its inner archives. Pending archives are in a list, like folders in a
/// scan.
class ArchiveWalk {
public:
    ArchiveWalk(FileTree& tree, const ScanFilter& filter) : tree_(tree), filter_(filter) {}

    /// Returns why none of the members may be used, or nothing.
    std::optional<std::string> run(const ArchiveToScan& first) {
        waiting_.push_back({first, 1});
        while (!waiting_.empty()) {
            const Waiting next = std::move(waiting_.back());
            waiting_.pop_back();
            if (auto problem = readArchive(next)) return problem;
        }
        return std::nullopt;
    }

    ScanResult result{};

private:
    struct Waiting {
        ArchiveToScan place;
        std::size_t depth = 1;
    };

    std::optional<std::string> readArchive(const Waiting& waiting) {
        const ArchiveToScan& place = waiting.place;
        for (const OpenArchive::Refused& member : place.archive->refused()) {
            result.left.push_back(
                {place.path + '/' + quote(member.name, 200), "member that is left alone: " + member.problem});
        }
        if (place.archive->below(place.folder).empty() && place.archive->refused().empty())
            result.left.push_back({place.path, "archive without files"});
        const std::size_t begin = place.folder.empty() ? 0 : place.folder.size() + 1;
        for (const OpenArchive::Entry& entry : place.archive->below(place.folder)) {
            const std::uint64_t size = place.archive->archive().members()[entry.member].sizeBytes;
            totalBytes_ += std::min(size, tree_.limits().maximumTotal + 1);
            if (totalBytes_ > tree_.limits().maximumTotal) {
                return fmt::format(
                    "has members of more than {} bytes ({}) when they are unpacked, which is the limit",
                    tree_.limits().maximumTotal,
                    byteCountText(static_cast<std::size_t>(tree_.limits().maximumTotal)));
            }
            if (++memberCount_ > kMostMembers)
                return fmt::format("has more than {} members, those of archives inside counted",
                                   kMostMembers);
            takeMember(waiting, entry, joined(place.relative, std::string_view(entry.path).substr(begin)),
                       size);
        }
        return std::nullopt;
    }

    void takeMember(const Waiting& waiting, const OpenArchive::Entry& entry, std::string relative,
                    std::uint64_t size) {
        const ArchiveToScan& place = waiting.place;
        std::string path = place.path + '/' + entry.path;
        if (isArchiveCandidate(tree_, filter_, relative) && takeArchive(waiting, path, relative)) return;
        if (!filter_.takes(relative) || isInSkippedFolder(relative)) return;
        result.files.add({.path = std::move(path),
                          .relative = std::move(relative),
                          .sizeBytes = size,
                          .isMember = true,
                          .heldBytes = place.archive->heldBytes()});
    }

    /// Returns true when the member is an archive, even a damaged one.
    bool takeArchive(const Waiting& waiting, const std::string& path, const std::string& relative) {
        Result<std::shared_ptr<const OpenArchive>> archive = tree_.archiveAt(path);
        if (archive && *archive == nullptr) return false;
        if (!archive) {
            result.problems.push_back(archive.error());
        } else if (waiting.depth == kMaximumNesting) {
            result.problems.push_back(kTooDeep.in(
                path, fmt::format("lies deeper than {} archives in each other", kMaximumNesting)));
        } else {
            waiting_.push_back({{path, relative, std::move(*archive)}, waiting.depth + 1});
        }
        return true;
    }

    bool isInSkippedFolder(const std::string& relative) const {
        for (std::size_t slash = relative.find('/'); slash != std::string::npos;
             slash = relative.find('/', slash + 1)) {
            if (filter_.skipsFolder(std::string_view(relative).substr(0, slash))) return true;
        }
        return false;
    }

    FileTree& tree_;
    const ScanFilter& filter_;
    std::vector<Waiting> waiting_;
    std::uint64_t totalBytes_ = 0;
    std::size_t memberCount_ = 0;
};

}  // namespace

bool isArchiveCandidate(const FileTree& tree, const ScanFilter& filter, const std::string& relative) {
    if (!tree.isHinted(relative) && !filter.namesAsFolder(relative)) return false;
    return filter.mayTakeBelow(relative);
}

void scanArchive(FileTree& tree, const ScanFilter& filter, const ArchiveToScan& archive, ScanResult& result) {
    ArchiveWalk walk(tree, filter);
    if (const auto problem = walk.run(archive)) {
        result.problems.push_back(kArchiveTooLarge.in(archive.path, *problem));
        return;
    }
    result.files.append(std::move(walk.result.files));
    std::ranges::move(walk.result.left, std::back_inserter(result.left));
    std::ranges::move(walk.result.problems, std::back_inserter(result.problems));
}

}  // namespace rigkiln
