#pragma once

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// What a file says about the fourth channel of its pixels.
enum class AlphaMeaning {
    Declared,    ///< it is alpha
    Undeclared,  ///< nothing: many tools store alpha and do not say so, others leave zeros there
    Meaningless,
};

/// Makes the alpha of the image what it stands for. Undeclared alpha counts when a pixel has another than 0,
/// which is an issue when a pixel is not opaque then; meaningless alpha becomes opaque, which is an issue
/// when it was not the same everywhere.
void settleAlpha(Image& image, AlphaMeaning meaning, Diagnostics& diagnostics);

}  // namespace rigkiln::image_format
