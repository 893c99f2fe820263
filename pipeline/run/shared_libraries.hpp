#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/recipe/recipe.hpp"

namespace rigkiln {

/// A library that a unit may share, and everything that was looked at to know it.
struct FoundLibrary {
    SharedLibrary library{};
    std::vector<Look> looks{};
};

/// Finds out what libraries of other models have, by making their scenes as the units of these models do. It
/// keeps what it has found out, so that a model with a library is not read anew for each that shares it. Safe
/// to use from many threads.
class SharedLibraries {
public:
    /// Everything must outlive this.
    SharedLibraries(const Registries& registries, const AssetReader& reader, Disk& disk);

    /// Returns what is known of the library that the recipe lets its model share; nothing when it lets it
    /// share none. `bytes` are those of the recipe, of which copies are kept for the time of the call. `room`
    /// is as in GroupOrder.
    [[nodiscard]] std::optional<FoundLibrary> find(const Recipe& recipe, const RecipeBytes& bytes,
                                                   const OptionFiles& files, std::size_t room);

private:
    struct Known {
        std::string key{};
        std::shared_ptr<const LibraryPrint> print{};
        std::vector<Look> looks{};
        std::size_t sizeBytes = 0;
    };

    [[nodiscard]] std::optional<Known> known(const std::string& key);
    void keep(Known made);
    [[nodiscard]] Result<LibraryPrint> print(const Recipe& recipe, const MadeScene& made,
                                             const OptionFiles& files) const;

    const Registries& registries_;
    const AssetReader& reader_;
    Disk& disk_;
    std::mutex mutex_;
    std::list<Known> known_;  ///< last used first
    std::size_t knownBytes_ = 0;
};

}  // namespace rigkiln
