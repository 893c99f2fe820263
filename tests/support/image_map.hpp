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

/// Images by name without case; an empty vector is an image that was found and cannot be used.
class ImageMap final : public FileSource {
public:
    std::map<std::string, std::vector<std::byte>> images;
    std::map<std::string, ImageTraits> traits{};
    std::vector<ImageRecipe> recipes{};  ///< of all searches
    std::vector<std::string> folders{};  ///< where it says that it looks
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
