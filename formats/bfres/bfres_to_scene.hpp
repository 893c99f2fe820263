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
///
/// `encoded`: skeletal animations that are decoded here, before those of the file; the bytes of the request
/// are dropped once they are. Null: there are none.
[[nodiscard]] Scene bfresToScene(BfresFile file, const ReadRequest& request, Diagnostics& diagnostics,
                                 SkeletalAnimations* encoded = nullptr);

}  // namespace rigkiln::bfres
