#include "exporters/swat3/gsa_record.hpp"

#include "pipeline/wayback/extras_values.hpp"

namespace rigkiln::swat3_export {
namespace {

std::optional<std::vector<std::uint16_t>> findIds(const Properties& in) {
    const ValueList* list = listIn(in, "bones");
    if (list == nullptr) return std::nullopt;
    std::vector<std::uint16_t> ids;
    for (const Value& value : *list) {
        const auto id = toShort(value);
        if (!id) return std::nullopt;
        ids.push_back(*id);
    }
    return ids;
}

}  // namespace

GsaRecord readGsaRecord(const Clip& clip) {
    GsaRecord record;
    const Properties* gsa = objectIn(clip.extras, "gsa");
    if (gsa == nullptr) return record;
    record.isRead = true;
    record.unknown0 = shortIn(*gsa, "unknown0").value_or(record.unknown0);
    record.frameRate = shortIn(*gsa, "frame_rate").value_or(record.frameRate);
    record.unknown1 = shortIn(*gsa, "unknown1").value_or(record.unknown1);
    record.frames = shortIn(*gsa, "frames");
    record.listsAll = textOf(*gsa, "bones") == "all";
    record.bones = findIds(*gsa);
    record.isAbsolute = textOf(*gsa, "root") == "absolute";
    return record;
}

}  // namespace rigkiln::swat3_export
