#pragma once

#include <string>
#include <string_view>

namespace rigkiln::test {

/// Compares with a file below the repository ("tests/golden/x.txt"); with UPDATE_GOLDEN=1 in the environment
/// writes it instead. Empty when they are equal, otherwise what differs first.
[[nodiscard]] std::string differenceFromGolden(std::string_view file, const std::string& actual);

}  // namespace rigkiln::test
