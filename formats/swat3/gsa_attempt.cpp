#include "formats/swat3/gsa_attempt.hpp"

#include <algorithm>
#include <utility>

#include "formats/swat3/field_reader.hpp"
#include "formats/swat3/file_checks.hpp"
#include "formats/swat3/gsa_layout.hpp"

namespace rigkiln::swat3 {

namespace {

GsaAttempt attemptFrames(GsaFile head, FieldReader reader, bool hasEventCounts) {
    GsaAttempt attempt{.file = std::move(head), .error = {}};
    attempt.file.hasEventCounts = hasEventCounts;
    try {
        describeGsaBody(reader, attempt.file);
        reader.expectEnd("frames");
    } catch (const FormatError& error) {
        attempt.error = error;
    }
    return attempt;
}

// Whether all rotations are unit quaternions, so probably not other bytes. Otherwise a file that lost as many
// bytes as its event counts take would be read as one without them.
bool hasSoundRotations(const GsaFile& file) {
    return std::ranges::all_of(file.rotations, isUnitLength);
}

}  // namespace

bool versionHasEventCounts(const GsaFile& file) {
    constexpr std::uint8_t kMinorWithEvents = 2;
    return file.versionMinor >= kMinorWithEvents;
}

GsaAttempt attemptGsa(std::span<const std::byte> file) {
    FieldPath path;
    FieldReader reader{ByteReader(file, path)};
    GsaFile head;
    try {
        describeGsaHead(reader, head);
    } catch (const FormatError& error) {
        return {.file = std::move(head), .error = error};
    }
    const bool own = versionHasEventCounts(head);
    GsaAttempt expected = attemptFrames(std::move(head), reader, own);
    if (!expected.error) return expected;
    head = expected.file;
    head.frames.clear();
    head.rotations.clear();
    head.events.clear();
    GsaAttempt other = attemptFrames(std::move(head), reader, !own);
    return !other.error && hasSoundRotations(other.file) ? std::move(other) : std::move(expected);
}

}  // namespace rigkiln::swat3
