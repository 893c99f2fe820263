#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln::containers {

/// Zip archives, whatever they are called. The only user of libzip.
extern const ContainerModule kZipContainer;

struct ZipMember {
    std::string name;
    std::vector<std::byte> bytes{};
    bool isPacked = true;  ///< deflated, not stored
};

/// The same bytes for the same members. Throws EncodeError when libzip does not take them.
[[nodiscard]] std::vector<std::byte> encodeZip(const std::vector<ZipMember>& members);

}  // namespace rigkiln::containers
