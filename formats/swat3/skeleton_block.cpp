#include "formats/swat3/skeleton_block.hpp"

#include <fmt/format.h>

#include "formats/swat3/id_table.hpp"
#include "formats/swat3/skeleton_layout.hpp"

namespace rigkiln::swat3 {

namespace {

constexpr std::size_t kBoneTail = 30;  // link, position and rotation

// Returns a bone on a cycle of links, or nothing. Visits each bone at most twice.
std::optional<std::size_t> findCircle(const Skeleton& skeleton, const IdTable& ordinals) {
    enum class Mark : std::uint8_t { Unseen, OnThisWay, Rooted };
    std::vector<Mark> marks(skeleton.bones.size(), Mark::Unseen);
    const auto parentOf = [&](std::size_t bone) -> std::optional<std::size_t> {
        const std::uint16_t link = skeleton.bones[bone].link;
        return link == kNoBone ? std::nullopt : ordinals.find(link);
    };
    for (std::size_t start = 0; start < marks.size(); ++start) {
        std::optional<std::size_t> bone = start;
        for (; bone && marks[*bone] == Mark::Unseen; bone = parentOf(*bone))
            marks[*bone] = Mark::OnThisWay;
        if (bone && marks[*bone] == Mark::OnThisWay) return bone;
        for (bone = start; bone && marks[*bone] == Mark::OnThisWay; bone = parentOf(*bone))
            marks[*bone] = Mark::Rooted;
    }
    return std::nullopt;
}

}  // namespace

std::size_t boneCount(const std::vector<Skeleton>& skeletons) {
    std::size_t count = 0;
    for (const Skeleton& skeleton : skeletons)
        count += skeleton.bones.size();
    return count;
}

std::optional<SkeletonFault> findFault(const Skeleton& skeleton) {
    std::vector<std::uint16_t> ids;
    ids.reserve(skeleton.bones.size());
    for (const Bone& bone : skeleton.bones)
        ids.push_back(bone.id);
    const IdTable ordinals(ids);
    if (const auto repeat = ordinals.firstRepeat()) {
        return SkeletonFault{
            repeat->element, "id",
            fmt::format("{} is the id of bone {} too", ids[repeat->element], repeat->earlier)};
    }
    for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
        const std::uint16_t link = skeleton.bones[i].link;
        if (link == kNoBone || ordinals.find(link)) continue;
        return SkeletonFault{i, "link",
                             fmt::format("{}, the id of one of the {} bones or {} is expected", link,
                                         skeleton.bones.size(), kNoBone)};
    }
    if (const auto bone = findCircle(skeleton, ordinals)) {
        return SkeletonFault{*bone, "link",
                             fmt::format("{} leads back to this bone, a bone nearer to the root is expected",
                                         skeleton.bones[*bone].link)};
    }
    return std::nullopt;
}

std::size_t offsetInRecord(const Skeleton& skeleton, const SkeletonFault& fault) {
    std::size_t offset = kSmallestSkeleton + skeleton.name.size();
    for (std::size_t i = 0; i < fault.bone; ++i)
        offset += kSmallestBone + skeleton.bones[i].name.size();
    if (fault.field == "id") return offset;
    return offset + kSmallestBone - kBoneTail + skeleton.bones[fault.bone].name.size();
}

}  // namespace rigkiln::swat3
