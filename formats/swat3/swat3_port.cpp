#include "formats/swat3/swat3_port.hpp"

#include <algorithm>
#include <utility>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/magic.hpp"
#include "formats/swat3/rig.hpp"
#include "formats/swat3/swat3_dump.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::swat3 {

namespace {

std::optional<Recognition> recognise(std::span<const std::byte> head, bool isNamedSo, const Magic& magic,
                                     Recognition recognition) {
    if (head.empty()) return std::nullopt;
    if (!beginsWith(head, magic)) return std::nullopt;
    const bool isWhole = head.size() >= magic.octets.size();
    return isWhole || isNamedSo ? std::optional(std::move(recognition)) : std::nullopt;
}

std::optional<std::uint32_t> lastMovedBone(const GsaHead& head) {
    const Rig rig(head.skeletons);
    if (head.animatedBones.empty()) {
        if (rig.boneCount() == 0) return std::nullopt;
        return static_cast<std::uint32_t>(rig.boneCount() - 1);
    }
    std::optional<std::uint32_t> last;
    for (const std::uint16_t id : head.animatedBones) {
        const auto ordinal = rig.ordinalOf(id);
        if (ordinal) last = std::max(last.value_or(0), static_cast<std::uint32_t>(*ordinal));
    }
    return last;
}

}  // namespace

std::optional<Recognition> recogniseGsm(std::span<const std::byte> head, std::string_view extension) {
    return recognise(head, equalIgnoringCase(extension, kGsmExtension), kGsmMagic,
                     {.kind = AssetKind::Model, .description = "SWAT 3 model"});
}

std::optional<Recognition> recogniseGsa(std::span<const std::byte> head, std::string_view extension) {
    return recognise(head, equalIgnoringCase(extension, kGsaExtension), kGsaMagic,
                     {.kind = AssetKind::Clip, .description = "SWAT 3 animation"});
}

Result<Probe> probeGsm(std::span<const std::byte> file) {
    const auto skeletons = probeGsmSkeletons(file);
    if (!skeletons) return skeletons.error();
    return Probe{.jointCount = boneCount(*skeletons), .highestJoint = {}};
}

Result<Probe> probeGsa(std::span<const std::byte> file) {
    const auto head = probeGsaHead(file);
    if (!head) return head.error();
    return Probe{.jointCount = boneCount(head->skeletons), .highestJoint = lastMovedBone(*head)};
}

Result<std::vector<std::byte>> reencodeGsm(std::span<const std::byte> file) {
    Diagnostics diagnostics;
    const auto model = decodeGsm(file, diagnostics);
    if (!model) return model.error();
    return encodeGsm(*model);
}

Result<std::vector<std::byte>> reencodeGsa(std::span<const std::byte> file) {
    Diagnostics diagnostics;
    const auto clip = decodeGsa(file, diagnostics);
    if (!clip) return clip.error();
    return encodeGsa(*clip);
}

Result<std::string> dumpGsmText(std::span<const std::byte> file) {
    return guarded<std::string>([&] { return dumpGsm(file); });
}

Result<std::string> dumpGsaText(std::span<const std::byte> file) {
    return guarded<std::string>([&] { return dumpGsa(file); });
}

}  // namespace rigkiln::swat3
