#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln::cli {

/// Events in watched folders.
struct FolderChanges {
    bool isStopped = false;         ///< the caller's descriptor became readable first
    std::set<std::string> paths{};  ///< absolute; empty if the kernel had more to tell than it keeps
};

/// Tells of the first changes in folders, by inotify (Linux): folders that are made later are not watched, so
/// a new watch is to be made after each change. Changes on network file systems are seen only if this machine
/// makes them.
///
/// Each file counts when it is closed after writing, renamed, removed, or given other times or rights; not
/// while it is being written.
class FolderWatch {
public:
    /// Changes at and below the paths `ignored` are none. Fails with kCannotWatch.
    [[nodiscard]] static Result<std::unique_ptr<FolderWatch>> open(std::vector<std::string> ignored);
    ~FolderWatch();
    FolderWatch(const FolderWatch&) = delete;
    FolderWatch& operator=(const FolderWatch&) = delete;

    /// Watches a folder and all below; not below symbolic links, unless the root is one. This and what
    /// follows also tell when a folder above is renamed, replaced or made, or a symbolic link leads
    /// elsewhere. What is not there is waited for. Paths are absolute. Fails with kCannotWatch when the
    /// kernel takes no more folders.
    [[nodiscard]] Status watchTree(const std::string& root);
    /// Watches the entries of one folder.
    [[nodiscard]] Status watchFolder(const std::string& folder);
    /// Watches one file, also if it is replaced by another.
    [[nodiscard]] Status watchFile(const std::string& file);

    /// Whether every change of an entry of the folder is told.
    [[nodiscard]] bool covers(const std::string& folder) const { return whole_.contains(folder); }
    /// Number of folders of which every entry counts.
    [[nodiscard]] std::size_t folders() const;

    /// Waits for a change, then until nothing more changed for a moment; or until `stop`, a descriptor, can
    /// be read. Fails with kCannotWatch.
    [[nodiscard]] Result<FolderChanges> wait(int stop);

private:
    struct Folder {
        std::vector<std::string> paths{};  ///< several where symbolic links lead to it
        bool takesAll = false;
        std::set<std::string, std::less<>> names{};  ///< entries that count, unless all do
    };

    FolderWatch(int descriptor, std::vector<std::string> ignored);
    [[nodiscard]] bool isIgnored(std::string_view path) const;
    /// Null: the folder is not there, is a symbolic link, or is ignored.
    [[nodiscard]] Result<Folder*> add(const std::string& path);
    /// Watches every entry that decides where a path leads.
    [[nodiscard]] Status watchWay(const std::string& path);
    /// `real` is the same path without symbolic links.
    [[nodiscard]] Status watchWhole(const std::string& folder, const std::string& real);
    /// Reads what the kernel has.
    [[nodiscard]] Status readEvents();
    void takeEvent(int watch, std::uint32_t mask, std::string_view name);

    int descriptor_ = -1;
    std::vector<std::string> ignored_;
    std::map<int, Folder> folders_;             ///< by number of the kernel's watch
    std::set<std::string, std::less<>> whole_;  ///< paths of the folders that take all
    std::set<std::string> changed_;
    bool lostEvents_ = false;
};

}  // namespace rigkiln::cli
