#include "formats/swat3/gsm_attempt.hpp"

#include <array>
#include <utility>

#include "formats/swat3/field_reader.hpp"
#include "formats/swat3/gsm_layout.hpp"

namespace rigkiln::swat3 {

namespace {

// Most frequent first.
constexpr std::array kVariants = {GsmVariant{.hasMarker = false, .hasUnknownWithoutMaps = true},
                                  GsmVariant{.hasMarker = false, .hasUnknownWithoutMaps = false},
                                  GsmVariant{.hasMarker = true, .hasUnknownWithoutMaps = true},
                                  GsmVariant{.hasMarker = true, .hasUnknownWithoutMaps = false}};

GsmAttempt attemptVariant(const GsmFile& head, FieldReader reader, GsmVariant variant) {
    GsmAttempt attempt{.file = head, .findings = {}, .error = {}};
    attempt.file.variant = variant;
    try {
        describeGsmBody(reader, attempt.file);
        reader.expectEnd("grippers");
        attempt.findings = checkGsm(attempt.file);
    } catch (const FormatError& error) {
        attempt.error = error;
    }
    return attempt;
}

bool isSound(const GsmAttempt& attempt) {
    return attempt.isWhole() && countBrokenRules(attempt.findings) == 0;
}

bool isBetter(const GsmAttempt& left, const GsmAttempt& right) {
    if (left.isWhole() != right.isWhole()) return left.isWhole();
    if (left.isWhole()) return countBrokenRules(left.findings) < countBrokenRules(right.findings);
    return left.error->offset() > right.error->offset();
}

}  // namespace

GsmAttempt attemptGsm(std::span<const std::byte> file) {
    FieldPath path;
    FieldReader reader{ByteReader(file, path)};
    GsmFile head;
    try {
        describeGsmHead(reader, head);
    } catch (const FormatError& error) {
        return {.file = std::move(head), .findings = {}, .error = error};
    }
    std::optional<GsmAttempt> best;
    const auto consider = [&](GsmAttempt attempt) {
        if (!best || isBetter(attempt, *best)) best = std::move(attempt);
    };
    for (const GsmVariant variant : kVariants) {
        // A variant with a marker needs its bytes.
        if (variant.hasMarker && !reader.isNext(kMarker)) continue;
        consider(attemptVariant(head, reader, variant));
        if (isSound(*best)) break;  // cannot get better
    }
    return std::move(*best);
}

}  // namespace rigkiln::swat3
