#include "pipeline/run/unit_companions.hpp"

#include <algorithm>
#include <set>

namespace rigkiln {

UnitCompanions::UnitCompanions(ImageFolders& folders, ImageStore& images, const PlannedUnit& unit,
                               const Plan& plan, FileTree& files) {
    for (const PartSources& part : unit.parts()) {
        const std::string& path = part.mainSource().path;
        const auto found =
            byFile_.try_emplace(path, folders, images, path, plan.textureRoots, plan.textures, &files);
        byPart_.push_back(&found.first->second);
    }
}

TextureSearch UnitCompanions::search() const {
    TextureSearch all;
    std::set<std::string> missing;
    for (const auto& [path, files] : byFile_) {
        const std::vector<std::string> names = files.missingImages();
        if (names.empty()) continue;
        missing.insert(names.begin(), names.end());
        for (std::string& folder : files.imageFolders()) {
            if (std::ranges::find(all.folders, folder) == all.folders.end())
                all.folders.push_back(std::move(folder));
        }
    }
    all.missing.assign(missing.begin(), missing.end());
    return all;
}

}  // namespace rigkiln
