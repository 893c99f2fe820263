#pragma once

#include <cstddef>

#include "formats/alamo/alo_file.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::alamo {

/// Decodes the body of chunk 400. `boneCount` bounds the bone maps. Throws FormatError.
[[nodiscard]] AloMesh decodeMesh(const ByteReader& body, std::size_t boneCount);

}  // namespace rigkiln::alamo
