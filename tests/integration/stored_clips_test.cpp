#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/bfres/file/bfres_file.hpp"
#include "library/conversion/conversion_request.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/images/image_store.hpp"
#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/run/export_scene.hpp"
#include "pipeline/run/parallel_for.hpp"
#include "pipeline/settings/job_kind.hpp"
#include "tests/support/heap_scratch.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/commands.hpp"
#include "tools/corpus/bfres_art.hpp"

namespace rigkiln::test {
namespace {

using Bytes = std::vector<std::byte>;

/// Whether the clips and the output of a unit are stored on the disk meanwhile.
enum class Waits { Nothing, Everything };

struct Converted {
    std::map<std::string, Bytes> files;
    Diagnostics diagnostics;
    AssetCounts counts;
    std::vector<ClipReductionReport> reductions;
    std::size_t storedTimes = 0;  ///< number of writes to the scratch storage

    [[nodiscard]] std::vector<std::string> issues() const {
        std::vector<std::string> texts;
        for (const Issue& issue : diagnostics.issues())
            texts.push_back(issue.where + ": " + issue.details);
        return texts;
    }
};

/// Converts a worm and its animations, which hide bones and do not inherit scale.
class StoredClips : public testing::Test {
protected:
    void SetUp() override {
        inputs_ = {folder_.write("worm.bfres", bfres::encodeBfres(corpus::makeWorm())).string(),
                   folder_.write("worm_Animation.bfres", bfres::encodeBfres(corpus::makeWormAnimations(0.4F)))
                       .string()};
        request_.exporter = rigkiln::registries().exporters.front();
        request_.decode = OptionValues(jobKind(JobTask::Decode).options);
        request_.resample = OptionValues(jobKind(JobTask::Resample).options);
        request_.exported = OptionValues(request_.exporter->options);
        for (const FormatModule* format : rigkiln::registries().formats)
            request_.formats.emplace(format->id, OptionValues(format->options));
    }

    /// `exporter` replaces the exporter of the request; null keeps it.
    Converted convert(Waits waits, const ExporterModule* exporter = nullptr) {
        Converted converted;
        auto made = fileConversion(request_, inputs_, (folder_.path() / "worm.glb").string());
        EXPECT_TRUE(made) << made.error().text();
        if (!made) return converted;
        Registries registries = rigkiln::registries();
        std::vector<const ExporterModule*> exporters = {exporter};
        if (exporter != nullptr) registries.exporters = exporters;
        const Recipe recipe = made->units.recipe(0);
        ArtFiles files({.registries = registries, .archives = made->archives});
        const AssetReader reader(registries, files, forEachInParallel);
        const auto clips = std::make_shared<HeapScratch>(0);
        HeapScratch pieces(0);
        const bool isStored = waits == Waits::Everything;
        MadeScene scene = reader.makeScene(recipe, reader.readBytes(recipe), isStored ? clips : nullptr);
        EXPECT_FALSE(scene.failure) << scene.failure->text();
        converted.storedTimes = clips->writes();
        converted.diagnostics = scene.diagnostics;
        converted.counts = scene.counts;
        converted.reductions = scene.reductions;
        WriteFigures figures;
        const OptionFiles noFiles;
        auto outputs = exportScene({.scene = scene.scene,
                                    .recipe = recipe,
                                    .registries = registries,
                                    .files = noFiles,
                                    .isLast = true,
                                    .scratch = isStored ? &pieces : nullptr},
                                   figures, converted.diagnostics);
        EXPECT_TRUE(outputs) << outputs.error().text();
        if (!outputs) return converted;
        for (const OutputFile& file : *outputs) {
            Bytes& bytes = converted.files[file.name];
            for (const SharedBytes& piece : file.pieces)
                bytes.insert(bytes.end(), piece.begin(), piece.end());
        }
        return converted;
    }

    void expectNoDifference() {
        const Converted expected = convert(Waits::Nothing);
        const Converted converted = convert(Waits::Everything);
        EXPECT_EQ(expected.storedTimes, 0U);
        EXPECT_GT(converted.storedTimes, 0U);
        EXPECT_FALSE(expected.files.empty());
        EXPECT_TRUE(converted.files == expected.files);
        EXPECT_EQ(converted.issues(), expected.issues());
        EXPECT_EQ(converted.counts.keys, expected.counts.keys);
        EXPECT_EQ(converted.counts.animationBytes, expected.counts.animationBytes);
        ASSERT_EQ(converted.reductions.size(), expected.reductions.size());
        for (std::size_t clip = 0; clip < expected.reductions.size(); ++clip) {
            EXPECT_EQ(converted.reductions[clip].bytesAfter, expected.reductions[clip].bytesAfter);
            EXPECT_EQ(converted.reductions[clip].maxError, expected.reductions[clip].maxError);
        }
    }

    TemporaryFolder folder_;
    std::vector<std::string> inputs_;
    ConversionRequest request_;
};

TEST_F(StoredClips, BecomeTheSameFileWithTheirModel) {
    expectNoDifference();
}

TEST_F(StoredClips, BecomeTheSameFileAlone) {
    inputs_.erase(inputs_.begin());
    expectNoDifference();
}

TEST_F(StoredClips, BecomeTheSameFileInEachProfile) {
    for (const char* const profile : {"full", "web"}) {
        SCOPED_TRACE(profile);
        request_.exported.set("profile", std::string(profile));
        expectNoDifference();
    }
}

TEST_F(StoredClips, BecomeTheSameFileResampled) {
    request_.resample.set("rate", 7.0);
    expectNoDifference();
}

TEST_F(StoredClips, BecomeTheSameFileReduced) {
    request_.resample.set("max_error", 0.0005);
    expectNoDifference();
}

TEST_F(StoredClips, BecomeTheSameFileInOtherUnits) {
    request_.decode.set("scale", 0.1);
    expectNoDifference();
}

/// Test exporter: writes one piece for each clip, of as many bytes as it has joints with tracks, plus one.
Result<OutputSet> countTracks(const Scene& scene, const WriteRequest& request, Diagnostics& diagnostics) {
    static_cast<void>(diagnostics);
    OutputFile file{.name = request.fileName, .pieces = {}};
    for (const Clip& clip : scene.clips)
        file.pieces.push_back(Bytes(clip.joints.size() + 1));
    return OutputSet{file};
}

TEST_F(StoredClips, AreSeenWholeByExportersThatDoNotKnowOfThem) {
    ExporterModule counter = *request_.exporter;
    counter.write = countTracks;
    const Converted expected = convert(Waits::Nothing, &counter);
    const Converted converted = convert(Waits::Everything, &counter);
    EXPECT_GT(converted.storedTimes, 0U);
    ASSERT_EQ(expected.files.size(), 1U);
    EXPECT_GT(expected.files.begin()->second.size(), 10U);
    EXPECT_EQ(converted.files, expected.files);
}

}  // namespace
}  // namespace rigkiln::test
