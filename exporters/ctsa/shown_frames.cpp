#include "exporters/ctsa/shown_frames.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <glm/vec2.hpp>

#include "formats/ctsa/ctsa_record.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/wayback/export_errors.hpp"

namespace rigkiln::ctsa_export {
namespace {

/// Largest gap or overlap of two frames, in seconds: enough for rounding, shorter than a refresh of any
/// screen.
constexpr float kTimeTolerance = 1e-3F;
/// Scales above this count as shown (1), others as hidden (0).
constexpr float kShownScale = 0.5F;

std::string frameName(std::size_t frame, const std::string& node) {
    return fmt::format("frame {} (node {})", frame, quote(node));
}

/// Bounds of the mesh in its first set of texture coordinates; nothing when it has none.
std::optional<ctsa::FrameRect> rectOf(const Mesh& mesh) {
    std::optional<ctsa::FrameRect> rect;
    for (const Primitive& primitive : mesh.primitives) {
        if (primitive.texCoordSets.empty()) continue;
        for (const glm::vec2& coordinate : primitive.texCoordSets.front()) {
            const float v = 1.0F - coordinate.y;
            if (!rect) rect = ctsa::FrameRect{coordinate.x, coordinate.x, v, v};
            rect->leftU = std::min(rect->leftU, coordinate.x);
            rect->rightU = std::max(rect->rightU, coordinate.x);
            rect->bottomV = std::min(rect->bottomV, v);
            rect->topV = std::max(rect->topV, v);
        }
    }
    return rect;
}

/// Time while something is shown.
struct Interval {
    float begin = 0;
    float end = 0;
};

/// Finds when the meshes of a joint are shown: by its tracks, or by its rest pose where it has none.
class Showing {
public:
    Showing(const Joint& joint, const JointTracks* tracks, float duration)
        : joint_(joint), tracks_(tracks), duration_(duration) {}

    [[nodiscard]] std::vector<Interval> intervals() const {
        std::vector<Interval> found;
        const std::vector<float> times = changeTimes();
        for (std::size_t i = 0; i + 1 < times.size(); ++i) {
            if (!isShown(times[i])) continue;
            const bool continues = !found.empty() && found.back().end == times[i];
            if (continues) {
                found.back().end = times[i + 1];
            } else {
                found.push_back({times[i], times[i + 1]});
            }
        }
        return found;
    }

private:
    /// Ascending times from 0 to the end; between two of them nothing changes.
    [[nodiscard]] std::vector<float> changeTimes() const {
        std::vector<float> times = {0, duration_};
        if (tracks_ != nullptr) {
            const std::vector<float>& visibility = tracks_->visibility.times;
            times.insert(times.end(), visibility.begin(), visibility.end());
            times.insert(times.end(), tracks_->scale.times.begin(), tracks_->scale.times.end());
        }
        std::ranges::sort(times);
        times.erase(std::unique(times.begin(), times.end()), times.end());
        return times;
    }

    [[nodiscard]] bool isShown(float time) const {
        const bool hasVisibility = tracks_ != nullptr && !tracks_->visibility.empty();
        const bool isVisible = hasVisibility ? sampleTrack(tracks_->visibility, time) != 0 : joint_.visible;
        const bool hasScale = tracks_ != nullptr && !tracks_->scale.empty();
        const float scale = hasScale ? sampleTrack(tracks_->scale, time).x : joint_.rest.scale.x;
        return isVisible && scale > kShownScale;
    }

    const Joint& joint_;
    const JointTracks* tracks_;
    float duration_;
};

/// Marks the joints below `root` and `root` itself. Parents stand before their children.
std::vector<bool> below(const Scene& scene, IndexOf<Joint> root) {
    std::vector<bool> isBelow(scene.joints.size());
    for (std::size_t i = 0; i < isBelow.size(); ++i) {
        const auto& parent = scene.joints[i].parent;
        isBelow[i] = i == root.value || (parent && isBelow[parent->value]);
    }
    return isBelow;
}

template <class Type>
bool changes(const Track<Type>& track) {
    return std::ranges::any_of(track.values,
                               [&](const Type& value) { return value != track.values.front(); });
}

/// Marks the joints at or below which the clip changes what is shown. Tracks of one constant value do not
/// count: a clip may have them for joints that only other clips of the file change.
std::vector<bool> joinedChanges(const Scene& scene, const Clip& clip) {
    std::vector<bool> isChanged(scene.joints.size());
    for (const JointTracks& tracks : clip.joints) {
        if (changes(tracks.visibility) || changes(tracks.scale)) isChanged[tracks.joint.value] = true;
    }
    std::vector<bool> isMoved(scene.materials.size());
    for (const MaterialTracks& tracks : clip.materials)
        isMoved[tracks.material.value] = changes(tracks.baseColorOffset);
    for (const MeshInstance& instance : scene.instances) {
        for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
            if (primitive.material && isMoved[primitive.material->value])
                isChanged[instance.joint.value] = true;
        }
    }
    for (std::size_t i = isChanged.size(); i-- > 0;) {
        const auto& parent = scene.joints[i].parent;
        if (isChanged[i] && parent) isChanged[parent->value] = true;
    }
    return isChanged;
}

class FrameFinder {
public:
    FrameFinder(const Scene& scene, const Clip& clip)
        : scene_(scene), clip_(clip), root_(rootOf(scene, clip)) {
        if (root_) isBelow_ = below(scene, *root_);
        found_.total = clip.duration;
        findQuadsOfMaterials();
    }

    Result<ShownFrames> find() {
        const MaterialTracks* moved = movedMaterial();
        const Status status = moved != nullptr ? findOffsets(*moved) : findQuads();
        if (!status) return status.error();
        if (found_.frames.empty()) {
            return kNothingToWrite.error(
                "shows no frames: it hides and shows no textured mesh, and moves no texture");
        }
        return std::move(found_);
    }

private:
    void findQuadsOfMaterials() {
        quads_.resize(scene_.materials.size());
        for (const MeshInstance& instance : scene_.instances) {
            if (root_ && !isBelow_[instance.joint.value]) continue;
            for (const Primitive& primitive : scene_.meshes[instance.mesh.value].primitives) {
                if (!primitive.material || primitive.texCoordSets.empty()) continue;
                const MeshInstance*& quad = quads_[primitive.material->value];
                if (quad == nullptr) quad = &instance;
            }
        }
    }

    /// The material whose texture the clip moves, else the first that has an offset track. With a root, only
    /// materials of its quads count. Null when there is none.
    [[nodiscard]] const MaterialTracks* movedMaterial() const {
        const MaterialTracks* first = nullptr;
        for (const MaterialTracks& tracks : clip_.materials) {
            if (tracks.baseColorOffset.empty()) continue;
            if (root_ && quads_[tracks.material.value] == nullptr) continue;
            if (changes(tracks.baseColorOffset)) return &tracks;
            if (first == nullptr) first = &tracks;
        }
        return first;
    }

    Status findOffsets(const MaterialTracks& tracks) {
        const Track<glm::vec2>& offset = tracks.baseColorOffset;
        if (offset.interpolation != Interpolation::Step) {
            return kNotRepresentable.at(
                fmt::format("material {}", quote(scene_.materials[tracks.material.value].name)),
                "has its texture moved smoothly, expected in steps (STEP)");
        }
        const MeshInstance* quad = quads_[tracks.material.value];
        if (quad == nullptr) return Done{};
        const ctsa::FrameRect rect = *rectOf(scene_.meshes[quad->mesh.value]);
        for (std::size_t key = 0; key < offset.times.size(); ++key) {
            const bool isRepeated = key > 0 && offset.values[key] == offset.values[key - 1];
            if (isRepeated || (key > 0 && offset.times[key] >= clip_.duration)) continue;
            ctsa::FrameRect shifted = rect;
            shifted.leftU += offset.values[key].x;
            shifted.rightU += offset.values[key].x;
            shifted.bottomV -= offset.values[key].y;
            shifted.topV -= offset.values[key].y;
            // The first value also holds before the time of its key.
            found_.frames.push_back({quad->name, key == 0 ? 0.0F : offset.times[key], shifted});
        }
        return Done{};
    }

    Status findQuads() {
        const std::vector<bool> isBelow = root_ ? isBelow_ : movedJoints();
        for (const MeshInstance& instance : scene_.instances) {
            if (instance.skin || instance.hidden || !isBelow[instance.joint.value]) continue;
            const auto rect = rectOf(scene_.meshes[instance.mesh.value]);
            if (!rect) continue;
            const Joint& joint = scene_.joints[instance.joint.value];
            const std::vector<Interval> shown =
                Showing(joint, tracksOf(instance.joint), clip_.duration).intervals();
            if (shown.size() > 1) {
                return kNotRepresentable.at(
                    frameName(found_.frames.size(), joint.name),
                    fmt::format(
                        "is shown again at {} s; the format shows each frame once, one after the other",
                        shown[1].begin));
            }
            if (shown.empty()) continue;
            found_.frames.push_back({joint.name, shown.front().begin, *rect});
            ends_.push_back(shown.front().end);
        }
        return sortFrames();
    }

    /// Sorts the frames by their starts. Fails where one does not start when the one before it ends.
    Status sortFrames() {
        std::vector<std::size_t> order(found_.frames.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return found_.frames[i].start; });
        std::vector<ShownFrame> sorted;
        float end = 0;
        for (const std::size_t i : order) {
            ShownFrame& frame = found_.frames[i];
            if (std::abs(frame.start - end) > kTimeTolerance) {
                return kNotRepresentable.at(
                    frameName(sorted.size(), frame.node),
                    fmt::format("is shown from {} s on, expected from {} s, when the one before it ends: the "
                                "format shows one frame at any time",
                                frame.start, end));
            }
            end = ends_[i];
            sorted.push_back(std::move(frame));
        }
        if (!sorted.empty()) {
            sorted.front().start = 0;
            if (std::abs(end - clip_.duration) > kTimeTolerance) {
                return kNotRepresentable.at(
                    frameName(sorted.size() - 1, sorted.back().node),
                    fmt::format("is shown until {} s, and nothing from there to the end at {} s; the format "
                                "shows one frame at any time",
                                end, clip_.duration));
            }
        }
        found_.frames = std::move(sorted);
        return Done{};
    }

    [[nodiscard]] const JointTracks* tracksOf(IndexOf<Joint> joint) const {
        const auto found = std::ranges::lower_bound(clip_.joints, joint, {}, &JointTracks::joint);
        return found != clip_.joints.end() && found->joint == joint ? &*found : nullptr;
    }

    [[nodiscard]] std::vector<bool> movedJoints() const {
        std::vector<bool> isMoved(scene_.joints.size());
        for (const JointTracks& tracks : clip_.joints)
            isMoved[tracks.joint.value] = !tracks.visibility.empty() || !tracks.scale.empty();
        return isMoved;
    }

    const Scene& scene_;
    const Clip& clip_;
    std::optional<IndexOf<Joint>> root_;
    std::vector<bool> isBelow_;  ///< by joint: whether it is the root or below it; empty without a root
    /// By material: the first instance that uses it, with a root the first below it.
    std::vector<const MeshInstance*> quads_;
    ShownFrames found_;
    std::vector<float> ends_;  ///< seconds; ends of the frames in the order they were found
};

}  // namespace

std::optional<IndexOf<Joint>> rootOf(const Scene& scene, const Clip& clip) {
    const Value* record = clip.extras.find(ctsa::kRecordName);
    if (record == nullptr) return std::nullopt;
    const std::vector<bool> isChanged = joinedChanges(scene, clip);
    std::optional<IndexOf<Joint>> first;
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        const Value* own = scene.joints[i].extras.find(ctsa::kRecordName);
        if (own == nullptr || *own != *record) continue;
        if (isChanged[i]) return IndexOf<Joint>(i);
        if (!first) first = IndexOf<Joint>(i);
    }
    return first;
}

Result<ShownFrames> shownFrames(const Scene& scene, const Clip& clip) {
    return FrameFinder(scene, clip).find();
}

}  // namespace rigkiln::ctsa_export
