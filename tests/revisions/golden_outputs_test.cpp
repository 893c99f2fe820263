#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "tests/revisions/golden_conversions.hpp"
#include "tests/revisions/output_digests.hpp"
#include "tests/support/golden_file.hpp"

namespace rigkiln::test {
namespace {

constexpr const char* kFile = "tests/golden/output_digests.json";
constexpr const char* kUpdate = "`UPDATE_GOLDEN=1 ctest --preset dev -R GoldenOutputs`";

/// Holds every change of output bytes to a raised revision. Later runs reuse outputs whose recipe, which
/// contains the revisions, is the same.
///
/// The digests are those of every preset, with g++ and with clang. They depend on the versions of libraries
/// (libdeflate, meshoptimizer, libjpeg-turbo, stb, zlib and the C library's mathematical functions), which
/// are those of Debian 12. If a new version changes bytes, raise the revision of the code that uses it. They
/// do not depend on the processor: if they are others on another machine, some code, or a library, uses
/// instructions that round otherwise there, such as RSQRTPS.
TEST(GoldenOutputs, ChangeOnlyWithARaisedRevision) {
    const std::optional<std::string> text = readGolden(kFile);
    const OutputDigests golden = text ? digestsFromJson(*text) : OutputDigests();
    const OutputDigests built = convertGoldenSet();
    DigestProblems problems = compareDigests(golden, built);
    if (updatesGolden() && problems.faults.empty()) {
        writeGolden(kFile, digestsToJson(built));
        return;
    }
    EXPECT_TRUE(problems.faults.empty() && problems.outdated.empty()) << describe(problems, kFile, kUpdate);
}

}  // namespace
}  // namespace rigkiln::test
