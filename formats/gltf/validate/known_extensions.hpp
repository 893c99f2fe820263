#pragma once

#include <array>
#include <span>
#include <string_view>

#include "formats/gltf/validate/member_reader.hpp"

namespace rigkiln::gltf_validation {

/// Object in which an extension may stand.
struct KnownPlace {
    Owner owner = Owner::Other;
    bool standsAlone = false;  ///< no other extension should be in the same object
};

/// Returns null when the extension may not stand there. Precondition: the extension is known.
[[nodiscard]] const KnownPlace* findKnownPlace(std::string_view extension, Owner owner);

/// True if extensions with this name are checked.
[[nodiscard]] bool isKnownExtension(std::string_view extension);

/// True if files that use the extension must require it.
[[nodiscard]] bool mustBeRequired(std::string_view extension);

}  // namespace rigkiln::gltf_validation
