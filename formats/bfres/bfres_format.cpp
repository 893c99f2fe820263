#include "formats/bfres/bfres_format.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

#include "formats/bfres/bfres_dump.hpp"
#include "formats/bfres/bfres_file.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::string_view kExtension = ".bfres";
constexpr std::string_view kPackedExtension = ".sbfres";

// Models and animations cannot be told apart without the dictionaries behind the head; of the Wii U the
// counts lie in it, except the last ones.
AssetKind kindOf(std::span<const std::byte> head) {
    constexpr std::size_t kModelDictionary = 0x20;
    constexpr std::size_t kModelArray = 0x28;
    FieldPath path;
    const bool isSwitch = head.size() > 4 && head[4] == std::byte{' '};
    const std::size_t at = isSwitch ? kModelArray : kModelDictionary;
    if (head.size() < at + sizeof(std::uint32_t)) return AssetKind::Model;
    ByteReader reader(head, path);
    reader.take("head", at);
    return reader.read<std::uint32_t>("models") == 0 ? AssetKind::Clip : AssetKind::Model;
}

std::optional<Recognition> recognise(std::span<const std::byte> head, std::string_view extension) {
    const bool isNamedSo =
        equalIgnoringCase(extension, kExtension) || equalIgnoringCase(extension, kPackedExtension);
    if (head.empty() && isNamedSo)
        return Recognition{.kind = AssetKind::Ignored, .description = "empty file"};
    if (!isBfres(head)) return std::nullopt;
    const Result<Layout> layout = guarded<Layout>([&] { return readLayout(head); });
    if (!layout) return Recognition{.kind = AssetKind::Model, .description = "BFRES of an unknown version"};
    return Recognition{.kind = kindOf(head),
                       .description = fmt::format("BFRES {} of the {}", layout->versionText(),
                                                  layout->isSwitch() ? "Switch" : "Wii U")};
}

Result<Probe> probe(std::span<const std::byte> bytes) {
    return guarded<Probe>([&] {
        FieldPath path;
        BfresReader file(bytes, path, readLayout(bytes));
        Probe probe;
        for (const SectionPlace& model : readContents(file).of(Group::Models))
            probe.jointCount += readModelBoneCount(file, model.place);
        return probe;
    });
}

Result<std::string> dump(std::span<const std::byte> bytes) {
    return guarded<std::string>([&] { return dumpBfres(bytes); });
}

constexpr std::array kExtensions = {kExtension, kPackedExtension};
constexpr std::array<std::string_view, 2> kVersions = {"Wii U 3.x to 4.5", "Switch 0.5 to 0.10"};

}  // namespace

constinit const FormatModule kBfresFormat{
    .id = "bfres",
    .title = "BFRES model and animation",
    .extensions = kExtensions,
    .versions = kVersions,
    .revision = 1,
    .family = "bfres",
    .recognise = recognise,
    .probe = probe,
    .dump = dump,
};

}  // namespace rigkiln::bfres
