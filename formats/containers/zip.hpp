#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln::containers {

/// Zip archives, recognised by content. The only module that uses libzip.
extern const ContainerModule kZipContainer;

struct ZipMember {
    std::string name;
    std::vector<std::byte> bytes{};
    bool isPacked = true;  ///< deflated, not stored
};

/// Deterministic: equal members give equal bytes. Throws EncodeError when libzip refuses them.
[[nodiscard]] std::vector<std::byte> encodeZip(const std::vector<ZipMember>& members);

}  // namespace rigkiln::containers
