#include "formats/bfres/look_shapes.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/bfres_issues.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln::bfres {
namespace {

const Track<std::uint8_t>& visibilityOf(const Clip& clip, IndexOf<Joint> joint) {
    static const Track<std::uint8_t> kNone;
    const auto tracks = std::ranges::lower_bound(clip.joints, joint, {}, &JointTracks::joint);
    return tracks != clip.joints.end() && tracks->joint == joint ? tracks->visibility : kNone;
}

}  // namespace

const PatternLooks& LookShapes::looksOf(const std::string& model, const Material& material) {
    const auto known = looks_.find(&material);
    if (known != looks_.end()) return known->second;
    const PatternLooks& looks = looks_.emplace(&material, PatternLooks(material, animations_)).first->second;
    if (looks.isRefused()) {
        diagnostics_.add(kTooManyLooks,
                         fmt::format("model {} material {}", quote(model), quote(material.name)),
                         fmt::format("above {}", PatternLooks::kMostLooks));
    }
    return looks;
}

const LookShape* LookShapes::add(const std::string& model, const std::string& shape, const Material& material,
                                 IndexOf<Joint> bone) {
    const PatternLooks& looks = looksOf(model, material);
    if (looks.materials().size() < 2) return nullptr;
    LookShape& added = shapes_.emplace_back(LookShape{.looks = &looks, .bone = bone, .joints = {}});
    for (std::size_t look = 0; look < looks.materials().size(); ++look) {
        Joint joint;
        joint.name = fmt::format("{}_look{}", shape, look);
        joint.parent = bone;
        joint.visible = look == 0 && scene_.joints[bone.value].visible;
        added.joints.emplace_back(scene_.joints.size());
        scene_.joints.push_back(std::move(joint));
    }
    return &added;
}

void LookShapes::addTracks(const std::map<const PatternAnimation*, std::size_t>& clips, double frameRate,
                           SampleBudget& budget) {
    if (shapes_.empty()) return;
    for (std::size_t index = 0; index < scene_.clips.size(); ++index) {
        Clip& clip = scene_.clips[index];
        const ClipInHand inHand(clip);
        std::vector<JointTracks> added;
        for (const LookShape& shape : shapes_) {
            const Track<std::uint8_t>& bone = visibilityOf(clip, shape.bone);
            const auto motion = std::ranges::find_if(shape.looks->motions(), [&](const LookMotion& one) {
                return clips.at(one.animation) == index;
            });
            const bool isMoved = motion != shape.looks->motions().end();
            if (!isMoved && bone.empty()) continue;
            const bool isBoneVisible = scene_.joints[shape.bone.value].visible;
            for (std::size_t look = 0; look < shape.joints.size(); ++look) {
                JointTracks& tracks = added.emplace_back();
                tracks.joint = shape.joints[look];
                tracks.visibility =
                    lookVisibility(look, isMoved ? &*motion : nullptr, bone, isBoneVisible, frameRate);
                budget.take(fmt::format("texture patterns {}", quote(clip.name)),
                            tracks.visibility.times.size());
            }
        }
        std::ranges::move(added, std::back_inserter(clip.joints));
        std::ranges::stable_sort(clip.joints, {}, &JointTracks::joint);
    }
}

}  // namespace rigkiln::bfres
