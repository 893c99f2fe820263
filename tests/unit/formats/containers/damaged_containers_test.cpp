#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/containers/containers.hpp"
#include "tests/support/containers/container_builders.hpp"

namespace rigkiln::containers {
namespace {

using test::Bytes;
using test::Members;
using test::problemOf;

struct Sample {
    std::string name;
    const ContainerModule* module = nullptr;
    Bytes bytes{};
    Members members{};
};

/// One file of each kind, with all parts of its format.
std::vector<Sample> samples() {
    const Bytes first = test::packableBytes(300, 1);
    const Bytes second = test::packableBytes(90, 2);
    std::vector<Sample> all;
    all.push_back({.name = "yaz0", .module = &kYaz0Container, .bytes = encodeYaz0(first)});
    all.push_back({.name = "zstd", .module = &kZstdContainer, .bytes = encodeZstd(first)});
    for (const std::endian order : {std::endian::big, std::endian::little}) {
        all.push_back(
            {.name = order == std::endian::big ? "sarc, big-endian" : "sarc, little-endian",
             .module = &kSarcContainer,
             .bytes = encodeSarc(
                 {{.name = "a.bin", .bytes = first}, {.name = "", .bytes = second, .hash = 7}}, order)});
    }
    for (const MegVersion version : {MegVersion::One, MegVersion::Two, MegVersion::Three}) {
        all.push_back(
            {.name = "meg " + std::to_string(static_cast<int>(version)),
             .module = &kMegContainer,
             .bytes = encodeMeg({{.name = "A\\B.BIN", .bytes = first}, {.name = "C.BIN", .bytes = second}},
                                version)});
    }
    all.push_back({.name = "zip",
                   .module = &kZipContainer,
                   .bytes = encodeZip({{.name = "a.bin", .bytes = first},
                                       {.name = "b.bin", .bytes = second, .isPacked = false}})});
    for (Sample& sample : all)
        sample.members = test::membersOf(*sample.module, sample.bytes);
    return all;
}

TEST(DamagedContainer, IsRefusedWhereverItIsCutOff) {
    for (const Sample& sample : samples()) {
        for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
            const Bytes cut(sample.bytes.begin(), sample.bytes.begin() + static_cast<std::ptrdiff_t>(size));
            ASSERT_NE(problemOf(*sample.module, cut), "no error") << sample.name << ", " << size << " bytes";
        }
    }
}

TEST(DamagedContainer, IsHandledWhicheverByteChanges) {
    // Only crashes and excessive memory are errors here; sanitizers detect them.
    const ContainerLimits limits{.maximumBytes = 1 << 20};
    for (const Sample& sample : samples()) {
        Bytes bytes = sample.bytes;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const std::byte original = bytes[i];
            for (const unsigned change : {0xFFU, 0x80U, 0x01U}) {
                bytes[i] = original ^ static_cast<std::byte>(change);
                const std::string problem = problemOf(*sample.module, bytes, limits);
                ASSERT_FALSE(problem.empty()) << sample.name << ", byte " << i << " ^ " << change;
            }
            bytes[i] = original;
        }
    }
}

TEST(DamagedContainer, IsKnownByItsOwnBytesAlone) {
    for (const Sample& sample : samples()) {
        const std::span<const std::byte> head =
            std::span(sample.bytes).first(std::min<std::size_t>(sample.bytes.size(), 64));
        EXPECT_EQ(findContainer(kContainers, head), sample.module) << sample.name;
    }
}

}  // namespace
}  // namespace rigkiln::containers
