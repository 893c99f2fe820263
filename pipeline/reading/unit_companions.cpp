#include "pipeline/reading/unit_companions.hpp"

#include <algorithm>
#include <set>

namespace rigkiln {

UnitCompanions::UnitCompanions(ArtFiles& files, const Recipe& recipe, Journal* journal) {
    const ReadSettings& reading = *recipe.reading;
    for (const Part& part : recipe.parts) {
        const std::string& path = part.mainFile().path;
        const auto found =
            byFile_.try_emplace(path, files.folders(), files.images(), path, reading.textureRoots,
                                reading.textures, &files.tree(), journal);
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
