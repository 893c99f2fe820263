#include "pipeline/process/extract_root_motion.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
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
    bool hasRoot = false;                     ///< the only top is idle and becomes the root
    std::map<std::size_t, Travel> travels{};  ///< by clip
    IndexOf<Joint> root{};                    ///< only if the travel is not removed
    glm::dmat3 toRoot{1.0};  ///< turns directions of model space into those of its translation
    std::vector<CounterJoint> counters{};
};

class RootMotion {
public:
    RootMotion(Scene& scene, const RootMotionOptions& options) : scene_(scene), options_(options) {}

    void run() {
        if (!findModels()) return;
        findIdleJoints();
        const RestTree before(scene_);
        for (TravellingModel& model : travelling_)
            findRoot(before, model);
        if (!options_.isRemoved) addRoots();
        const RestTree tree(scene_);
        for (TravellingModel& model : travelling_) {
            if (!options_.isRemoved) model.tops = tree.children[model.root.value];
            model.counters = findCounterJoints(scene_, tree, model.tops, isIdle_);
        }
        if (!options_.isRemoved) joinSkins();
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
        for (std::size_t i = 0; i < scene_.clips.size() && !travelling_.empty(); ++i) {
            const LoadedClip loaded(scene_.clips[i]);
            for (TravellingModel& model : travelling_) {
                checkStop();
                std::optional<Travel> travel = findTravel(scene_, *loaded, model.carrier, size);
                if (travel) model.travels.emplace(i, std::move(*travel));
            }
        }
        std::erase_if(travelling_, [](const TravellingModel& model) { return model.travels.empty(); });
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

    void findRoot(const RestTree& tree, TravellingModel& model) const {
        const auto isFit = [&](std::size_t joint, const std::vector<bool>& isSo) {
            return isSo[joint] && isInvertible(tree.axes[joint]) && joint != model.carrier.value;
        };
        while (model.tops.size() == 1) {
            const IndexOf<Joint> top = model.tops.front();
            const Joint& joint = scene_.joints[top.value];
            const bool isPlace = isAddedAs(joint, kModelJoint) || joint.extras.find(kPartRecord) != nullptr;
            if (!isPlace || !isFit(top.value, isStill_)) break;
            model.above = top;
            model.tops = tree.children[top.value];
            model.toRoot = glm::inverse(tree.axes[top.value]);
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

    /// Makes the roots joints of the skins that have joints below them, so that engines find them in the
    /// skeleton.
    void joinSkins() {
        // By joint: the model below whose root it is.
        std::vector<std::optional<std::size_t>> modelOf(scene_.joints.size());
        for (std::size_t i = 0; i < travelling_.size(); ++i) {
            modelOf[travelling_[i].root.value] = i;
            scene_.joints[travelling_[i].root.value].extras.set(kRootMotion, true);
        }
        std::vector<glm::dmat4> worlds;
        worlds.reserve(scene_.joints.size());
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            const auto& parent = scene_.joints[i].parent;
            if (parent && !modelOf[i]) modelOf[i] = modelOf[parent->value];
            const glm::dmat4 own = toMatrix(scene_.joints[i].rest);
            worlds.push_back(parent ? worlds[parent->value] * own : own);
        }
        for (Skin& skin : scene_.skins) {
            std::set<std::uint32_t> roots;
            for (const IndexOf<Joint> joint : skin.joints) {
                if (modelOf[joint.value]) roots.insert(travelling_[*modelOf[joint.value]].root.value);
            }
            for (const IndexOf<Joint> joint : skin.joints)
                roots.erase(joint.value);
            for (const std::uint32_t root : roots)
                joinSkin(skin, IndexOf<Joint>(root), worlds[root]);
        }
    }

    static void joinSkin(Skin& skin, IndexOf<Joint> root, const glm::dmat4& world) {
        if (skin.joints.size() >= kCommonSkinLimit) return;
        glm::mat4 inverseBind(glm::inverse(world));
        for (int column = 0; column < 4; ++column)
            inverseBind[column].w = column == 3 ? 1.0F : 0.0F;
        skin.joints.push_back(root);
        skin.inverseBindMatrices.push_back(inverseBind);
    }

    void change(std::size_t number) {
        Clip& clip = scene_.clips[number];
        ClipInHand inHand(clip);
        ClipTranslations translations(clip, scene_);
        bool isChanged = false;
        for (const TravellingModel& model : travelling_) {
            const auto travel = model.travels.find(number);
            if (travel == model.travels.end()) continue;
            isChanged = true;
            const Track<glm::vec3>& path = travel->second.path;
            for (const CounterJoint& counter : model.counters) {
                checkStop();
                translations.add(counter.joint, transformTrack(path, counter.fromModel * -1.0));
            }
            if (!options_.isRemoved) translations.add(model.root, transformTrack(path, model.toRoot));
            tell(clip, model, travel->second);
        }
        translations.finish();
        if (!isChanged) inHand.keepStored();
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
