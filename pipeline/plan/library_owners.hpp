#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/plan/asset.hpp"
#include "pipeline/plan/source_file.hpp"

namespace rigkiln {

/// Tells which models may share a library of clips: those that got the same clips, read in the same way. The
/// first of them by path has the library. Whether their skeletons are equal shows only when they are
/// converted.
class LibraryOwners {
public:
    /// No model shares a library.
    LibraryOwners() = default;
    /// Takes n log n with the files of the assets. A model with a problem, one without clips, and several
    /// models that are one asset share none.
    LibraryOwners(const AssetTable& assets, const SourceTables& tables);

    /// Returns the number of the asset that has the library of this one; nothing when it has its own.
    [[nodiscard]] std::optional<std::size_t> ownerOf(std::size_t asset) const;

private:
    std::vector<std::uint32_t> owners_{};  ///< by asset; empty: none
};

/// Returns the path of a file relative to the folder of another one, separated by '/'. Both paths are
/// absolute and without "." and "..".
[[nodiscard]] std::string relativeTo(std::string_view fromFile, std::string_view file);

}  // namespace rigkiln
