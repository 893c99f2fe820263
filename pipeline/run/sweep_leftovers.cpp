#include "pipeline/run/sweep_leftovers.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/conversion/file_source.hpp"
#include "pipeline/files/list_folder.hpp"
#include "pipeline/files/own_file.hpp"
#include "pipeline/files/temporary_names.hpp"

namespace rigkiln {
namespace {

using Folders = std::set<std::pair<std::string, std::string>>;  ///< with their output folders

std::string sharedFolderOf(const std::string& root) {
    return root + (root.ends_with('/') ? "" : "/") + std::string(kSharedFolder);
}

Folders foldersOfOutputs(const Plan& plan, RunState& state) {
    Folders folders;
    for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
        const std::string& root = plan.units.exporting(unit).outputRoot;
        folders.emplace(plan.units.splitOutput(unit).folder, root);
        folders.emplace(sharedFolderOf(root), root);
    }
    // A store that turns out to be damaged knows no more folders.
    static_cast<void>(state.forEach([&](std::string_view /*key*/, std::string_view bytes) {
        const std::optional<UnitRecord> record = state.decode(bytes);
        if (!record) return;
        for (const OutputRecord& output : record->outputs)
            folders.emplace(output.path.substr(0, output.path.rfind('/')), record->root);
    }));
    return folders;
}

/// Adds the folders of kept images.
void addStateFolders(const std::string& root, Disk& disk, Folders& folders) {
    const std::string images = root + "/images";
    const FileDescriptor folder = openFolderBelow(images, root, disk);
    if (!folder.isOpen()) return;
    const Result<std::vector<FolderEntry>> entries = listFolder(folder, images);
    if (!entries) return;
    for (const FolderEntry& entry : *entries)
        folders.emplace(images + "/" + entry.name, root);
}

}  // namespace

std::size_t removeLeftovers(const Plan& plan, RunState& state, Disk& disk) {
    const std::vector<std::string>& killed = state.killedRuns();
    std::size_t removed = 0;
    Folders folders = foldersOfOutputs(plan, state);
    addStateFolders(plan.state.folder, disk, folders);
    for (const auto& [path, root] : folders) {
        const FileDescriptor folder = openFolderBelow(path, root, disk);
        if (!folder.isOpen()) continue;
        const Result<std::vector<FolderEntry>> entries = listFolder(folder, path);
        if (!entries) continue;
        for (const FolderEntry& entry : *entries) {
            const auto isOf = [&](const std::string& prefix) { return isTemporaryOf(entry.name, prefix); };
            if (std::ranges::any_of(killed, isOf) && disk.remove(folder.get(), entry.name) == 0) ++removed;
        }
    }
    return removed;
}

}  // namespace rigkiln
