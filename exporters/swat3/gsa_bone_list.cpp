#include "exporters/swat3/gsa_bone_list.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace rigkiln::swat3_writer {
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

std::vector<bool> turnedBones(const Scene& scene, const Clip& clip, const TargetSkeleton& skeleton,
                              const swat3::Rig& rig) {
    std::vector<bool> isTurned(scene.joints.size(), false);
    for (const JointTracks& tracks : clip.joints)
        isTurned[tracks.joint.value] = !tracks.rotation.empty();
    // Result of walking from a joint up to another one, which does not count, or to the top: whether the clip
    // turns a joint on the way, and whether the other joint was met.
    struct Path {
        bool isTurned = false;
        bool meetsEnd = false;
    };
    const auto walk = [&](std::size_t from, std::size_t end) {
        Path path;
        for (std::optional<IndexOf<Joint>> joint = IndexOf<Joint>(from); joint;
             joint = scene.joints[joint->value].parent) {
            if (joint->value == end) return Path{path.isTurned, true};
            if (isTurned[joint->value]) path.isTurned = true;
        }
        return path;
    };
    const std::size_t nowhere = scene.joints.size();
    std::vector<bool> turned(rig.boneCount(), false);
    for (std::size_t ordinal = 0; ordinal < turned.size(); ++ordinal) {
        if (!skeleton.joints[ordinal]) continue;
        const auto parent = rig.parentOf(ordinal);
        const bool hasAbove = parent && skeleton.joints[*parent];
        const std::size_t above = hasAbove ? std::size_t{skeleton.joints[*parent]->value} : nowhere;
        const Path path = walk(skeleton.joints[ordinal]->value, above);
        turned[ordinal] = path.isTurned;
        // Bones of a template may have other parents than their joints have.
        if (hasAbove && !path.meetsEnd && walk(above, nowhere).isTurned) turned[ordinal] = true;
    }
    return turned;
}

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

}  // namespace rigkiln::swat3_writer
