#include "formats/swat3/gsm_file.hpp"

#include <utility>

#include "formats/swat3/field_reader.hpp"
#include "formats/swat3/field_writer.hpp"
#include "formats/swat3/gsm_attempt.hpp"
#include "formats/swat3/gsm_layout.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::swat3 {

GsmBlendUnit blendUnit(const GsmFile& file) {
    const std::size_t octets = blendStreamOctets(file);
    const std::size_t stored = file.blendStreamLength;
    if (octets == 0 && stored == 0) return GsmBlendUnit::Either;
    if (stored == octets) return GsmBlendUnit::Octets;
    return stored * 2 == octets ? GsmBlendUnit::Shorts : GsmBlendUnit::Neither;
}

std::size_t blendStreamOctets(const GsmFile& file) {
    constexpr std::size_t kCountSize = 2;
    constexpr std::size_t kInfluenceSize = 6;
    std::size_t octets = 0;
    for (const GsmBlend& blend : file.blends)
        octets += kCountSize + kInfluenceSize * blend.size();
    return octets;
}

std::size_t countSharedShorts(const GsmFile& file) {
    std::size_t shorts = 0;
    for (const auto& list : file.sharedLists)
        shorts += 1 + list.size();
    return shorts;
}

Result<GsmFile> decodeGsm(std::span<const std::byte> file, Diagnostics& diagnostics, Strictness strictness) {
    GsmAttempt attempt = attemptGsm(file);
    if (attempt.error) return attempt.error->toError();
    if (strictness == Strictness::Strict) {
        if (auto broken = findBrokenRule(attempt.findings)) return std::move(*broken);
    }
    report(attempt.findings, diagnostics);
    return std::move(attempt.file);
}

Result<std::vector<std::byte>> encodeGsm(const GsmFile& file) {
    return guarded<std::vector<std::byte>>([&] {
        FieldWriter writer;
        describeGsmHead(writer, file);
        describeGsmBody(writer, file);
        return std::move(writer).finish();
    });
}

Result<std::vector<Skeleton>> probeGsmSkeletons(std::span<const std::byte> file) {
    return guarded<std::vector<Skeleton>>([&] {
        FieldPath path;
        FieldReader reader{ByteReader(file, path)};
        GsmFile head;
        describeGsmHead(reader, head);
        return std::move(head.skeletons);
    });
}

}  // namespace rigkiln::swat3
