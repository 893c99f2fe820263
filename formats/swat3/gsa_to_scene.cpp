#include "formats/swat3/gsa_to_scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "formats/swat3/bone_joints.hpp"
#include "formats/swat3/finite_place.hpp"
#include "formats/swat3/gsm_options.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::swat3 {
namespace {

glm::vec3 toVector(const Float3& stored) {
    return {stored[0], stored[1], stored[2]};
}

/// Converts only the sense, so that keys near unit length keep their exact values.
glm::quat asStored(const Float4& stored, QuaternionSense sense) {
    const float sign = sense == QuaternionSense::Conjugated ? -1.0F : 1.0F;
    return {stored[3], sign * stored[0], sign * stored[1], sign * stored[2]};
}

enum class RootMode : std::uint8_t { Offset, Absolute };

bool isIdentity(const GsaFrame& frame) {
    return frame.originPosition == Float3{0, 0, 0} && frame.originRotation == Float4{0, 0, 0, 1};
}

class ClipMaker {
public:
    ClipMaker(const GsaFile& file, const ReadRequest& request, Diagnostics& diagnostics)
        : file_(file),
          options_(request.options),
          diagnostics_(diagnostics),
          rig_(file.skeletons),
          sense_(quaternionChoice(options_).value_or(QuaternionSense::Conjugated)) {
        scene_.name = request.name;
        scene_.sourceFormat = "gsa";
        scene_.upAxis = UpAxis::ZUp;
        clip_.name = request.name;
    }

    Scene make() {
        bones_ = makeJoints(rig_, sense_, false, diagnostics_);
        scene_.joints = std::move(bones_.joints);
        tracks_.resize(scene_.joints.size());
        const double rate = options_.number("rate");
        for (std::size_t frame = 0; frame < file_.frames.size(); ++frame)
            times_.push_back(static_cast<float>(static_cast<double>(frame) / rate));
        clip_.duration = times_.empty() ? 0.0F : times_.back();
        clip_.sourceFrameRate = static_cast<float>(rate);
        clip_.sourceFrameCount = static_cast<std::uint32_t>(file_.frames.size());
        clip_.binding = ClipBinding::ByIndex;
        if (!times_.empty() && rig_.boneCount() > 0) {
            addRotations();
            addRoot();
        }
        clip_.joints.reserve(tracks_.size());
        for (std::optional<JointTracks>& tracks : tracks_) {
            if (tracks) clip_.joints.push_back(std::move(*tracks));
        }
        addEvents();
        addExtras();
        scene_.clips.push_back(std::move(clip_));
        return std::move(scene_);
    }

private:
    JointTracks& tracksOf(IndexOf<Joint> joint) {
        std::optional<JointTracks>& tracks = tracks_[joint.value];
        if (!tracks) tracks.emplace().joint = joint;
        return *tracks;
    }

    void addRotations() {
        const std::size_t columns = rotationsPerFrame(file_);
        std::size_t notFinite = 0;
        std::size_t farOff = 0;
        for (std::size_t column = 0; column < columns; ++column) {
            // Without a list, all bones of all skeletons follow in order; their ids may repeat.
            const auto ordinal = file_.animatedBones.empty() ? std::optional(column)
                                                             : rig_.ordinalOf(animatedBone(file_, column));
            if (!ordinal) continue;  // unknown bone: reported as a finding of the file
            JointTracks& tracks = tracksOf(bones_.ofBone[*ordinal]);
            if (!tracks.rotation.empty()) continue;  // listed twice: reported as a finding of the file
            tracks.rotation.times = times_;
            tracks.rotation.values.resize(times_.size());
            const glm::quat rest = scene_.joints[tracks.joint.value].rest.rotation;
            for (std::size_t frame = 0; frame < times_.size(); ++frame) {
                tracks.rotation.values[frame] = toKey(
                    asStored(file_.rotations[frame * columns + column], sense_), rest, notFinite, farOff);
            }
        }
        if (notFinite > 0) diagnostics_.add(kClipNotFinite, "rotations", fmt::format("{} keys", notFinite));
        if (farOff > 0) diagnostics_.add(kClipRotationLength, "rotations", fmt::format("{} keys", farOff));
    }

    static glm::quat toKey(const glm::quat& stored, const glm::quat& rest, std::size_t& notFinite,
                           std::size_t& farOff) {
        if (isUnitKey(stored)) return stored;
        const float length = glm::length(stored);
        if (!std::isfinite(length)) {
            ++notFinite;
            return rest;
        }
        ++farOff;
        constexpr float kNoDirection = 1e-3F;
        return length < kNoDirection ? glm::quat(1.0F, 0.0F, 0.0F, 0.0F) : stored / length;
    }

    [[nodiscard]] std::size_t rootOrdinal() const { return rig_.parentsFirst().front(); }

    RootMode rootMode(const glm::vec3& bind) {
        const std::string& choice = options_.text("root");
        if (choice != "auto") return choice == "absolute" ? RootMode::Absolute : RootMode::Offset;
        constexpr float kSame = 1e-3F;
        const glm::vec3 first = toVector(file_.frames.front().rootPosition);
        if (first == glm::vec3(0.0F)) return RootMode::Offset;
        if (glm::distance(first, bind) <= kSame) return RootMode::Absolute;
        diagnostics_.add(
            kRootMode, "frame[0].root_position",
            fmt::format("{} {} {}, at rest {} {} {}", first.x, first.y, first.z, bind.x, bind.y, bind.z));
        return RootMode::Offset;
    }

    void addRoot() {
        const IndexOf<Joint> joint = bones_.ofBone[rootOrdinal()];
        const glm::vec3 bind = scene_.joints[joint.value].rest.translation;
        const RootMode mode = rootMode(bind);
        rootMode_ = mode == RootMode::Absolute ? "absolute" : "offset";
        std::vector<glm::vec3> places;
        std::size_t notFinite = 0;
        for (const GsaFrame& frame : file_.frames) {
            const glm::vec3 stored = toVector(frame.rootPosition);
            const glm::dvec3 from = mode == RootMode::Absolute ? glm::dvec3(0.0) : glm::dvec3(bind);
            const glm::vec3 place(from + glm::dvec3(stored));
            if (!isFinitePlace(place)) ++notFinite;
            places.push_back(isFinitePlace(place) ? place : bind);
        }
        if (notFinite > 0)
            diagnostics_.add(kClipNotFinite, "root positions", fmt::format("{} keys", notFinite));
        joinOrigin(joint, places);
        const bool isListed = tracks_[joint.value].has_value();
        const bool moves = std::ranges::any_of(places, [&](const glm::vec3& place) { return place != bind; });
        if (!isListed && !moves) return;
        Track<glm::vec3>& track = tracksOf(joint).translation;
        track.times = times_;
        track.values = std::move(places);
    }

    /// Applies the motion of the origin, which is above the root, to the root.
    void joinOrigin(IndexOf<Joint> joint, std::vector<glm::vec3>& places) {
        if (std::ranges::all_of(file_.frames, isIdentity)) return;
        diagnostics_.add(kFrameOrigin, "frames");
        Track<glm::quat>& rotations = tracksOf(joint).rotation;
        if (rotations.empty()) {
            rotations.times = times_;
            rotations.values.assign(times_.size(), scene_.joints[joint.value].rest.rotation);
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            const GsaFrame& frame = file_.frames[i];
            const glm::dquat origin = toRotation(frame.originRotation, sense_);
            const glm::vec3 moved(glm::dvec3(toVector(frame.originPosition)) +
                                  origin * glm::dvec3(places[i]));
            if (isFinitePlace(moved)) places[i] = moved;
            rotations.values[i] = glm::quat(glm::normalize(origin * glm::dquat(rotations.values[i])));
        }
    }

    void addEvents() {
        for (std::size_t frame = 0; frame < file_.events.size(); ++frame) {
            for (const GsaEvent& stored : file_.events[frame]) {
                const std::string_view text = eventText(stored);
                const std::size_t equals = text.find('=');
                const std::string_view word = text.substr(0, equals);
                const bool isSound = equalIgnoringCase(word, "sound") || equalIgnoringCase(word, "itemsound");
                ClipEvent event;
                event.time = times_[frame];
                event.name = toUtf8(text);
                event.extras.set("kind",
                                 isSound && equals != std::string_view::npos ? foldCase(word) : "other");
                if (equals != std::string_view::npos)
                    event.extras.set("argument", toUtf8(text.substr(equals + 1)));
                clip_.events.push_back(std::move(event));
            }
        }
    }

    void addExtras() {
        Properties gsa;
        gsa.set("version", fmt::format("{}.{}", file_.versionMajor, file_.versionMinor));
        gsa.set("unknown0", file_.unknown0);
        gsa.set("frame_rate", file_.frameRate);
        gsa.set("unknown1", file_.unknown1);
        gsa.set("frames", file_.frames.size());
        if (file_.animatedBones.empty()) {
            gsa.set("bones", "all");
        } else {
            gsa.set("bones", ValueList(file_.animatedBones.begin(), file_.animatedBones.end()));
        }
        gsa.set("quat", sense_ == QuaternionSense::Raw ? "raw" : "conj");
        gsa.set("quat_by", quaternionChoice(options_) ? "option" : "default");
        if (!rootMode_.empty()) gsa.set("root", rootMode_);
        clip_.extras.set("gsa", std::move(gsa));
    }

    const GsaFile& file_;
    const OptionValues& options_;
    Diagnostics& diagnostics_;
    Rig rig_;
    QuaternionSense sense_;
    BoneJoints bones_;
    std::vector<float> times_;
    std::vector<std::optional<JointTracks>> tracks_;  ///< by joint
    std::string_view rootMode_;
    Scene scene_;
    Clip clip_;
};

const Properties* findProperties(const Properties& in, std::string_view name) {
    const Value* value = in.find(name);
    return value == nullptr ? nullptr : std::get_if<Properties>(&value->content());
}

std::string findText(const Properties* in, std::string_view name) {
    const Value* value = in == nullptr ? nullptr : in->find(name);
    const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(&value->content());
    return text == nullptr ? std::string() : *text;
}

/// Returns "conj" or "raw" as decided for the model; empty when it is not a GSM.
std::string quaternionsOf(const Scene& model) {
    const Properties* gsm = findProperties(model.extras, "gsm");
    const Properties* conventions = gsm == nullptr ? nullptr : findProperties(*gsm, "conventions");
    return conventions == nullptr ? std::string() : findText(findProperties(*conventions, "quat"), "answer");
}

void moveRoot(const Scene& model, const Scene& clips, Clip& clip) {
    for (JointTracks& tracks : clip.joints) {
        const Joint& own = clips.joints[tracks.joint.value];
        if (own.parent || tracks.translation.empty()) continue;
        const auto joint = std::ranges::find_if(model.joints, [&](const Joint& candidate) {
            return equalIgnoringCase(candidate.name, own.name);
        });
        if (joint == model.joints.end() || joint->rest.translation == own.rest.translation) continue;
        const glm::dvec3 difference = glm::dvec3(joint->rest.translation) - glm::dvec3(own.rest.translation);
        for (glm::vec3& place : tracks.translation.values)
            place = glm::vec3(glm::dvec3(place) + difference);
    }
}

}  // namespace

Scene gsaToScene(const GsaFile& file, const ReadRequest& request, Diagnostics& diagnostics) {
    return ClipMaker(file, request, diagnostics).make();
}

void adaptGsaToModel(const Scene& model, Scene& clips, Diagnostics& diagnostics) {
    const std::string wanted = quaternionsOf(model);
    for (Clip& clip : clips.clips) {
        const Properties* found = findProperties(clip.extras, "gsa");
        if (found == nullptr) continue;
        if (findText(found, "root") == "offset") moveRoot(model, clips, clip);
        if (wanted.empty() || findText(found, "quat_by") != "default" || findText(found, "quat") == wanted)
            continue;
        Properties gsa = *found;
        for (JointTracks& tracks : clip.joints) {
            for (glm::quat& rotation : tracks.rotation.values)
                rotation = glm::conjugate(rotation);
        }
        gsa.set("quat", wanted);
        gsa.set("quat_by", "model");
        clip.extras.set("gsa", std::move(gsa));
        diagnostics.add(kOtherQuaternions, fmt::format("clip {}", quote(clip.name)), wanted);
    }
}

}  // namespace rigkiln::swat3
