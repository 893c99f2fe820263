#include "pipeline/scene/joint_track_list.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>

#include "pipeline/base/scratch.hpp"

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

/// Guards the loading of stored tracks by const access. One for all lists: code that handles many stored
/// clips loads them through ClipInHand and LoadedClip, which take no lock while they load.
std::mutex& loadMutex() {
    static std::mutex mutex;
    return mutex;
}

// Otherwise a growing vector of clips would copy their tracks.
static_assert(std::is_nothrow_move_constructible_v<JointTrackList>);

}  // namespace

JointTrackList::JointTrackList(const JointTrackList& other) {
    std::unique_lock lock(loadMutex(), std::defer_lock);
    if (other.isStored()) lock.lock();  // against a thread that loads `other`
    stored_ = other.stored_;
    if (stored_ == nullptr) tracks_ = other.tracks_;
    isStored_.store(stored_ != nullptr, std::memory_order_release);
}

JointTrackList& JointTrackList::operator=(const JointTrackList& other) {
    if (this != &other) *this = JointTrackList(other);
    return *this;
}

JointTrackList::JointTrackList(JointTrackList&& other) noexcept
    : tracks_(std::move(other.tracks_)), stored_(std::move(other.stored_)), isStored_(other.isStored()) {
    other.isStored_.store(false, std::memory_order_relaxed);
}

JointTrackList& JointTrackList::operator=(JointTrackList&& other) noexcept {
    if (this == &other) return *this;
    tracks_ = std::move(other.tracks_);
    stored_ = std::move(other.stored_);
    isStored_.store(stored_ != nullptr, std::memory_order_release);
    other.isStored_.store(false, std::memory_order_relaxed);
    return *this;
}

std::size_t JointTrackList::memoryBytes() const {
    if (isStored()) return 0;
    std::size_t size = memoryOf(tracks_);
    for (const JointTracks& tracks : tracks_) {
        forEachTrack(tracks, [&size](std::size_t, const auto& track) { size += memoryOf(track); });
    }
    return size;
}

void JointTrackList::store(const std::shared_ptr<Scratch>& scratch) {
    const bool haveExtras =
        std::ranges::any_of(tracks_, [](const JointTracks& tracks) { return !tracks.extras.empty(); });
    if (haveExtras || tracks_.empty()) return;  // empty: stored already, or nothing to store
    const std::vector<Head> heads = headsOf(tracks_);
    std::optional<SharedBytes> bytes = scratch->write(partsOf(tracks_, heads));
    if (!bytes) return;
    replace(std::make_shared<const StoredTracks>(
        StoredTracks{.bytes = std::move(*bytes), .jointCount = tracks_.size(), .scratch = scratch}));
}

std::shared_ptr<const StoredTracks> JointTrackList::load() {
    if (!isStored()) return nullptr;
    tracks_ = unpacked(*stored_);
    isStored_.store(false, std::memory_order_release);
    return std::exchange(stored_, nullptr);
}

void JointTrackList::replace(std::shared_ptr<const StoredTracks> stored) {
    tracks_ = Tracks();  // `= {}` would keep the memory
    stored_ = std::move(stored);
    isStored_.store(stored_ != nullptr, std::memory_order_release);
}

void JointTrackList::loadStored() const {
    const std::scoped_lock lock(loadMutex());
    if (stored_ == nullptr) return;  // another thread was faster
    tracks_ = unpacked(*stored_);
    stored_.reset();
    isStored_.store(false, std::memory_order_release);
}

}  // namespace rigkiln
