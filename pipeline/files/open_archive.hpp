#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln {

/// A file or folder in a folder.
struct TreeEntry {
    std::string name;
    bool isFolder = false;

    bool operator==(const TreeEntry&) const = default;
};

/// An archive as a folder: its members by safe relative paths. Safe to use from several threads.
class OpenArchive {
public:
    struct Entry {
        std::string path;  ///< relative to the archive, from memberPath
        std::size_t member = 0;
    };
    /// A member without a valid path.
    struct Refused {
        std::string name;  ///< name in the archive
        std::string problem;
    };

    OpenArchive(const ContainerModule& module, std::shared_ptr<const Archive> archive);

    [[nodiscard]] const ContainerModule& module() const { return module_; }
    [[nodiscard]] const Archive& archive() const { return *archive_; }
    /// Returns the members sorted by path, without duplicates; of members with equal paths the first counts.
    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
    [[nodiscard]] const std::vector<Refused>& refused() const { return refused_; }

    [[nodiscard]] const Entry* find(std::string_view path) const;
    /// Returns the entries directly in a folder of the archive, sorted; "" is the archive itself. Returns
    /// nothing when the folder does not exist.
    [[nodiscard]] std::optional<std::vector<TreeEntry>> list(std::string_view folder) const;
    /// Returns all members below a folder.
    [[nodiscard]] std::span<const Entry> below(std::string_view folder) const;

    /// Returns the memory it uses, including the archive's bytes if they are in memory.
    [[nodiscard]] std::size_t heldBytes() const { return heldBytes_; }

private:
    const ContainerModule& module_;
    std::shared_ptr<const Archive> archive_;
    std::vector<Entry> entries_;
    std::vector<Refused> refused_;
    std::size_t heldBytes_ = 0;
};

}  // namespace rigkiln
