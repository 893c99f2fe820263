#include "tools/corpus/unit_records.hpp"

#include <string>
#include <utility>

#include "pipeline/base/error_codes.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln::corpus {
namespace {

/// An output with every kind of look, an issue, and a clip that failed.
UnitRecord makeMadeUnit() {
    UnitRecord record{.key = {.recipe = {1, 2}, .planning = {3, 4}}, .started = {.seconds = 1'700'000'000}};
    record.looks = {
        {.kind = LookKind::Read,
         .path = "/art/wolf.alo",
         .sizeBytes = 1000,
         .modifiedSeconds = 1'600'000'000,
         .changedSeconds = 1'600'000'001,
         .inode = 77,
         .digest = ContentDigest{5, 6}},
        {.kind = LookKind::Missing, .path = "/art/wolf.txt"},
        {.kind = LookKind::Archive, .path = "/art/wolf.meg", .inode = 78},
        {.kind = LookKind::Search, .path = "/art", .names = {"fur.dds", "fur.tga"}, .found = {"Fur.TGA"}},
        {.kind = LookKind::Listing, .path = "/art", .found = {"Fur.TGA"}}};
    record.outputs = {{.path = "/out/wolf.glb", .status = {.type = FileType::File, .inode = 79}}};
    record.report.status = UnitStatus::Written;
    record.report.inputs.resize(2);
    record.report.inputs.back().status = InputStatus::Failed;
    record.report.inputs.back().error = kDamaged.in("/art/run.ala", "is cut");
    record.report.issues = {{"a.b", Severity::Warning, "a sentence", "mesh[3]", "7 of 9"}};
    record.report.issueCounts = {{"a.b", 33}};
    record.report.textureSearch = {.folders = {"/art"}, .missing = {"skin.dds"}};
    record.report.reductions.resize(1);
    record.report.positionError = 1e-9;
    return record;
}

UnitRecord makeFailedUnit() {
    UnitRecord record;
    record.report.status = UnitStatus::Failed;
    record.report.error = kDamaged.in("/art/wolf.alo", "is cut");
    return record;
}

ArtFile makeSeed(std::string path, const UnitRecord& record) {
    const std::string packed = encodeUnitRecord(record);
    const auto* bytes = reinterpret_cast<const std::byte*>(packed.data());
    return {std::move(path), {bytes, bytes + packed.size()}};
}

}  // namespace

std::vector<ArtFile> makeUnitRecordSeeds() {
    return {makeSeed("fuzz_unit_record/made.bin", makeMadeUnit()),
            makeSeed("fuzz_unit_record/failed.bin", makeFailedUnit())};
}

}  // namespace rigkiln::corpus
