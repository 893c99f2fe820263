#pragma once

#include "pipeline/scene/scene.hpp"

namespace rigkiln::test {

/// Two rings on a chain of two joints, which a clip turns; a hidden mesh beside the second ring.
Scene rings();

}  // namespace rigkiln::test
