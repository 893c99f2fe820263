#include "exporters/swat3/build_gsa.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "exporters/swat3/gsa_bone_list.hpp"
#include "exporters/swat3/gsa_export_issues.hpp"
#include "exporters/swat3/gsa_pose_check.hpp"
#include "exporters/swat3/gsa_record.hpp"
#include "exporters/swat3/stored_frame.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/wayback/bone_links.hpp"
#include "pipeline/wayback/extras_values.hpp"
#include "pipeline/wayback/quoted_names.hpp"
#include "pipeline/wayback/rigid_frame.hpp"
#include "pipeline/wayback/sample_frame.hpp"
#include "pipeline/wayback/turned_bones.hpp"
#include "pipeline/wayback/worlds_in_file.hpp"

namespace rigkiln::swat3_export {
namespace {

constexpr std::size_t kMostOfACount = std::numeric_limits<std::uint16_t>::max();  ///< of whatever has a count

using Rotations = std::vector<swat3::Float4>;  ///< of one bone, by frame

class GsaBuilder {
public:
    GsaBuilder(const Scene& scene, const Clip& clip, const GsaRequest& request, Diagnostics& diagnostics)
        : scene_(scene),
          clip_(clip),
          request_(request),
          skeleton_(request.skeleton),
          diagnostics_(diagnostics),
          where_(fmt::format("clip {}", quote(clip.name))),
          record_(readGsaRecord(clip)),
          rig_(request.skeleton.skeletons),
          isAboveRoots_(jointsAboveRoots(scene)),
          isScaled_(scaledJoints(scene, isAboveRoots_, &clip)),
          tracks_(scene.joints.size(), nullptr) {
        for (const JointTracks& tracks : clip.joints)
            tracks_[tracks.joint.value] = &tracks;
    }

    Result<swat3::GsaFile> build() {
        if (rig_.boneCount() == 0) return fail("the skeleton has no bone, 1 is needed");
        Status status = countFrames();
        if (!status) return status.error();
        fillHead();
        sampleFrames();
        listBones();
        status = addEvents();
        if (!status) return status.error();
        reportVisibility();
        status = checkPose();
        if (!status) return status.error();
        return std::move(file_);
    }

private:
    [[nodiscard]] Error fail(std::string problem) const {
        return kNotRepresentable.at(where_, std::move(problem));
    }

    Status countFrames() {
        const double exact = static_cast<double>(clip_.duration) * swat3::kGsaFramesPerSecond + 1;
        if (!(exact < static_cast<double>(kMostOfACount) + 0.5)) {
            return fail(fmt::format("{} s are {:.0f} frames, the limit is {}", numberText(clip_.duration),
                                    exact, kMostOfACount));
        }
        frames_ = static_cast<std::size_t>(std::max(1L, std::lround(exact)));
        // Durations in single precision may fall on either side of half a frame.
        constexpr double kHalf = 0.5 + 1e-3;
        if (record_.frames && *record_.frames > 0 &&
            std::abs(exact - static_cast<double>(*record_.frames)) <= kHalf)
            frames_ = *record_.frames;
        return Done();
    }

    void fillHead() {
        const bool isNew = request_.version == GsaVersion::V42;
        file_.versionMinor = isNew ? 2 : 1;
        file_.hasEventCounts = isNew;
        file_.unknown0 = record_.unknown0;
        file_.frameRate = record_.frameRate;
        file_.unknown1 = record_.unknown1;
        file_.skeletons = skeleton_.skeletons;
    }

    /// Rigid frames of the bones by ordinal, in model space.
    [[nodiscard]] std::vector<RigidFrame> framesOf(const std::vector<glm::dmat4>& worlds) const {
        std::vector<RigidFrame> frames(rig_.boneCount());
        for (const std::size_t ordinal : rig_.parentsFirst()) {
            if (const auto joint = skeleton_.joints[ordinal]) {
                frames[ordinal] = rigidFrame(worlds[joint->value]);
                continue;
            }
            const swat3::Bone& bone = rig_.bone(ordinal);
            const RigidFrame local = storedFrame(bone.position, bone.rotation, skeleton_.sense);
            const auto parent = rig_.parentOf(ordinal);
            frames[ordinal] = parent ? frames[*parent] * local : local;
        }
        return frames;
    }

    /// By ordinal.
    [[nodiscard]] std::vector<std::optional<std::size_t>> parents() const {
        std::vector<std::optional<std::size_t>> parents(rig_.boneCount());
        for (std::size_t ordinal = 0; ordinal < parents.size(); ++ordinal)
            parents[ordinal] = rig_.parentOf(ordinal);
        return parents;
    }

    void sampleFrames() {
        isTurned_ = turnedBones(scene_, clip_, skeleton_.joints, parents());
        rotations_.resize(rig_.boneCount());
        for (std::size_t ordinal = 0; ordinal < isTurned_.size(); ++ordinal)
            isExact_.push_back(hasOwnNumbers(ordinal));
        const Pose rest = restPose(scene_);
        const glm::dvec3 restPlace = placeOfRoot(worldsInFile(scene_, isAboveRoots_, rest, request_.space));
        for (std::size_t frame = 0; frame < frames_; ++frame) {
            const float time = timeOfFrame(frame, swat3::kGsaFramesPerSecond);
            const std::vector<glm::dmat4> worlds =
                worldsInFile(scene_, isAboveRoots_, poseNear(scene_, clip_, time), request_.space);
            addRotations(framesOf(worlds), time);
            addRoot(placeOfRoot(worlds), restPlace);
        }
    }

    [[nodiscard]] std::size_t root() const { return rig_.parentsFirst().front(); }

    [[nodiscard]] glm::dvec3 placeOfRoot(const std::vector<glm::dmat4>& worlds) const {
        const auto joint = skeleton_.joints[root()];
        return joint ? glm::dvec3(worlds[joint->value][3]) : glm::dvec3(skeleton_.bind[root()][3]);
    }

    /// Whether the local rotations of the bone's joint are the bone's, so that they can be stored as they
    /// are.
    [[nodiscard]] bool hasOwnNumbers(std::size_t ordinal) const {
        const auto joint = skeleton_.joints[ordinal];
        if (!joint || isScaled_[joint->value]) return false;
        if (!isLinkedAsJoint(scene_, isAboveRoots_, skeleton_.joints, ordinal, rig_.parentOf(ordinal)))
            return false;
        const auto above = scene_.joints[joint->value].parent;
        return !above || !isAboveRoots_[above->value] || tracks_[above->value] == nullptr;
    }

    void addRotations(const std::vector<RigidFrame>& frames, float time) {
        for (std::size_t ordinal = 0; ordinal < rotations_.size(); ++ordinal) {
            if (!isTurned_[ordinal]) continue;
            Rotations& rotations = rotations_[ordinal];
            if (isExact_[ordinal]) {
                rotations.push_back(ownRotation(skeleton_.joints[ordinal]->value, time));
                continue;
            }
            const auto parent = rig_.parentOf(ordinal);
            const RigidFrame local = parent ? relativeTo(frames[*parent], frames[ordinal]) : frames[ordinal];
            rotations.push_back(alongside(local.rotation, rotations));
        }
    }

    [[nodiscard]] swat3::Float4 ownRotation(std::size_t joint, float time) const {
        const glm::quat key = rotationNear(tracks_[joint]->rotation, time);
        // Rotations read from a GSA keep the length they were rounded to; those that other programs quantised
        // are normalised.
        constexpr double kRounding = 1e-6;
        const double tolerance = record_.isRead ? static_cast<double>(kRotationKeyTolerance) : kRounding;
        const glm::dquat rotation = request_.space.rotation(glm::dquat(key));
        const bool isUnit = std::abs(glm::length(rotation) - 1) <= tolerance;
        return toStored(isUnit ? rotation : glm::normalize(rotation), skeleton_.sense);
    }

    /// Stores the one of a rotation's two quaternions that is nearer to the frame before; in the first frame
    /// the one with w not below 0.
    [[nodiscard]] swat3::Float4 alongside(const glm::dquat& rotation, const Rotations& before) const {
        const swat3::Float4 stored = toStored(rotation, skeleton_.sense);
        float cosine = stored[3];
        if (!before.empty()) {
            cosine = 0;
            for (std::size_t i = 0; i < stored.size(); ++i)
                cosine += stored[i] * before.back()[i];
        }
        return cosine < 0 ? toStored(-rotation, skeleton_.sense) : stored;
    }

    void addRoot(const glm::dvec3& place, const glm::dvec3& restPlace) {
        glm::dvec3 offset = place - restPlace;
        // Readers take a first frame of exactly 0 as a sign of offsets, so rounding errors must become 0.
        constexpr double kRounding = 2.5e-7;
        if (glm::length(offset) <= kRounding * glm::length(restPlace)) offset = glm::dvec3(0.0);
        if (record_.isAbsolute) offset += glm::dvec3(swat3::toOffset(rig_.bone(root()).position));
        file_.frames.push_back({.rootPosition = {static_cast<float>(offset.x), static_cast<float>(offset.y),
                                                 static_cast<float>(offset.z)}});
    }

    void listBones() {
        leaveOutRests();
        const GsaBoneList list = chooseBoneList(isTurned_, record_, rig_);
        file_.animatedBones = list.ids;
        file_.rotations.reserve(frames_ * list.ordinals.size());
        for (std::size_t frame = 0; frame < frames_; ++frame) {
            for (const std::size_t ordinal : list.ordinals) {
                file_.rotations.push_back(isTurned_[ordinal] ? rotations_[ordinal][frame]
                                                             : restRotation(ordinal));
            }
        }
    }

    /// Drops bones that only repeat their rest rotation and that the source file did not list: other programs
    /// may have added tracks for all bones.
    void leaveOutRests() {
        if (!record_.bones) return;
        constexpr double kSame = 1e-5;  // radians
        const std::vector<std::uint16_t>& listed = *record_.bones;
        for (std::size_t ordinal = 0; ordinal < isTurned_.size(); ++ordinal) {
            const swat3::Bone& bone = rig_.bone(ordinal);
            if (!isTurned_[ordinal] || std::ranges::find(listed, bone.id) != listed.end()) continue;
            const glm::dquat rest = swat3::toRotation(bone.rotation, skeleton_.sense);
            isTurned_[ordinal] = !std::ranges::all_of(rotations_[ordinal], [&](const swat3::Float4& stored) {
                return angleBetween(swat3::toRotation(stored, skeleton_.sense), rest) <= kSame;
            });
        }
    }

    [[nodiscard]] swat3::Float4 restRotation(std::size_t ordinal) const {
        const auto joint = skeleton_.joints[ordinal];
        if (!joint || !isExact_[ordinal]) return rig_.bone(ordinal).rotation;
        return toStored(glm::dquat(request_.space.rotation(scene_.joints[joint->value].rest.rotation)),
                        skeleton_.sense);
    }

    Status addEvents() {
        if (!file_.hasEventCounts) {
            if (clip_.events.empty()) return Done();
            if (!request_.force) {
                return fail(
                    fmt::format("{} events, version 4.1 has room for 0; write version 4.2, remove "
                                "them, or force it",
                                clip_.events.size()));
            }
            diagnostics_.add(kEventsLost, where_, fmt::format("{} events", clip_.events.size()));
            return Done();
        }
        file_.events.resize(frames_);
        for (const ClipEvent& event : clip_.events) {
            const double exact = static_cast<double>(event.time) * swat3::kGsaFramesPerSecond;
            const auto frame = static_cast<std::size_t>(std::max(0L, std::lround(exact)));
            std::string text = toStoredText(event.name);
            std::erase(text, '\0');
            text += '\0';
            if (text.size() > kMostOfACount) {
                return fail(fmt::format("the event {} takes {} octets, the limit is {}", quote(text),
                                        text.size(), kMostOfACount));
            }
            std::vector<swat3::GsaEvent>& events = file_.events[std::min(frame, frames_ - 1)];
            if (events.size() == kMostOfACount) {
                return fail(fmt::format("more than {} events in frame {}, which is the limit", kMostOfACount,
                                        std::min(frame, frames_ - 1)));
            }
            events.push_back(std::move(text));
        }
        return Done();
    }

    void reportVisibility() {
        QuotedNames changed;
        for (const JointTracks& tracks : clip_.joints) {
            const Joint& joint = scene_.joints[tracks.joint.value];
            const bool isSame = std::ranges::all_of(
                tracks.visibility.values, [&](std::uint8_t value) { return (value != 0) == joint.visible; });
            if (!isSame) changed.add(joint.name);
        }
        if (!changed.empty()) diagnostics_.add(kVisibilityLost, where_, changed.text());
    }

    Status checkPose() {
        const auto lost = findLostMotion(scene_, clip_, skeleton_, request_.space, file_, record_.isAbsolute);
        if (!lost) return Done();
        if (!request_.force) {
            return fail(
                fmt::format("{}: it moves by translation or scale, which a GSA cannot hold; only "
                            "rotations and the root's position are stored",
                            *lost));
        }
        diagnostics_.add(kTranslationLost, where_, *lost);
        return Done();
    }

    const Scene& scene_;
    const Clip& clip_;
    const GsaRequest& request_;
    const TargetSkeleton& skeleton_;
    Diagnostics& diagnostics_;
    std::string where_;
    GsaRecord record_;
    swat3::Rig rig_;
    std::vector<bool> isAboveRoots_;
    std::vector<bool> isScaled_;              ///< by joint
    std::vector<const JointTracks*> tracks_;  ///< by joint
    std::size_t frames_ = 1;
    std::vector<bool> isTurned_;        ///< by ordinal
    std::vector<bool> isExact_;         ///< by ordinal
    std::vector<Rotations> rotations_;  ///< by ordinal, of turned bones
    swat3::GsaFile file_;
};

}  // namespace

Result<swat3::GsaFile> buildGsa(const Scene& scene, const Clip& clip, const GsaRequest& request,
                                Diagnostics& diagnostics) {
    return GsaBuilder(scene, clip, request, diagnostics).build();
}

}  // namespace rigkiln::swat3_export
