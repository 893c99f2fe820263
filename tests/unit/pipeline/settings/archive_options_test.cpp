#include "pipeline/settings/archive_options.hpp"

#include <string>

#include <gtest/gtest.h>

#include "pipeline/settings/settings.hpp"
#include "tests/unit/pipeline/settings/toy_registries.hpp"

namespace rigkiln {
namespace {

/// Configuration with this value of `archives`; the rest of it is valid.
std::string sayingOfArchives(const std::string& archives) {
    return "rigkiln: 1\narchives: " + archives +
           "\njobs:\n  a: {uses: scan, root: x}\n  b: {uses: export, from: a, to: gltf, path: "
           "'{name}.glb'}\n";
}

TEST(ArchiveOptions, AreTheLimitsOfThePortByDefault) {
    EXPECT_EQ(archiveLimits(OptionValues(kArchiveOptions)), ContainerLimits{});
    EXPECT_EQ(settingsOf(sayingOfArchives("{}")).archives, ContainerLimits{});
}

TEST(ArchiveOptions, AreReadFromAMap) {
    EXPECT_EQ(settingsOf(sayingOfArchives("{max_file: 2KiB, max_total: 1MiB, max_ratio: 7}")).archives,
              (ContainerLimits{.maximumBytes = 2048, .maximumTotal = 1048576, .maximumRatio = 7}));
}

TEST(ArchiveOptions, AreNamedWhereTheyAreWrong) {
    EXPECT_EQ(problemsOf(sayingOfArchives("{max_fil: 1GiB, max_ratio: 0}")),
              "c.yaml:2:12: unknown option 'max_fil' of archives; did you mean 'max_file'?\n"
              "c.yaml:2:38: max_ratio is '0', expected 1 to 65536\n");
    EXPECT_EQ(problemsOf(sayingOfArchives("[a]")),
              "c.yaml:2:11: archives is a list, expected a map of options\n");
}

}  // namespace
}  // namespace rigkiln
