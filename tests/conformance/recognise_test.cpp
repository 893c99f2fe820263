#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/registry.hpp"
#include "tests/conformance/samples.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::test {
namespace {

constexpr std::string_view kForeignExtension = ".xyz";

/// Extensions with which a file of another format may be offered to this format. A format that recognises
/// files by their extension alone is not offered its own extension: it would accept any content.
std::vector<std::string_view> namesOfOthers(const FormatModule& format) {
    if (format.isKnownByName) return {kForeignExtension};
    return {format.extensions.front(), kForeignExtension};
}

/// Copies the bytes to an allocation of exactly this size, so that a sanitizer detects reads past its end.
std::vector<std::byte> headOf(const std::vector<std::byte>& bytes, std::size_t size) {
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(size, bytes.size()))};
}

TEST(Recognise, KnowsEverySampleByItsContentOrItsName) {
    for (const FormatModule* format : allFormats()) {
        const std::vector<Sample> samples = smallSamples(format->id);
        ASSERT_FALSE(samples.empty()) << format->id << " has no samples";
        for (const Sample& sample : samples) {
            const std::string_view extension =
                format->isKnownByName ? format->extensions.front() : kForeignExtension;
            const auto recognition = format->recognise(headOf(sample.bytes, kHeadSize), extension);
            ASSERT_TRUE(recognition) << format->id << " " << sample.name;
            EXPECT_NE(recognition->kind, AssetKind::Ignored) << format->id << " " << sample.name;
            EXPECT_FALSE(recognition->description.empty()) << format->id << " " << sample.name;
        }
    }
}

TEST(Recognise, LeavesSamplesOfOtherFormatsAlone) {
    for (const FormatModule* format : allFormats()) {
        for (const FormatModule* other : allFormats()) {
            if (other == format) continue;
            for (const Sample& sample : smallSamples(other->id)) {
                const auto head = headOf(sample.bytes, kHeadSize);
                for (const std::string_view extension : namesOfOthers(*format))
                    EXPECT_FALSE(format->recognise(head, extension)) << format->id << " " << sample.name;
            }
        }
    }
}

TEST(Recognise, RefusesRandomBytesWhateverTheirName) {
    constexpr std::uint64_t kSeed = 7;
    corpus::Random random(kSeed);
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::byte> bytes(1 + random.below(kHeadSize));
        std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random.below(256)); });
        for (const FormatModule* format : allFormats()) {
            for (const std::string_view extension : namesOfOthers(*format)) {
                EXPECT_FALSE(format->recognise(bytes, extension))
                    << format->id << " round " << round << " of seed " << kSeed;
            }
        }
    }
}

TEST(Recognise, KnowsNoEmptyFile) {
    for (const FormatModule* format : allFormats()) {
        EXPECT_FALSE(format->recognise({}, kForeignExtension)) << format->id;
        EXPECT_FALSE(format->recognise({}, format->extensions.front())) << format->id;
    }
}

TEST(Recognise, TakesEveryBeginningOfASample) {
    for (const FormatModule* format : allFormats()) {
        for (const Sample& sample : smallSamples(format->id)) {
            for (std::size_t size = 0; size <= kHeadSize; ++size) {
                const auto head = headOf(sample.bytes, size);
                for (const std::string_view extension : {format->extensions.front(), kForeignExtension})
                    (void)format->recognise(head, extension);
            }
        }
    }
}

TEST(Recognise, ComparesExtensionsWithoutCase) {
    for (const FormatModule* format : allFormats()) {
        std::string upper(format->extensions.front());
        std::ranges::transform(upper, upper.begin(), [](char character) {
            return character >= 'a' && character <= 'z' ? static_cast<char>(character - 'a' + 'A')
                                                        : character;
        });
        for (const Sample& sample : smallSamples(format->id)) {
            const auto head = headOf(sample.bytes, kHeadSize);
            EXPECT_EQ(format->recognise(head, upper).has_value(),
                      format->recognise(head, format->extensions.front()).has_value())
                << format->id << " " << sample.name;
        }
    }
}

}  // namespace
}  // namespace rigkiln::test
