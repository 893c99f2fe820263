#include "formats/swat3/gsa_file.hpp"

#include <utility>

#include "formats/swat3/field_reader.hpp"
#include "formats/swat3/field_writer.hpp"
#include "formats/swat3/gsa_attempt.hpp"
#include "formats/swat3/gsa_layout.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::swat3 {

std::size_t rotationsPerFrame(const GsaFile& file) {
    return file.animatedBones.empty() ? boneCount(file.skeletons) : file.animatedBones.size();
}

std::uint16_t animatedBone(const GsaFile& file, std::size_t column) {
    if (!file.animatedBones.empty()) return file.animatedBones[column];
    auto skeleton = file.skeletons.begin();
    for (; column >= skeleton->bones.size(); ++skeleton)
        column -= skeleton->bones.size();
    return skeleton->bones[column].id;
}

std::span<const Float4> rotationsOf(const GsaFile& file, std::size_t frame) {
    const std::size_t width = rotationsPerFrame(file);
    return std::span(file.rotations).subspan(frame * width, width);
}

std::string_view eventText(const GsaEvent& event) {
    const std::string_view text = event;
    return text.ends_with('\0') ? text.substr(0, text.size() - 1) : text;
}

Result<GsaFile> decodeGsa(std::span<const std::byte> file, Diagnostics& diagnostics, Strictness strictness) {
    GsaAttempt attempt = attemptGsa(file);
    if (attempt.error) return attempt.error->toError();
    const std::vector<Finding> findings = checkGsa(attempt.file);
    if (strictness == Strictness::Strict) {
        if (auto broken = findBrokenRule(findings)) return std::move(*broken);
    }
    report(findings, diagnostics);
    return std::move(attempt.file);
}

Result<std::vector<std::byte>> encodeGsa(const GsaFile& file) {
    return guarded<std::vector<std::byte>>([&] {
        FieldWriter writer;
        describeGsaHead(writer, file);
        describeGsaBody(writer, file);
        return std::move(writer).finish();
    });
}

Result<GsaHead> probeGsaHead(std::span<const std::byte> file) {
    return guarded<GsaHead>([&] {
        FieldPath path;
        FieldReader reader{ByteReader(file, path)};
        GsaFile head;
        describeGsaHead(reader, head);
        return GsaHead{.skeletons = std::move(head.skeletons),
                       .animatedBones = std::move(head.animatedBones)};
    });
}

}  // namespace rigkiln::swat3
