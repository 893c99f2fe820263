#pragma once

#include <map>
#include <string>
#include <utility>

#include "formats/alamo/ala_to_scene.hpp"
#include "formats/alamo/alo_to_scene.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::alamo {

/// Images by name without case; an empty vector is an image that was found and cannot be used.
class ImageMap final : public FileSource {
public:
    std::map<std::string, std::vector<std::byte>> images;
    int searches = 0;

    [[nodiscard]] std::optional<Found> findImage(std::string_view name) override {
        ++searches;
        const auto found = images.find(foldCase(name));
        if (found == images.end()) return std::nullopt;
        return Found{.path = "Textures/" + found->first, .bytes = found->second};
    }
};

/// Lifts file models with default options and collects the issues.
struct Lifting {
    Diagnostics diagnostics;
    ImageMap images;
    OptionValues alaOptions{kAlaOptions};
    OptionValues aloOptions{};

    Scene lift(const AlaFile& file) {
        return alaToScene(file,
                          {.path = "hero_walk.ala",
                           .name = "hero_walk",
                           .bytes = {},
                           .options = alaOptions,
                           .companions = images},
                          diagnostics);
    }
    Scene lift(const AloFile& file) {
        return aloToScene(
            file,
            {.path = "hero.alo", .name = "hero", .bytes = {}, .options = aloOptions, .companions = images},
            diagnostics);
    }
};

}  // namespace rigkiln::alamo
