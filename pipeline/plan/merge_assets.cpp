#include "pipeline/plan/merge_assets.hpp"

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rigkiln {
namespace {

class Merger {
public:
    Merger(const SourceTables& tables, const MergeRequest& request)
        : tables_(tables), request_(request), seen_(tables.files.size(), false) {}

    void add(Asset asset) {
        asset.moveKeySettingsToFiles(tables_);
        std::vector<AssetPart>& parts = asset.parts;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const FileTable::Index file = parts[i].mainSource().file;
            const FileTable::Index first = tables_.files.firstOf(file);
            if (seen_[first]) continue;
            seen_[first] = true;
            Asset& group = groupFor(file);
            if (asset.problem && !group.problem && isAbout(*asset.problem, file, parts.size()))
                group.problem = asset.problem;
            if (i == 0) group.diagnostics.append(asset.diagnostics);
            group.parts.push_back(std::move(parts[i]));
        }
    }

    AssetTable take() {
        AssetTable table;
        table.reserve(groups_.size());
        for (const Asset& group : groups_)
            table.add(group);
        return table;
    }

private:
    /// Returns true when the error belongs to this one of several parts. An error of an asset with one part
    /// always does.
    bool isAbout(const Error& error, FileTable::Index file, std::size_t parts) const {
        return parts == 1 || error.file == tables_.files.path(file).text();
    }

    MergeGroup groupOf(FileTable::Index file) const {
        if (!request_.isByFolder) return {.name = request_.jobName, .folder = {}};
        const std::string_view folder = tables_.files.path(file).folder;
        const std::string_view name = folder.substr(folder.rfind('/') + 1);
        return {.name = name.empty() ? request_.jobName : std::string(name),
                .folder = tables_.files.folderBelowRoot(file)};
    }

    Asset& groupFor(FileTable::Index file) {
        const std::string key(request_.isByFolder ? tables_.files.path(file).folder : std::string_view());
        const auto [known, isNew] = byKey_.try_emplace(key, groups_.size());
        if (isNew) groups_.emplace_back().group = groupOf(file);
        return groups_[known->second];
    }

    const SourceTables& tables_;
    const MergeRequest& request_;
    std::vector<Asset> groups_;
    // Only for look-up; never iterated.
    std::unordered_map<std::string, std::size_t> byKey_;
    std::vector<bool> seen_;  ///< by file
};

}  // namespace

AssetTable mergeAssets(const AssetTable& assets, const SourceTables& tables, const MergeRequest& request) {
    Merger merger(tables, request);
    for (std::size_t i = 0; i < assets.size(); ++i)
        merger.add(assets[i]);
    return merger.take();
}

}  // namespace rigkiln
