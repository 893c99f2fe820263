#include "pipeline/plan/merge_assets.hpp"

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace rigkiln {
namespace {

/// Returns the folder without a trailing slash.
std::string_view folderAbove(std::string_view path) {
    return path.substr(0, path.rfind('/'));
}

MergeGroup groupOf(const SourceFile& source, const MergeRequest& request) {
    if (!request.isByFolder) return {.name = request.jobName, .folder = {}};
    const std::string_view folder = folderAbove(source.path);
    const std::string_view name = folder.substr(folder.rfind('/') + 1);
    return {.name = name.empty() ? request.jobName : std::string(name), .folder = folderBelowRoot(source)};
}

/// Returns true when the error belongs to this one of several parts. An error of an asset with one part
/// always does.
bool isAbout(const Error& error, const AssetPart& part, std::size_t parts) {
    return parts == 1 || error.file == part.mainSource().path;
}

class Merger {
public:
    explicit Merger(const MergeRequest& request) : request_(request) {}

    void add(Asset asset) {
        asset.moveResamplingToFiles();
        std::vector<AssetPart>& parts = asset.parts;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!seen_.insert(parts[i].mainSource().path).second) continue;
            Asset& group = groupFor(parts[i]);
            if (asset.problem && !group.problem && isAbout(*asset.problem, parts[i], parts.size()))
                group.problem = asset.problem;
            if (i == 0) group.diagnostics.append(asset.diagnostics);
            group.parts.push_back(std::move(parts[i]));
        }
    }

    std::vector<Asset> take() { return std::move(groups_); }

private:
    Asset& groupFor(const AssetPart& part) {
        const SourceFile& source = part.mainSource();
        const std::string key(request_.isByFolder ? folderAbove(source.path) : std::string_view());
        const auto [known, isNew] = byKey_.try_emplace(key, groups_.size());
        if (isNew) groups_.emplace_back().group = groupOf(source, request_);
        return groups_[known->second];
    }

    const MergeRequest& request_;
    std::vector<Asset> groups_;
    // Only for look-up; never iterated.
    std::unordered_map<std::string, std::size_t> byKey_;
    std::unordered_set<std::string> seen_;
};

}  // namespace

std::vector<Asset> mergeAssets(std::vector<Asset> assets, const MergeRequest& request) {
    Merger merger(request);
    for (Asset& asset : assets)
        merger.add(std::move(asset));
    return merger.take();
}

}  // namespace rigkiln
