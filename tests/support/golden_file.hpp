#pragma once

#include <string>
#include <string_view>

namespace rigkiln::test {

/// Compares with a file of the repository ("tests/golden/x.txt"). With UPDATE_GOLDEN=1 in the environment,
/// writes the file instead. Returns the first difference; empty when there is none.
[[nodiscard]] std::string differenceFromGolden(std::string_view file, const std::string& actual);

}  // namespace rigkiln::test
