#pragma once

#include <span>

#include "formats/gltf/validate/document.hpp"
#include "formats/gltf/validate/findings.hpp"
#include "formats/gltf/validate/link_document.hpp"

namespace rigkiln::gltf_validation {

/// Checks the values of all accessors, the given uses of them, and the influences of joints. Precondition:
/// the buffers were loaded. A file may have accessors without end over the same bytes: only so many values
/// are checked as its size justifies, and a finding says when there were more.
void checkValues(Findings& findings, Document& document, std::span<const DataCheck> checks);

}  // namespace rigkiln::gltf_validation
