#include "pipeline/scene/stored_tracks.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace rigkiln {
namespace {

/// Approximate overhead of an allocator per memory block, in bytes.
constexpr std::size_t kBesideBlock = 8;

template <class Type>
std::size_t memoryOf(const std::vector<Type>& values) {
    return values.empty() ? 0 : values.capacity() * sizeof(Type) + kBesideBlock;
}

template <class Value>
std::size_t memoryOf(const Track<Value>& track) {
    return memoryOf(track.times) + memoryOf(track.values);
}

/// Stored description of one joint's tracks, without their times and values.
struct Head {
    struct OfTrack {
        Interpolation interpolation = Interpolation::Linear;
        std::uint32_t timeCount = 0;
        std::uint32_t valueCount = 0;
    };
    std::uint32_t joint = 0;
    std::uint8_t holdsRestPose = 0;
    std::array<OfTrack, 4> tracks{};
};

template <class Tracks, class Visit>
void forEachTrack(Tracks& tracks, Visit visit) {
    visit(std::size_t{0}, tracks.translation);
    visit(std::size_t{1}, tracks.rotation);
    visit(std::size_t{2}, tracks.scale);
    visit(std::size_t{3}, tracks.visibility);
}

std::vector<Head> headsOf(const std::vector<JointTracks>& joints) {
    std::vector<Head> heads(joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        Head& head = heads[i];
        head.joint = joints[i].joint.value;
        head.holdsRestPose = joints[i].holdsRestPose ? 1 : 0;
        forEachTrack(joints[i], [&head](std::size_t part, const auto& track) {
            head.tracks.at(part) = {.interpolation = track.interpolation,
                                    .timeCount = static_cast<std::uint32_t>(track.times.size()),
                                    .valueCount = static_cast<std::uint32_t>(track.values.size())};
        });
    }
    return heads;
}

/// Returns views of the stored layout: all heads, then times and values of each track in order.
std::vector<std::span<const std::byte>> partsOf(const std::vector<JointTracks>& joints,
                                                std::span<const Head> heads) {
    std::vector<std::span<const std::byte>> parts{std::as_bytes(heads)};
    for (const JointTracks& tracks : joints) {
        forEachTrack(tracks, [&parts](std::size_t, const auto& track) {
            parts.push_back(std::as_bytes(std::span(track.times)));
            parts.push_back(std::as_bytes(std::span(track.values)));
        });
    }
    return parts;
}

/// Reads values sequentially from bytes in the layout of `partsOf`.
class Unpacker {
public:
    explicit Unpacker(const SharedBytes& bytes) : left_(bytes.data(), bytes.size()) {}

    [[nodiscard]] bool isAtEnd() const { return left_.empty(); }

    template <class Type>
    std::vector<Type> take(std::size_t count) {
        static_assert(std::is_trivially_copyable_v<Type>);
        std::vector<Type> values(count);
        const std::size_t size = count * sizeof(Type);
        assert(size <= left_.size());
        if (size > 0) std::memcpy(values.data(), left_.data(), size);
        left_ = left_.subspan(size);
        return values;
    }

private:
    std::span<const std::byte> left_;
};

std::vector<JointTracks> unpacked(const StoredTracks& stored) {
    Unpacker unpacker(stored.bytes);
    const auto heads = unpacker.take<Head>(stored.jointCount);
    std::vector<JointTracks> joints(stored.jointCount);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        joints[i].joint = IndexOf<Joint>(heads[i].joint);
        joints[i].holdsRestPose = heads[i].holdsRestPose != 0;
        forEachTrack(joints[i], [&]<class Value>(std::size_t part, Track<Value>& track) {
            const Head::OfTrack& head = heads[i].tracks.at(part);
            track.interpolation = head.interpolation;
            track.times = unpacker.take<float>(head.timeCount);
            track.values = unpacker.take<Value>(head.valueCount);
        });
    }
    assert(unpacker.isAtEnd());
    stored.bytes.rest();
    return joints;
}

void moveToDisk(Clip& clip, const std::shared_ptr<Scratch>& scratch) {
    const bool haveExtras =
        std::ranges::any_of(clip.joints, [](const JointTracks& tracks) { return !tracks.extras.empty(); });
    if (haveExtras || clip.joints.empty()) return;
    const std::vector<Head> heads = headsOf(clip.joints);
    std::optional<SharedBytes> bytes = scratch->write(partsOf(clip.joints, heads));
    if (!bytes) return;
    clip.stored =
        StoredTracks{.bytes = std::move(*bytes), .jointCount = clip.joints.size(), .scratch = scratch};
    clip.joints = std::vector<JointTracks>();  // `= {}` would keep the memory
}

}  // namespace

std::size_t trackMemory(const Clip& clip) {
    std::size_t size = memoryOf(clip.joints);
    for (const JointTracks& tracks : clip.joints) {
        forEachTrack(tracks, [&size](std::size_t, const auto& track) { size += memoryOf(track); });
    }
    return size;
}

void storeTracks(Clip& clip, const std::shared_ptr<Scratch>& scratch) {
    if (scratch == nullptr || clip.stored || scratch->fits(trackMemory(clip))) return;
    moveToDisk(clip, scratch);
}

void loadTracks(Clip& clip) {
    if (!clip.stored) return;
    clip.joints = unpacked(*clip.stored);
    clip.stored.reset();
}

ClipInHand::ClipInHand(Clip& clip) : clip_(clip), stored_(clip.stored) {
    loadTracks(clip);
}

ClipInHand::~ClipInHand() {
    if (!stored_) return;
    if (!isChanged_) {
        clip_.joints = std::vector<JointTracks>();
        clip_.stored = std::move(stored_);
        return;
    }
    const std::shared_ptr<Scratch> scratch = std::move(stored_->scratch);
    stored_.reset();  // frees its range of the scratch file for the new tracks
    try {
        moveToDisk(clip_, scratch);
    } catch (const std::bad_alloc&) {
        // Out of memory: the tracks stay loaded.
    }
}

LoadedClip::LoadedClip(const Clip& clip) : clip_(clip) {
    if (!clip.stored) return;
    copy_.emplace(clip);
    loadTracks(*copy_);
}

}  // namespace rigkiln
