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

/// Something in a folder.
struct TreeEntry {
    std::string name;
    bool isFolder = false;

    bool operator==(const TreeEntry&) const = default;
};

/// An archive as a folder: its members by paths that are safe below it. Safe to use from several threads.
class OpenArchive {
public:
    struct Entry {
        std::string path;  ///< below the archive, as memberPath makes it
        std::size_t member = 0;
    };
    /// A member that has no path.
    struct Refused {
        std::string name;  ///< as it stands in the archive
        std::string problem;
    };

    OpenArchive(const ContainerModule& module, std::shared_ptr<const Archive> archive);

    [[nodiscard]] const ContainerModule& module() const { return module_; }
    [[nodiscard]] const Archive& archive() const { return *archive_; }
    /// Sorted by path, each path once: of members with one name, the first counts.
    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
    [[nodiscard]] const std::vector<Refused>& refused() const { return refused_; }

    [[nodiscard]] const Entry* find(std::string_view path) const;
    /// What is directly in a folder of it, sorted; "" is the archive itself. Nothing when it has no such
    /// folder.
    [[nodiscard]] std::optional<std::vector<TreeEntry>> list(std::string_view folder) const;
    /// Those below a folder.
    [[nodiscard]] std::span<const Entry> below(std::string_view folder) const;

    /// Memory it takes, the bytes it is read from included where they are in memory.
    [[nodiscard]] std::size_t heldBytes() const { return heldBytes_; }

private:
    const ContainerModule& module_;
    std::shared_ptr<const Archive> archive_;
    std::vector<Entry> entries_;
    std::vector<Refused> refused_;
    std::size_t heldBytes_ = 0;
};

}  // namespace rigkiln
