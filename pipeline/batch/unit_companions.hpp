#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "pipeline/batch/folder_files.hpp"
#include "pipeline/batch/plan.hpp"
#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// What the parts of a unit find beside them: each looks from its own folder. Safe to use from many threads.
class UnitCompanions {
public:
    /// All that is referred to must outlive this.
    UnitCompanions(ImageFolders& folders, ImageStore& images, const PlannedUnit& unit, const Plan& plan,
                   FileTree& files);

    /// Of a part, by its number.
    [[nodiscard]] FileSource& of(std::size_t part) { return *byPart_[part]; }
    /// Of all parts together. No folders when nothing is missing.
    [[nodiscard]] TextureSearch search() const;

private:
    std::map<std::string, FolderFiles> byFile_;
    std::vector<FolderFiles*> byPart_;
};

}  // namespace rigkiln
