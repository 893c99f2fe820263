#pragma once

#include "formats/alamo/ala_to_scene.hpp"
#include "formats/alamo/alo_to_scene.hpp"
#include "tests/support/image_map.hpp"

namespace rigkiln::alamo {

using test::ImageMap;

/// Converts file models to scenes with default options and collects the issues.
struct Lifting {
    Diagnostics diagnostics;
    ImageMap images;
    OptionValues alaOptions{kAlaOptions};
    OptionValues aloOptions{kAloOptions};

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
