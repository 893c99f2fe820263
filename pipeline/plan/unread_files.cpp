#include "pipeline/plan/unread_files.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/plan/bind.hpp"

namespace rigkiln {
namespace {

/// Folder and case-folded name.
std::string nameKey(std::string_view path, std::string_view name) {
    return std::string(path.substr(0, path.rfind('/') + 1)) + foldCase(name);
}

/// Calls `use` with each file of the asset.
template <class Use>
void forEachFile(const Asset& asset, const Use& use) {
    for (const AssetPart& part : asset.parts) {
        if (part.model) use(*part.model);
        std::ranges::for_each(part.clips, use);
    }
}

}  // namespace

std::vector<Asset> takeClipsOfUnread(std::vector<Asset>& assets, std::span<const Error> unread) {
    std::vector<Asset> taken;
    if (unread.empty()) return taken;
    std::map<std::string, const Error*> unreadByName;
    for (const Error& error : unread)
        unreadByName.try_emplace(nameKey(error.file, splitName(error.file).name), &error);
    const auto problemOf = [&](const Asset& asset) -> const Error* {
        const bool isClip = asset.parts.size() == 1 && !asset.parts.front().model && !asset.problem;
        const SourceFile& clip = asset.mainSource();
        if (!isClip || !pairsByStem(clip.format->pairing)) return nullptr;
        const std::string_view name = clip.name;
        for (std::size_t end = name.rfind('_'); end != std::string_view::npos && end > 0;
             end = name.rfind('_', end - 1)) {
            const auto found = unreadByName.find(nameKey(clip.path, name.substr(0, end)));
            if (found != unreadByName.end()) return found->second;
        }
        return nullptr;
    };
    std::vector<Asset> kept;
    for (Asset& asset : assets) {
        const Error* problem = problemOf(asset);
        if (problem != nullptr) asset.problem = *problem;
        (problem == nullptr ? kept : taken).push_back(std::move(asset));
    }
    assets = std::move(kept);
    return taken;
}

void failUncertain(std::vector<Asset>& assets, const std::map<std::string, Error>& uncertain) {
    if (uncertain.empty()) return;
    for (Asset& asset : assets) {
        forEachFile(asset, [&](const SourceFile& file) {
            const auto found = uncertain.find(file.path);
            if (found != uncertain.end() && !asset.problem) asset.problem = found->second;
        });
    }
}

}  // namespace rigkiln
