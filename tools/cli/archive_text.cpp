#include "tools/cli/archive_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "tools/cli/commands.hpp"

namespace rigkiln::cli {
namespace {

/// One line of the listing.
struct Row {
    std::size_t depth = 0;  ///< number of folders and archives above it
    std::string path;       ///< relative to the listed archive or folder
    std::string name;
    std::string description;
    std::uint64_t sizeBytes = 0;
    std::string problem{};
};

/// Limits the listing: nested archives may multiply their members.
constexpr std::size_t kMostRows = std::size_t{1} << 20U;

/// Lists everything in an archive; folders and archives stand before their content.
class Lister {
public:
    explicit Lister(FileTree& files) : files_(files) {}

    std::vector<Row> list(const FileTree::ArchiveFolder& first) {
        waiting_.push_back({.place = first, .folder = first.folder, .path = {}, .depth = 0});
        while (!waiting_.empty()) {
            const Waiting next = std::move(waiting_.back());
            waiting_.pop_back();
            if (!next.row.name.empty()) rows_.push_back(next.row);
            const bool hasRoom = rows_.size() + waiting_.size() < kMostRows;
            if (next.place.archive != nullptr && hasRoom) addContent(next);
        }
        return std::move(rows_);
    }

private:
    /// A row that is not written yet, and the folder of an archive that it opens; files open none.
    struct Waiting {
        FileTree::ArchiveFolder place{};
        std::string folder{};
        std::string path{};
        std::size_t depth = 0;
        Row row{};
    };

    void addContent(const Waiting& parent) {
        std::vector<TreeEntry> entries =
            parent.place.archive->list(parent.folder).value_or(std::vector<TreeEntry>());
        // The entry that is pushed last is shown first.
        std::ranges::reverse(entries);
        for (const TreeEntry& entry : entries)
            waiting_.push_back(entry.isFolder ? folderRow(parent, entry) : memberRow(parent, entry));
        if (!parent.folder.empty()) return;
        for (const OpenArchive::Refused& refused : parent.place.archive->refused()) {
            rows_.push_back({.depth = parent.depth,
                             .path = parent.path + quote(refused.name),
                             .name = quote(refused.name),
                             .description = "left alone",
                             .problem = refused.problem});
        }
    }

    static std::string below(const std::string& folder, const std::string& name) {
        return folder.empty() ? name : folder + '/' + name;
    }

    static Waiting folderRow(const Waiting& parent, const TreeEntry& entry) {
        const std::string path = parent.path + entry.name + '/';
        return {.place = parent.place,
                .folder = below(parent.folder, entry.name),
                .path = path,
                .depth = parent.depth + 1,
                .row = {.depth = parent.depth, .path = path, .name = entry.name + '/', .description = {}}};
    }

    Waiting memberRow(const Waiting& parent, const TreeEntry& entry) {
        const std::string inArchive = below(parent.folder, entry.name);
        const std::size_t member = parent.place.archive->find(inArchive)->member;
        const ArchiveMember& said = parent.place.archive->archive().members()[member];
        Waiting row{.path = parent.path + entry.name + '/', .depth = parent.depth + 1};
        row.row = {.depth = parent.depth,
                   .path = parent.path + entry.name,
                   .name = entry.name,
                   .description = {},
                   .sizeBytes = said.sizeBytes,
                   .problem = said.problem};
        if (!said.problem.empty()) return row;
        const std::string whole = parent.place.archivePath + '/' + inArchive;
        const Result<RecognisedFile> found = recogniseFile(registries().formats, files_, whole);
        if (!found) {
            row.row.problem = found.error().text();
            return row;
        }
        row.row.sizeBytes = found->sizeBytes;
        row.row.description = found->format != nullptr ? found->recognition.description : std::string();
        if (found->archive == nullptr) return row;
        row.row.description = found->archive->title;
        Result<std::shared_ptr<const OpenArchive>> archive = files_.archiveAt(whole);
        if (!archive) {
            row.row.problem = archive.error().text();
        } else {
            row.place = {.archivePath = whole, .archive = std::move(*archive), .folder = {}};
        }
        return row;
    }

    FileTree& files_;
    std::vector<Waiting> waiting_;
    std::vector<Row> rows_;
};

}  // namespace

std::string archiveText(FileTree& files, const FileTree::ArchiveFolder& place, const std::string& path) {
    const std::vector<Row> rows = Lister(files).list(place);
    std::string text = fmt::format("{}: {}, {} members\n", toUtf8(path), place.archive->module().title,
                                   place.archive->below(place.folder).size());
    for (const Row& row : rows) {
        const std::string indent(2 + std::min<std::size_t>(row.depth, 40) * 2, ' ');
        text += fmt::format("{}{}", indent, toUtf8(row.name));
        if (row.description != "left alone" && !row.name.ends_with('/'))
            text += fmt::format("  {}", byteCountText(static_cast<std::size_t>(row.sizeBytes)));
        if (!row.description.empty()) text += fmt::format("  {}", row.description);
        if (!row.problem.empty()) text += fmt::format(": {}", row.problem);
        text += '\n';
    }
    return text;
}

std::string archiveJson(FileTree& files, const FileTree::ArchiveFolder& place, const std::string& path) {
    nlohmann::ordered_json json = {{"file", toUtf8(path)},
                                   {"container", place.archive->module().id},
                                   {"description", place.archive->module().title},
                                   {"members", nlohmann::ordered_json::array()}};
    for (const Row& row : Lister(files).list(place)) {
        if (row.path.ends_with('/')) continue;
        json["members"].push_back({{"path", toUtf8(row.path)},
                                   {"bytes", row.sizeBytes},
                                   {"description", row.description},
                                   {"problem", toUtf8(row.problem)}});
    }
    return json.dump(2);
}

}  // namespace rigkiln::cli
