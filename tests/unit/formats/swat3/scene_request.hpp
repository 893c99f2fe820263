#pragma once

#include <string>

#include "formats/swat3/gsa_to_scene.hpp"
#include "formats/swat3/gsm_options.hpp"
#include "formats/swat3/gsm_to_scene.hpp"
#include "tests/support/image_map.hpp"

namespace rigkiln::swat3 {

/// Converts file models to scenes and collects the issues. Options have their defaults unless a test changes
/// them.
struct Lifting {
    Diagnostics diagnostics{};
    test::ImageMap images{};
    OptionValues gsmOptions{kGsmOptions};
    OptionValues gsaOptions{kGsaOptions};

    Scene lift(const GsmFile& file) {
        return gsmToScene(
            file,
            {.path = "guy.gsm", .name = "guy", .bytes = {}, .options = gsmOptions, .companions = images},
            diagnostics);
    }
    Scene lift(const GsaFile& file) {
        return gsaToScene(
            file,
            {.path = "walk.gsa", .name = "walk", .bytes = {}, .options = gsaOptions, .companions = images},
            diagnostics);
    }
};

}  // namespace rigkiln::swat3
