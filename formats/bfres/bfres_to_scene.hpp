#pragma once

#include "formats/bfres/file/bfres_file.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::bfres {

/// Converts the models, skeletons and animations of a file. Y up, in the file's units (README, section
/// Scene).
///
/// Bones become joints. If there are several models, or the bones have no common root, a joint with the
/// model's name is added above them. Each animation moves the model that has most of its bones. In a file
/// without shapes, bones that no skeleton has become joints of their own, so that the animations can be bound
/// to another file's model. Throws FormatError.
///
/// `encoded` holds skeletal animations to decode one by one, before those of the file; afterwards the bytes
/// of the request are dropped. It may be null.
[[nodiscard]] Scene bfresToScene(BfresFile file, const ReadRequest& request, Diagnostics& diagnostics,
                                 SkeletalAnimations* encoded = nullptr);

}  // namespace rigkiln::bfres
