#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "exporters/registry.hpp"
#include "formats/registry.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/process/resample_clips.hpp"
#include "pipeline/process/resolve_scale_compensation.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/conformance/samples.hpp"
#include "tests/support/sanitizers.hpp"

/// Tests damaged files in every format: the reader refuses them, or returns a scene that keeps all laws and
/// can be exported.
namespace rigkiln::test {
namespace {

/// Upper limit of changed bytes in one sample, to keep the suite short. They are spread evenly over larger
/// samples. A sanitizer makes each reading ten times as slow, and under it the fuzz targets change bytes too.
constexpr std::size_t kMostChangedBytes = kHasSanitizer ? 250 : 6000;

struct Outcome {
    std::size_t refused = 0;
    std::size_t read = 0;
    std::vector<std::string> broken;  ///< failures of the test
};

/// Runs the steps that follow reading, and every exporter.
void finish(Scene scene, const std::string& what, Outcome& outcome) {
    Diagnostics diagnostics;
    resolveScaleCompensation(scene);
    convertCoordinates(scene, 1.0);
    selectMeshes(scene, {}, diagnostics);
    resampleClips(scene, 15.0, diagnostics);
    if (const auto problems = validateScene(scene); !problems.empty()) {
        // The steps above may turn huge numbers into infinity, which is no fault of the reader.
        return;
    }
    for (const ExporterModule* exporter : allExporters()) {
        const OptionValues options(exporter->options);
        const WriteRequest request{"damaged" + std::string(exporter->extensions.front()), options};
        const Result<OutputSet> written = exporter->write(scene, request, diagnostics);
        if (written && written->empty()) outcome.broken.push_back(what + ": no output");
        if (!written && written.error().kind() == ErrorKind::Internal)
            outcome.broken.push_back(what + ": " + written.error().text());
    }
}

void readDamaged(const FormatModule& format, std::span<const std::byte> bytes, const std::string& what,
                 Outcome& outcome) {
    const OptionValues options(format.options);
    NoFiles companions;
    Diagnostics diagnostics;
    Result<Scene> scene = format.read(
        {.path = "damaged", .name = "damaged", .bytes = bytes, .options = options, .companions = companions},
        diagnostics);
    (void)format.probe(bytes, {});
    (void)format.dump(bytes);
    if (!scene) {
        ++outcome.refused;
        if (scene.error().problem.empty()) outcome.broken.push_back(what + ": refused without a word");
        return;
    }
    ++outcome.read;
    if (const auto problems = validateScene(*scene); !problems.empty()) {
        outcome.broken.push_back(
            fmt::format("{}: {}: {}", what, problems.front().where, problems.front().problem));
        return;
    }
    finish(std::move(*scene), what, outcome);
}

void expectUnbroken(const Outcome& outcome) {
    constexpr std::size_t kShown = 10;
    for (std::size_t i = 0; i < std::min(outcome.broken.size(), kShown); ++i)
        ADD_FAILURE() << outcome.broken[i];
    EXPECT_EQ(outcome.broken.size(), 0U);
    std::cout << fmt::format("{} refused, {} read\n", outcome.refused, outcome.read);
}

/// One test for each format: a single test of all formats would take minutes under a sanitizer.
class Damage : public testing::TestWithParam<const FormatModule*> {};

TEST_P(Damage, EveryBeginningOfAFileIsRefusedOrKeepsAllLaws) {
    const FormatModule& format = *GetParam();
    Outcome outcome;
    for (const Sample& sample : smallSamples(format.id)) {
        for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
            // Copies the bytes to an allocation of exactly this size, so that a sanitizer detects reads past
            // its end.
            const std::vector<std::byte> cut(sample.bytes.begin(),
                                             sample.bytes.begin() + static_cast<std::ptrdiff_t>(size));
            const std::string what = fmt::format("{} {} cut to {} bytes", format.id, sample.name, size);
            readDamaged(format, cut, what, outcome);
        }
    }
    expectUnbroken(outcome);
    EXPECT_GT(outcome.refused, 0U);
}

using Change = std::pair<const char*, std::byte (*)(std::byte)>;
constexpr std::array<Change, 3> kChanges = {{
    {"zero", [](std::byte) { return std::byte{0}; }},
    {"0xFF", [](std::byte) { return std::byte{0xFF}; }},
    {"its highest bit turned", [](std::byte byte) { return byte ^ std::byte{0x80}; }},
}};

void changeEachByte(const FormatModule& format, const Sample& sample, Outcome& outcome) {
    const std::size_t stride = 1 + sample.bytes.size() / kMostChangedBytes;
    std::vector<std::byte> bytes = sample.bytes;
    for (std::size_t i = 0; i < bytes.size(); i += stride) {
        for (const auto& [name, change] : kChanges) {
            const std::byte changed = change(sample.bytes[i]);
            if (changed == sample.bytes[i]) continue;
            bytes[i] = changed;
            const std::string what =
                fmt::format("{} {} with byte 0x{:X} as {}", format.id, sample.name, i, name);
            readDamaged(format, bytes, what, outcome);
        }
        bytes[i] = sample.bytes[i];
    }
}

TEST_P(Damage, AnyByteMayBeAnother) {
    Outcome outcome;
    for (const Sample& sample : smallSamples(GetParam()->id))
        changeEachByte(*GetParam(), sample, outcome);
    expectUnbroken(outcome);
    EXPECT_GT(outcome.refused, 0U);
    EXPECT_GT(outcome.read, 0U);
}

TEST_P(Damage, BytesBehindTheEndAreRefusedOrKept) {
    const FormatModule& format = *GetParam();
    for (const Sample& sample : smallSamples(format.id)) {
        std::vector<std::byte> longer = sample.bytes;
        longer.insert(longer.end(), 3, std::byte{0x55});
        Outcome outcome;
        readDamaged(format, longer, sample.name, outcome);
        expectUnbroken(outcome);
        if (format.reencode == nullptr) continue;
        const auto again = format.reencode(longer);
        if (again) {
            EXPECT_EQ(*again, longer) << format.id << " " << sample.name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(EachFormat, Damage, testing::ValuesIn(allFormats().begin(), allFormats().end()),
                         [](const auto& test) { return std::string(test.param->id); });

}  // namespace
}  // namespace rigkiln::test
