#include "pipeline/wayback/match_bones.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "pipeline/wayback/bone_names.hpp"

namespace rigkiln {
namespace {

class BoneMatcher {
public:
    BoneMatcher(const Scene& scene, const std::vector<bool>& isAboveRoots, const BoneIds& ids,
                std::span<const BaseBone> bones)
        : scene_(scene),
          isAboveRoots_(isAboveRoots),
          ids_(ids),
          bones_(bones),
          joints_(bones.size()),
          isTaken_(scene.joints.size(), false) {}

    std::vector<std::optional<IndexOf<Joint>>> match() {
        matchNames();
        matchCopies();
        return std::move(joints_);
    }

private:
    void assign(std::size_t bone, IndexOf<Joint> joint) {
        joints_[bone] = joint;
        isTaken_[joint.value] = true;
    }

    /// Where names repeat, joints that say the id of the bone come first.
    void matchNames() {
        std::map<std::string, std::vector<IndexOf<Joint>>> byName;
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            if (!isAboveRoots_[i]) byName[comparableName(scene_.joints[i].name)].push_back(IndexOf<Joint>(i));
        }
        const auto take = [&](bool isById) {
            for (std::size_t bone = 0; bone < bones_.size(); ++bone) {
                const auto found = byName.find(comparableName(bones_[bone].name));
                if (joints_[bone] || found == byName.end()) continue;
                const auto joint = std::ranges::find_if(found->second, [&](IndexOf<Joint> candidate) {
                    const bool isSame = !isById || ids_[candidate.value] == bones_[bone].id;
                    return isSame && !isTaken_[candidate.value];
                });
                if (joint != found->second.end()) assign(bone, *joint);
            }
        };
        take(true);
        take(false);
    }

    void matchCopies() {
        std::map<std::uint32_t, std::vector<std::size_t>> byId;
        for (std::size_t bone = 0; bone < bones_.size(); ++bone) {
            if (!joints_[bone]) byId[bones_[bone].id].push_back(bone);
        }
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            if (isAboveRoots_[i] || isTaken_[i] || !ids_[i]) continue;
            const auto found = byId.find(*ids_[i]);
            if (found == byId.end()) continue;
            const std::string name = comparableName(withoutCopyNumber(scene_.joints[i].name));
            const auto bone = std::ranges::find_if(found->second, [&](std::size_t candidate) {
                return !joints_[candidate] && comparableName(bones_[candidate].name) == name;
            });
            if (bone != found->second.end()) assign(*bone, IndexOf<Joint>(i));
        }
    }

    const Scene& scene_;
    const std::vector<bool>& isAboveRoots_;
    const BoneIds& ids_;
    std::span<const BaseBone> bones_;
    std::vector<std::optional<IndexOf<Joint>>> joints_;  ///< by bone
    std::vector<bool> isTaken_;                          ///< by joint
};

}  // namespace

std::vector<std::optional<IndexOf<Joint>>> matchBones(const Scene& scene,
                                                      const std::vector<bool>& isAboveRoots,
                                                      const BoneIds& ids, std::span<const BaseBone> bones) {
    return BoneMatcher(scene, isAboveRoots, ids, bones).match();
}

}  // namespace rigkiln
