#pragma once

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// Meaning of the fourth channel of a file's pixels, as far as the file declares it.
enum class AlphaMeaning {
    Declared,    ///< it is alpha
    Undeclared,  ///< the file says nothing: many tools store alpha there, others leave zeros
    Meaningless,
};

/// Decides what becomes of the fourth channel. Declared alpha stays. Undeclared alpha counts when any pixel
/// is not 0; adds an issue if then any pixel is not opaque. Meaningless alpha becomes opaque; adds an issue
/// if it varied.
void settleAlpha(Image& image, AlphaMeaning meaning, Diagnostics& diagnostics);

}  // namespace rigkiln::images
