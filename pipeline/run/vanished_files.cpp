#include "pipeline/run/vanished_files.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "pipeline/files/own_file.hpp"

namespace rigkiln {
namespace {

/// A file that a row knows and that may be vanished.
struct Suspect {
    OwnFile file{};
    bool isMain = false;
    bool isShared = false;
    bool onlyIfAbsent = false;
    bool isNeeded = false;  ///< a planned unit has it, or may have it
    OwnFileState state = OwnFileState::Gone;
    std::uint64_t inode = 0;
    bool isSettled = false;  ///< the state may forget it
};

/// A row without a planned unit, or of files that a planned unit had before.
struct Row {
    std::string key{};
    std::optional<std::size_t> owner{};  ///< planned unit
    std::vector<std::string> files{};
};

/// Whether a path lies below one of the folders, which are sorted.
bool isBelowAny(std::string_view path, const std::vector<std::string>& folders) {
    for (std::size_t end = path.rfind('/'); end != std::string_view::npos && end > 0;
         end = path.rfind('/', end - 1)) {
        if (std::ranges::binary_search(folders, path.substr(0, end))) return true;
    }
    return false;
}

class Search {
public:
    Search(const VanishedRequest& request, std::vector<Error>& problems)
        : request_(request), units_(request.plan.units), problems_(problems) {}

    VanishedReport run() {
        if (!collect() || (rows_.empty() && suspects_.empty())) return {};
        lookAtSuspects();
        if (!judge()) return {};
        VanishedReport report = settle();
        forgetRows();
        return report;
    }

private:
    [[nodiscard]] std::optional<std::size_t> unitOf(std::string_view output) const {
        std::size_t begin = 0;
        std::size_t end = units_.size();
        while (begin < end) {
            const std::size_t middle = begin + (end - begin) / 2;
            if (units_.output(middle).compare(output) < 0) {
                begin = middle + 1;
            } else {
                end = middle;
            }
        }
        const bool isFound = begin < units_.size() && units_.output(begin) == output;
        return isFound ? std::optional(begin) : std::nullopt;
    }

    /// Goes through the rows and the plan side by side: both are in the order of the outputs. Calls `visit`
    /// with each row and its planned unit. Returns false when the store is damaged, and then tells nothing.
    bool forEachRow(const std::function<void(std::string_view key, std::string_view row,
                                             std::optional<std::size_t> unit)>& visit) {
        std::size_t next = 0;
        std::string output = units_.empty() ? std::string() : units_.output(0);
        return request_.state.forEach([&](std::string_view key, std::string_view row) {
            while (next < units_.size() && output.compare(key) < 0) {
                ++next;
                if (next < units_.size()) output = units_.output(next);
            }
            const bool isPlanned = next < units_.size() && output == key;
            visit(key, row, isPlanned ? std::optional(next) : std::nullopt);
        });
    }

    bool collect() {
        std::set<std::string_view> unrecognised;
        for (const IgnoredFile& file : request_.plan.ignored) {
            if (!file.known) unrecognised.insert(file.path);
        }
        return forEachRow([&](std::string_view key, std::string_view bytes, std::optional<std::size_t> unit) {
            if (unit) return;
            const auto output = outputOfLeftFiles(key);
            Row row{.key = std::string(key), .owner = output ? unitOf(*output) : std::nullopt};
            const std::optional<UnitRecord> record = request_.state.decode(bytes);
            if (record) {
                if (unrecognised.contains(record->source) || mayHaveSources(*record)) {
                    std::ranges::copy(record->outputs, std::back_inserter(kept_));
                    return;
                }
                addSuspects(*record, output.value_or(key), row);
            }
            rows_.push_back(std::move(row));
        });
    }

    /// Returns true for files whose sources may be there, below a link to a folder.
    [[nodiscard]] bool mayHaveSources(const UnitRecord& record) const {
        const std::vector<std::string>& links = request_.plan.linkedFolders;
        if (links.empty()) return false;
        const auto isLinked = [&links](std::string_view path) { return isBelowAny(path, links); };
        // Left files name no source, but what it took to make them.
        if (record.source.empty()) return std::ranges::any_of(record.looks, isLinked, &Look::path);
        return isLinked(record.source);
    }

    void addSuspects(const UnitRecord& record, std::string_view main, Row& row) {
        for (const OutputRecord& output : record.outputs) {
            if (!output.isOurs()) continue;
            Suspect& suspect = suspects_[output.path];
            suspect.file = {
                .path = output.path, .root = record.root, .status = output.status, .digest = output.digest};
            suspect.isMain = suspect.isMain || output.path == main;
            suspect.isShared = output.isShared;
            suspect.onlyIfAbsent = output.onlyIfAbsent;
            row.files.push_back(output.path);
        }
    }

    void lookAtSuspects() {
        for (auto& [path, suspect] : suspects_) {
            if (unitOf(path)) {
                suspect.isNeeded = true;
                continue;
            }
            const Result<OwnFileLook> look = lookAtOwnFile(suspect.file, request_.disk);
            if (!look) {
                suspect.isNeeded = true;  // the disk does not tell
                if (request_.removes) problems_.push_back(look.error());
                continue;
            }
            suspect.state = look->state;
            suspect.inode = look->inode;
            if (suspect.state != OwnFileState::Gone) byInode_.emplace(suspect.inode, &suspect);
        }
    }

    /// Marks what planned units have or may have. Returns false when the store is damaged.
    bool judge() {
        if (suspects_.empty()) return true;
        std::vector<bool> isMade(units_.size());
        std::vector<bool> isTold(units_.size());
        const bool isWhole = forEachRow(
            [&](std::string_view /*key*/, std::string_view bytes, std::optional<std::size_t> unit) {
                const auto record = unit ? request_.state.decode(bytes) : std::nullopt;
                if (!record) return;
                isMade[*unit] = !record->outputs.empty();
                for (const OutputRecord& output : record->outputs)
                    need(output);
                isTold[*unit] = request_.isRecorded(*unit) || tellsMainFile(record->outputs, *unit);
            });
        if (!isWhole) return false;
        for (const OutputRecord& output : kept_)
            need(output);
        for (const Row& row : rows_) {
            if (!row.owner || isMade[*row.owner]) continue;
            // The unit failed, and the files of an earlier run are in its place.
            for (const std::string& path : row.files) {
                Suspect& suspect = suspects_.at(path);
                suspect.isNeeded = true;
                if (path == units_.output(*row.owner) && isAsRecorded(suspect.file.status, path))
                    isTold[*row.owner] = true;
            }
        }
        for (std::size_t unit = 0; unit < units_.size(); ++unit) {
            if (!isTold[unit]) needWhatIsAt(units_.output(unit));
        }
        return true;
    }

    void need(const OutputRecord& output) {
        if (const auto same = suspects_.find(output.path); same != suspects_.end())
            same->second.isNeeded = same->second.isSettled = true;  // the record of that unit tells of it
        needInode(output.status.inode);
    }

    /// Another path may lead to the same file: by a renamed link, a mount, or names that differ in case only.
    void needInode(std::uint64_t inode) {
        const auto [first, last] = byInode_.equal_range(inode);
        for (auto found = first; found != last; ++found)
            found->second->isNeeded = true;
    }

    [[nodiscard]] bool isAsRecorded(const FileStatus& status, const std::string& path) const {
        const DiskResult<FileStatus> there = request_.disk.lookAt(Disk::kNoFolder, path, Links::Refuse);
        return there && there.value == status;
    }

    [[nodiscard]] bool tellsMainFile(const std::vector<OutputRecord>& outputs, std::size_t unit) const {
        const std::string path = units_.output(unit);
        const auto main = std::ranges::find(outputs, path, &OutputRecord::path);
        return main != outputs.end() && isAsRecorded(main->status, path);
    }

    /// Nobody knows which images the file there refers to, so all of them stay.
    void needWhatIsAt(const std::string& path) {
        const DiskResult<FileStatus> there = request_.disk.lookAt(Disk::kNoFolder, path, Links::Refuse);
        if (!there) return;
        needInode(there.value.inode);
        for (auto& [other, suspect] : suspects_)
            suspect.isNeeded = suspect.isNeeded || suspect.isShared;
    }

    /// Main files go first, images last, so that what is left refers to nothing that is gone.
    [[nodiscard]] std::vector<Suspect*> inOrder() {
        std::vector<Suspect*> order;
        for (auto& [path, suspect] : suspects_) {
            if (!suspect.isNeeded) order.push_back(&suspect);
        }
        std::ranges::stable_sort(order, {}, [](const Suspect* suspect) {
            return std::tuple(suspect->isShared, !suspect->isMain);
        });
        return order;
    }

    VanishedReport settle() {
        VanishedReport report{.isPruned = request_.removes};
        std::set<std::pair<std::string, std::string>> folders;  // with their roots
        for (Suspect* suspect : inOrder()) {
            if (request_.removes && suspect->state == OwnFileState::Same && !remove(*suspect)) continue;
            suspect->isSettled = request_.removes || suspect->state == OwnFileState::Gone;
            const std::string& path = suspect->file.path;
            const bool isOfAnother = suspect->onlyIfAbsent && suspect->state == OwnFileState::Changed;
            if (isOfAnother) suspect->isSettled = true;
            if (suspect->state == OwnFileState::Changed && !isOfAnother) report.changed.push_back(path);
            if (suspect->state != OwnFileState::Changed)
                folders.emplace(path.substr(0, path.rfind('/')), suspect->file.root);
            if (suspect->state != OwnFileState::Same) continue;
            report.files.push_back(path);
            report.bytes += static_cast<std::size_t>(suspect->file.status.sizeBytes);
        }
        if (request_.removes) {
            for (const auto& [folder, root] : folders)
                report.foldersRemoved += removeEmptyFolders(folder, root, request_.disk);
        }
        std::ranges::sort(report.files);
        std::ranges::sort(report.changed);
        return report;
    }

    bool remove(Suspect& suspect) {
        const Result<OwnFileState> removed = removeOwnFile(suspect.file, request_.disk);
        if (removed) {
            suspect.state = *removed;
        } else {
            problems_.push_back(removed.error());
        }
        return static_cast<bool>(removed);
    }

    void forgetRows() {
        for (const Row& row : rows_) {
            const auto isSettled = [&](const std::string& path) { return suspects_.at(path).isSettled; };
            if (std::ranges::all_of(row.files, isSettled)) request_.state.forget(row.key);
        }
        request_.state.flush();
    }

    const VanishedRequest& request_;
    const UnitTable& units_;
    std::vector<Error>& problems_;
    std::vector<Row> rows_;
    std::vector<OutputRecord> kept_;  ///< of rows whose source is there, although no planned unit has it
    std::map<std::string, Suspect> suspects_;  ///< by path
    std::multimap<std::uint64_t, Suspect*> byInode_;
};

}  // namespace

VanishedReport findVanishedFiles(const VanishedRequest& request, std::vector<Error>& problems) {
    return Search(request, problems).run();
}

std::string reasonToDoubt(const Plan& plan) {
    if (plan.interrupted) return "the run was stopped";
    if (plan.environment.empty()) return {};
    return fmt::format("{} could not be read, and may hold sources", plan.environment.front().where());
}

std::string reasonToDoubt(const Plan& plan, const RunReport& report) {
    if (report.interrupted || report.stopped) return "the run was stopped";
    if (totals(report).cancelled > 0) return "the run was stopped";
    if (std::string reason = reasonToDoubt(plan); !reason.empty()) return reason;
    if (report.environment.empty()) return {};
    return fmt::format("{} could not be read", report.environment.front().error.where());
}

}  // namespace rigkiln
