#include "exporters/swat3/gsa_bone_list.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace rigkiln::swat3_export {
namespace {

/// The ordinals of listed bones, each once; ids without a bone are left out.
std::vector<std::size_t> ordinalsOf(const std::vector<std::uint16_t>& ids, const swat3::Rig& rig) {
    std::vector<std::size_t> ordinals;
    std::set<std::size_t> seen;
    for (const std::uint16_t id : ids) {
        const auto ordinal = rig.ordinalOf(id);
        if (ordinal && seen.insert(*ordinal).second) ordinals.push_back(*ordinal);
    }
    return ordinals;
}

std::vector<std::size_t> allOrdinals(const swat3::Rig& rig) {
    std::vector<std::size_t> ordinals(rig.boneCount());
    std::iota(ordinals.begin(), ordinals.end(), std::size_t{0});
    return ordinals;
}

}  // namespace

GsaBoneList chooseBoneList(const std::vector<bool>& isTurned, const GsaRecord& record,
                           const swat3::Rig& rig) {
    if (record.listsAll) return {.ids = {}, .ordinals = allOrdinals(rig)};
    const std::vector<std::uint16_t> ids = record.bones.value_or(std::vector<std::uint16_t>());
    const std::vector<std::size_t> listed = ordinalsOf(ids, rig);
    std::set<std::size_t> wanted(listed.begin(), listed.end());
    for (std::size_t ordinal = 0; ordinal < isTurned.size(); ++ordinal) {
        if (isTurned[ordinal]) wanted.insert(ordinal);
    }
    if (wanted.empty()) wanted.insert(rig.parentsFirst().front());
    if (wanted.size() == ids.size() && wanted.size() == listed.size())
        return {.ids = ids, .ordinals = listed};
    if (wanted.size() == rig.boneCount()) return {.ids = {}, .ordinals = allOrdinals(rig)};
    GsaBoneList list;
    list.ordinals.assign(wanted.begin(), wanted.end());
    std::ranges::sort(list.ordinals, {}, [&](std::size_t ordinal) { return rig.bone(ordinal).id; });
    for (const std::size_t ordinal : list.ordinals)
        list.ids.push_back(rig.bone(ordinal).id);
    return list;
}

}  // namespace rigkiln::swat3_export
