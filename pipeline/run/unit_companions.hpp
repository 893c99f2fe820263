#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "pipeline/images/folder_files.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// Provides companions for the parts of a unit. Each part searches from its own folder. Safe to use from many
/// threads.
class UnitCompanions {
public:
    /// All arguments must outlive this.
    UnitCompanions(ImageFolders& folders, ImageStore& images, const PlannedUnit& unit, const Plan& plan,
                   FileTree& files);

    /// Returns the companions of a part, by its number.
    [[nodiscard]] FileSource& of(std::size_t part) { return *byPart_[part]; }
    /// Returns the failed searches of all parts together. Without missing textures it has no folders.
    [[nodiscard]] TextureSearch search() const;

private:
    std::map<std::string, FolderFiles> byFile_;
    std::vector<FolderFiles*> byPart_;
};

}  // namespace rigkiln
