#include "pipeline/files/open_archive.hpp"

#include <algorithm>
#include <utility>

#include "pipeline/base/result.hpp"

namespace rigkiln {

OpenArchive::OpenArchive(const ContainerModule& module, std::shared_ptr<const Archive> archive)
    : module_(module), archive_(std::move(archive)), heldBytes_(archive_->source()->heldBytes()) {
    const std::vector<ArchiveMember>& members = archive_->members();
    entries_.reserve(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
        Result<std::string> path = memberPath(members[i].name);
        if (path) {
            entries_.push_back({std::move(*path), i});
        } else {
            refused_.push_back({members[i].name, path.error().problem});
        }
        heldBytes_ += sizeof(ArchiveMember) + sizeof(Entry) + 2 * members[i].name.size();
    }
    std::ranges::stable_sort(entries_, {}, &Entry::path);
    const auto isRepeated = [&](const Entry& first, const Entry& second) {
        if (first.path != second.path) return false;
        refused_.push_back({members[second.member].name, "has the name of a member before it, which counts"});
        return true;
    };
    entries_.erase(std::unique(entries_.begin(), entries_.end(), isRepeated), entries_.end());
}

const OpenArchive::Entry* OpenArchive::find(std::string_view path) const {
    const auto found = std::ranges::lower_bound(entries_, path, {}, &Entry::path);
    return found != entries_.end() && found->path == path ? &*found : nullptr;
}

std::span<const OpenArchive::Entry> OpenArchive::below(std::string_view folder) const {
    if (folder.empty()) return entries_;
    const std::string first = std::string(folder) + '/';
    const std::string behind = std::string(folder) + static_cast<char>('/' + 1);
    const auto begin = std::ranges::lower_bound(entries_, first, {}, &Entry::path);
    const auto end = std::ranges::lower_bound(entries_, behind, {}, &Entry::path);
    return {begin, end};
}

std::optional<std::vector<TreeEntry>> OpenArchive::list(std::string_view folder) const {
    const std::span<const Entry> found = below(folder);
    if (found.empty() && !folder.empty()) return std::nullopt;
    std::vector<TreeEntry> listed;
    const std::size_t begin = folder.empty() ? 0 : folder.size() + 1;
    for (const Entry& entry : found) {
        const std::string_view rest = std::string_view(entry.path).substr(begin);
        const std::size_t slash = rest.find('/');
        TreeEntry next{std::string(rest.substr(0, slash)), slash != std::string_view::npos};
        if (listed.empty() || listed.back() != next) listed.push_back(std::move(next));
    }
    std::ranges::sort(listed, {},
                      [](const TreeEntry& entry) { return std::pair(entry.name, entry.isFolder); });
    listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
    return listed;
}

}  // namespace rigkiln
