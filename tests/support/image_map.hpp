#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/file_source.hpp"

namespace rigkiln::test {

/// Finds images by name, without regard to case. An empty vector is an image that exists and cannot be used.
class ImageMap final : public FileSource {
public:
    std::map<std::string, std::vector<std::byte>> images;
    std::map<std::string, ImageTraits> traits{};
    std::vector<ImageRecipe> recipes{};  ///< recipes of all searches, in order
    std::vector<std::string> folders{};  ///< folders to report as searched
    int searches = 0;

    [[nodiscard]] std::vector<std::string> imageFolders() const override { return folders; }

private:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name, const ImageRecipe& recipe) override {
        ++searches;
        recipes.push_back(recipe);
        const auto found = images.find(foldCase(name));
        if (found == images.end()) return std::nullopt;
        return Found{.path = "Textures/" + found->first,
                     .bytes = found->second,
                     .problem = found->second.empty() ? "is broken" : "",
                     .traits = traits[found->first]};
    }
};

}  // namespace rigkiln::test
