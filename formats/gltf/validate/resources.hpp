#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "formats/gltf/validate/document.hpp"
#include "formats/gltf/validate/member_reader.hpp"
#include "pipeline/conversion/file_source.hpp"

namespace rigkiln::gltf_validation {

/// Loads the bytes of all buffers and images and checks them. `binary`: the chunk of a GLB, if it has one.
void checkResources(MemberReader& in, Document& document, FileSource& companions, bool isGlb,
                    std::optional<std::span<const std::byte>> binary);

}  // namespace rigkiln::gltf_validation
