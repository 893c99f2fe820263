#pragma once

#include <atomic>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/scene/joint_tracks.hpp"

namespace rigkiln {

class Scratch;

/// Joint tracks of one clip outside of memory.
struct StoredTracks {
    SharedBytes bytes;
    std::size_t jointCount = 0;
    std::shared_ptr<Scratch> scratch{};  ///< holds `bytes`; changed tracks are written to it again
};

/// Vector of JointTracks that may be stored outside of memory. Every access to elements first loads stored
/// tracks and leaves them in memory, so stored tracks never look like an empty vector. Access through
/// ClipInHand or LoadedClip (stored_tracks.hpp) where the memory has to be freed again.
/// Tracks in memory cost one comparison per access. Const access is safe from many threads.
class JointTrackList {
public:
    using Tracks = std::vector<JointTracks>;
    using value_type = JointTracks;
    using size_type = Tracks::size_type;
    using difference_type = Tracks::difference_type;
    using reference = JointTracks&;
    using const_reference = const JointTracks&;
    using iterator = Tracks::iterator;
    using const_iterator = Tracks::const_iterator;

    JointTrackList() = default;
    JointTrackList(Tracks tracks) noexcept : tracks_(std::move(tracks)) {}  // implicit, as from a list
    JointTrackList(std::initializer_list<JointTracks> tracks) : tracks_(tracks) {}
    ~JointTrackList() = default;
    /// Copies of stored tracks share the stored bytes.
    JointTrackList(const JointTrackList& other);
    JointTrackList& operator=(const JointTrackList& other);
    JointTrackList(JointTrackList&& other) noexcept;
    JointTrackList& operator=(JointTrackList&& other) noexcept;

    [[nodiscard]] iterator begin() { return loaded().begin(); }
    [[nodiscard]] iterator end() { return loaded().end(); }
    [[nodiscard]] const_iterator begin() const { return loaded().begin(); }
    [[nodiscard]] const_iterator end() const { return loaded().end(); }
    [[nodiscard]] size_type size() const { return loaded().size(); }
    [[nodiscard]] bool empty() const { return loaded().empty(); }
    [[nodiscard]] JointTracks& operator[](size_type index) { return loaded()[index]; }
    [[nodiscard]] const JointTracks& operator[](size_type index) const { return loaded()[index]; }
    [[nodiscard]] JointTracks& at(size_type index) { return loaded().at(index); }
    [[nodiscard]] const JointTracks& at(size_type index) const { return loaded().at(index); }
    [[nodiscard]] JointTracks& front() { return loaded().front(); }
    [[nodiscard]] const JointTracks& front() const { return loaded().front(); }
    [[nodiscard]] JointTracks& back() { return loaded().back(); }
    [[nodiscard]] const JointTracks& back() const { return loaded().back(); }

    // NOLINTBEGIN(readability-identifier-naming): the names of std::vector
    void reserve(size_type count) { loaded().reserve(count); }
    void shrink_to_fit() { loaded().shrink_to_fit(); }
    void push_back(JointTracks tracks) { loaded().push_back(std::move(tracks)); }
    JointTracks& emplace_back() { return loaded().emplace_back(); }
    void pop_back() { loaded().pop_back(); }
    void clear() { loaded().clear(); }
    template <class Predicate>
    friend void erase_if(JointTrackList& list, Predicate isUnwanted) {
        std::erase_if(list.loaded(), isUnwanted);
    }
    // NOLINTEND(readability-identifier-naming)

    /// Compares the tracks; where they are stored makes no difference.
    friend bool operator==(const JointTrackList& left, const JointTrackList& right) {
        return left.loaded() == right.loaded();
    }

    [[nodiscard]] bool isStored() const { return isStored_.load(std::memory_order_acquire); }
    /// Returns the memory that the tracks use, in bytes. Loads nothing.
    [[nodiscard]] std::size_t memoryBytes() const;
    /// Moves the tracks to `scratch`. Leaves them in memory when writing fails and when any of them has
    /// extras.
    void store(const std::shared_ptr<Scratch>& scratch);
    /// Loads stored tracks. Returns the form in which they were stored; null: they were in memory.
    std::shared_ptr<const StoredTracks> load();
    /// Replaces the tracks by stored ones.
    void replace(std::shared_ptr<const StoredTracks> stored);

private:
    [[nodiscard]] Tracks& loaded() {
        if (isStored()) [[unlikely]]
            loadStored();
        return tracks_;
    }
    [[nodiscard]] const Tracks& loaded() const {
        if (isStored()) [[unlikely]]
            loadStored();
        return tracks_;
    }
    void loadStored() const;

    // Const access loads stored tracks, which changes the members below under a lock, isStored_ last.
    mutable Tracks tracks_;                               ///< empty while stored
    mutable std::shared_ptr<const StoredTracks> stored_;  ///< null: in memory
    mutable std::atomic<bool> isStored_{false};
};

}  // namespace rigkiln
