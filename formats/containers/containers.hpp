#pragma once

#include <array>

#include "formats/containers/meg.hpp"
#include "formats/containers/sarc.hpp"
#include "formats/containers/yaz0.hpp"
#include "formats/containers/zip.hpp"
#include "formats/containers/zstd.hpp"
#include "pipeline/conversion/container_module.hpp"

namespace rigkiln::containers {

/// In the order in which they are tried on a file. MEG comes last because its version 1 has no magic.
inline constexpr std::array<const ContainerModule*, 5> kContainers = {
    &kYaz0Container, &kZstdContainer, &kSarcContainer, &kZipContainer, &kMegContainer};

}  // namespace rigkiln::containers
