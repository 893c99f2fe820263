#pragma once

#include "formats/bfres/bfres_file.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::bfres {

/// Models, skeletons and animations of the file, Y up, the file's units (README, section Scene).
///
/// Each model's bones are joints; where there are several models, or bones without a common root, below a
/// joint with the model's name. Animations move the model that has most of their bones. In a file without
/// shapes bones that no skeleton has become joints of their own, so that the animations can be bound to
/// another file's model. Throws FormatError.
[[nodiscard]] Scene bfresToScene(const BfresFile& file, const ReadRequest& request, Diagnostics& diagnostics);

}  // namespace rigkiln::bfres
