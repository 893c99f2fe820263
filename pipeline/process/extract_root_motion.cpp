#include "pipeline/process/extract_root_motion.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "pipeline/animation/joint_moves.hpp"
#include "pipeline/animation/rest_bounds.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/process/find_travel.hpp"
#include "pipeline/process/rigid_models.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/scene/add_tracks.hpp"
#include "pipeline/scene/renumber_joints.hpp"
#include "pipeline/scene/rigid_skin.hpp"
#include "pipeline/scene/root_motion.hpp"
#include "pipeline/scene/scene_parts.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

/// One model that travels.
struct TravellingModel {
    IndexOf<Joint> carrier{};
    std::optional<IndexOf<Joint>> above{};  ///< static joint above the root
    /// The joints below `above`, or the roots of the model; those below `root` as soon as there is one.
    std::vector<IndexOf<Joint>> tops{};
    bool hasRoot = false;                          ///< the only top is idle and becomes the root
    std::vector<std::optional<Travel>> travels{};  ///< by clip
    IndexOf<Joint> root{};                         ///< only if the travel is not removed
    std::vector<CounterJoint> counters{};
};

class RootMotion {
public:
    RootMotion(Scene& scene, const RootMotionOptions& options) : scene_(scene), options_(options) {}

    void run() {
        if (!findModels()) return;
        findIdleJoints();
        for (TravellingModel& model : travelling_)
            findRoot(model);
        if (!options_.isRemoved) addRoots();
        for (TravellingModel& model : travelling_) {
            model.counters = findCounterJoints(scene_, model.tops, isIdle_);
            if (!options_.isRemoved) joinSkins(model.root);
        }
        for (std::size_t i = 0; i < scene_.clips.size(); ++i)
            change(i);
    }

private:
    /// Finds the models that travel in some clip. Returns whether there are any.
    bool findModels() {
        const std::optional<Bounds> bounds = restBounds(scene_);
        if (!bounds || scene_.clips.empty()) return false;
        const double size = glm::distance(bounds->minimum, bounds->maximum);
        const RigidModels models(scene_);
        const std::vector<std::optional<IndexOf<Joint>>> carriers = findCarriers(scene_, models, size);
        for (std::size_t i = 0; i < carriers.size(); ++i) {
            if (!carriers[i]) continue;
            TravellingModel& model = travelling_.emplace_back();
            model.carrier = *carriers[i];
            model.tops = models.all[i].roots;
        }
        for (const Clip& clip : scene_.clips) {
            if (travelling_.empty()) break;
            const LoadedClip loaded(clip);
            for (TravellingModel& model : travelling_)
                model.travels.push_back(findTravel(scene_, *loaded, model.carrier, size));
        }
        std::erase_if(travelling_, [](const TravellingModel& model) {
            return std::ranges::none_of(model.travels, [](const auto& travel) { return travel.has_value(); });
        });
        return !travelling_.empty();
    }

    void findIdleJoints() {
        isIdle_ = jointsInUse(scene_);
        isIdle_.flip();
        isStill_.reserve(scene_.joints.size());
        for (const JointMoves& moves : findJointMoves(scene_))
            isStill_.push_back(!moves.translation && !moves.rotation && !moves.scale);
        for (std::size_t i = 0; i < isStill_.size(); ++i)
            isIdle_[i] = isIdle_[i] && isStill_[i];
    }

    void findRoot(TravellingModel& model) const {
        const std::vector<glm::dmat3> axes = restAxes(scene_);
        const auto isFit = [&](std::size_t joint, const std::vector<bool>& isSo) {
            return isSo[joint] && isInvertible(axes[joint]) && joint != model.carrier.value;
        };
        while (model.tops.size() == 1) {
            const IndexOf<Joint> top = model.tops.front();
            const Joint& joint = scene_.joints[top.value];
            const bool isPlace = isAddedAs(joint, kModelJoint) || joint.extras.find(kPartRecord) != nullptr;
            if (!isPlace || !isFit(top.value, isStill_)) break;
            model.above = top;
            model.tops = childrenOf(scene_, top);
        }
        model.hasRoot = model.tops.size() == 1 && isFit(model.tops.front().value, isIdle_);
    }

    /// Adds joints above the tops of models without a root.
    void addRoots() {
        std::vector<std::size_t> places;  // of added joints, as numbers of the joints that they go before
        for (const TravellingModel& model : travelling_) {
            if (!model.hasRoot) places.push_back(firstOf(model.tops).value);
        }
        std::ranges::sort(places);
        const std::string name = freeName();
        const std::vector<IndexOf<Joint>> newNumbers = makeRoom(places);
        for (TravellingModel& model : travelling_) {
            for (IndexOf<Joint>& top : model.tops)
                top = newNumbers[top.value];
            model.carrier = newNumbers[model.carrier.value];
            if (model.above) model.above = newNumbers[model.above->value];
            if (model.hasRoot) {
                model.root = model.tops.front();
            } else {
                model.root = IndexOf<Joint>(firstOf(model.tops).value - 1);
                addRoot(model, name);
            }
            model.tops = childrenOf(scene_, model.root);
        }
    }

    static IndexOf<Joint> firstOf(const std::vector<IndexOf<Joint>>& joints) {
        return *std::ranges::min_element(joints);
    }

    /// Adds an empty joint before each place. Returns the new numbers of the old joints.
    std::vector<IndexOf<Joint>> makeRoom(const std::vector<std::size_t>& places) {
        std::vector<IndexOf<Joint>> newNumbers;
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            const auto added = std::ranges::upper_bound(places, i) - places.begin();
            newNumbers.emplace_back(i + static_cast<std::size_t>(added));
        }
        if (places.empty()) return newNumbers;
        renumberJoints(scene_, newNumbers);
        std::vector<Joint> joints(scene_.joints.size() + places.size());
        std::vector<bool> isIdle(joints.size(), true);
        for (std::size_t i = 0; i < newNumbers.size(); ++i) {
            joints[newNumbers[i].value] = std::move(scene_.joints[i]);
            isIdle[newNumbers[i].value] = isIdle_[i];
        }
        scene_.joints = std::move(joints);
        isIdle_ = std::move(isIdle);
        return newNumbers;
    }

    void addRoot(const TravellingModel& model, const std::string& name) {
        Joint& root = scene_.joints[model.root.value];
        root.name = name;
        root.parent = model.above;
        root.extras.set(kAddedJoint, kRootMotion);
        for (const IndexOf<Joint> top : model.tops)
            scene_.joints[top.value].parent = model.root;
    }

    /// Returns a name that no joint of the source has.
    [[nodiscard]] std::string freeName() const {
        std::set<std::string> names;
        for (const Joint& joint : scene_.joints)
            names.insert(joint.name);
        std::string name(kRootMotion);
        while (names.contains(name))
            name += '_';
        return name;
    }

    /// Makes the root a joint of the skins that have joints below it, so that engines find it in the
    /// skeleton.
    void joinSkins(IndexOf<Joint> root) {
        std::vector<bool> isBelow(scene_.joints.size(), false);
        isBelow[root.value] = true;
        std::vector<glm::dmat4> worlds;
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            const auto& parent = scene_.joints[i].parent;
            if (parent && isBelow[parent->value]) isBelow[i] = true;
            const glm::dmat4 own = toMatrix(scene_.joints[i].rest);
            worlds.push_back(parent ? worlds[parent->value] * own : own);
        }
        glm::mat4 inverseBind(glm::inverse(worlds[root.value]));
        for (int column = 0; column < 4; ++column)
            inverseBind[column].w = column == 3 ? 1.0F : 0.0F;
        for (Skin& skin : scene_.skins) {
            const bool isSkinBelow =
                std::ranges::any_of(skin.joints, [&](IndexOf<Joint> joint) { return isBelow[joint.value]; });
            const bool hasRoot = std::ranges::find(skin.joints, root) != skin.joints.end();
            if (!isSkinBelow || hasRoot || skin.joints.size() >= kCommonSkinLimit) continue;
            skin.joints.push_back(root);
            skin.inverseBindMatrices.push_back(inverseBind);
        }
        scene_.joints[root.value].extras.set(kRootMotion, true);
    }

    void change(std::size_t number) {
        Clip& clip = scene_.clips[number];
        ClipInHand inHand(clip);
        bool isChanged = false;
        for (const TravellingModel& model : travelling_) {
            const std::optional<Travel>& travel = model.travels[number];
            if (!travel) continue;
            checkStop();
            isChanged = true;
            for (const CounterJoint& counter : model.counters)
                addToTranslation(clip, scene_, counter.joint,
                                 transformTrack(travel->path, counter.fromModel * -1.0));
            if (!options_.isRemoved) moveRoot(clip, model, *travel);
            tell(clip, model, *travel);
        }
        if (!isChanged) inHand.keepStored();
    }

    void moveRoot(Clip& clip, const TravellingModel& model, const Travel& travel) const {
        const glm::dmat3 above = model.above ? restAxes(scene_)[model.above->value] : glm::dmat3(1.0);
        addToTranslation(clip, scene_, model.root, transformTrack(travel.path, glm::inverse(above)));
    }

    void tell(Clip& clip, const TravellingModel& model, const Travel& travel) const {
        Properties record;
        record.set("joint", scene_.joints[model.carrier.value].name);
        record.set("distance", static_cast<float>(travel.distance));
        record.set("travel", ValueList{static_cast<float>(travel.end.x), static_cast<float>(travel.end.y)});
        record.set("turn", static_cast<float>(travel.turn));
        clip.extras.set(kRootMotion, std::move(record));
    }

    Scene& scene_;
    const RootMotionOptions& options_;
    std::vector<TravellingModel> travelling_;
    // By joint:
    std::vector<bool> isStill_;  ///< no clip moves it
    std::vector<bool> isIdle_;   ///< likewise, and nothing follows it
};

}  // namespace

void extractRootMotion(Scene& scene, const RootMotionOptions& options) {
    RootMotion(scene, options).run();
}

}  // namespace rigkiln
