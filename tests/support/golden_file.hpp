#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rigkiln::test {

/// Returns true when golden files are to be rewritten: UPDATE_GOLDEN=1 in the environment.
[[nodiscard]] bool updatesGolden();

/// Returns the text of a file of the repository ("tests/golden/x.txt"); empty when there is no such file.
[[nodiscard]] std::optional<std::string> readGolden(std::string_view file);
void writeGolden(std::string_view file, const std::string& text);

/// Compares with a file of the repository ("tests/golden/x.txt"). With UPDATE_GOLDEN=1 in the environment,
/// writes the file instead. Returns the first difference; empty when there is none.
[[nodiscard]] std::string differenceFromGolden(std::string_view file, const std::string& actual);

}  // namespace rigkiln::test
