#include "formats/swat3/swat3_dump.hpp"

#include <utility>

#include "formats/swat3/field_dumper.hpp"
#include "formats/swat3/gsa_attempt.hpp"
#include "formats/swat3/gsa_layout.hpp"
#include "formats/swat3/gsm_attempt.hpp"
#include "formats/swat3/gsm_layout.hpp"

namespace rigkiln::swat3 {

std::string dumpGsm(std::span<const std::byte> file) {
    const GsmAttempt attempt = attemptGsm(file);
    FieldPath path;
    FieldDumper dumper{ByteReader(file, path)};
    GsmFile model;
    describeGsmHead(dumper, model);
    model.variant = attempt.file.variant;
    // A failed reading may have stopped before its variant was tried.
    if (!attempt.isWhole()) model.variant.hasMarker = dumper.isNext(kMarker);
    describeGsmBody(dumper, model);
    return std::move(dumper).finish(file.size());
}

std::string dumpGsa(std::span<const std::byte> file) {
    const GsaAttempt attempt = attemptGsa(file);
    FieldPath path;
    FieldDumper dumper{ByteReader(file, path)};
    GsaFile clip;
    describeGsaHead(dumper, clip);
    clip.hasEventCounts = attempt.error ? versionHasEventCounts(clip) : attempt.file.hasEventCounts;
    describeGsaBody(dumper, clip);
    return std::move(dumper).finish(file.size());
}

}  // namespace rigkiln::swat3
