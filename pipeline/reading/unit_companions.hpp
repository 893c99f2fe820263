#pragma once

#include <map>
#include <string>
#include <vector>

#include "pipeline/images/folder_files.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/recipe/recipe.hpp"
#include "pipeline/report/asset_figures.hpp"

namespace rigkiln {

/// Provides companions for the parts of a recipe. Each part searches from its own folder. Safe to use from
/// many threads.
class UnitCompanions {
public:
    /// All arguments must outlive this. `journal` records every look; it may be null.
    UnitCompanions(ArtFiles& files, const Recipe& recipe, Journal* journal);

    /// Returns the companions of a part, by its number.
    [[nodiscard]] FileSource& of(std::size_t part) { return *byPart_[part]; }
    /// Returns the failed searches of all parts together. Without missing textures it has no folders.
    [[nodiscard]] TextureSearch search() const;

private:
    std::map<std::string, FolderFiles> byFile_;
    std::vector<FolderFiles*> byPart_;
};

}  // namespace rigkiln
