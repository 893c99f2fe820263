#include "pipeline/plan/unread_files.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/plan/bind.hpp"

namespace rigkiln {
namespace {

/// Folder and case-folded name.
std::string nameKey(std::string_view folder, std::string_view name) {
    return std::string(folder) + '/' + foldCase(name);
}

}  // namespace

AssetTable takeClipsOfUnread(AssetTable& assets, const FileTable& files, std::span<const Error> unread) {
    AssetTable taken;
    if (unread.empty()) return taken;
    std::map<std::string, const Error*> unreadByName;
    for (const Error& error : unread) {
        const SplitPath path = splitPath(error.file);
        unreadByName.try_emplace(nameKey(path.folder, splitName(path.name).name), &error);
    }
    const auto problemOf = [&](const Asset& asset) -> const Error* {
        const FileTable::Index clip = asset.mainSource().file;
        if (!asset.isLoneClip() || asset.problem || !pairsByStem(files.format(clip).pairing)) return nullptr;
        const std::string_view name = files.assetName(clip);
        for (std::size_t end = name.rfind('_'); end != std::string_view::npos && end > 0;
             end = name.rfind('_', end - 1)) {
            const auto found = unreadByName.find(nameKey(files.path(clip).folder, name.substr(0, end)));
            if (found != unreadByName.end()) return found->second;
        }
        return nullptr;
    };
    AssetTable kept;
    for (std::size_t i = 0; i < assets.size(); ++i) {
        Asset asset = assets[i];
        const Error* problem = problemOf(asset);
        if (problem != nullptr) asset.problem = *problem;
        (problem == nullptr ? kept : taken).add(asset);
    }
    assets = std::move(kept);
    return taken;
}

void failUncertain(AssetTable& assets, const std::map<FileTable::Index, Error>& uncertain) {
    if (uncertain.empty()) return;
    AssetTable changed;
    changed.reserve(assets.size());
    for (std::size_t i = 0; i < assets.size(); ++i) {
        Asset asset = assets[i];
        forEachFile(asset, [&](const SourceFile& source) {
            const auto found = uncertain.find(source.file);
            if (found != uncertain.end() && !asset.problem) asset.problem = found->second;
        });
        changed.add(asset);
    }
    assets = std::move(changed);
}

}  // namespace rigkiln
