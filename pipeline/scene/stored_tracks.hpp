#pragma once

#include <memory>
#include <optional>

#include "pipeline/base/scratch.hpp"
#include "pipeline/scene/clip.hpp"

/// Keeps the keys of clips outside of memory and loads one clip at a time. The keys of a file with a hundred
/// clips take several times the size of the file. Code that uses neither ClipInHand nor LoadedClip is correct
/// too, but the tracks that it accesses stay in memory.
namespace rigkiln {

/// Moves the tracks of the clip's joints to `scratch` when memory has no room for them. Leaves them in memory
/// when there is room, when `scratch` is null, when writing fails, and when any JointTracks has extras.
void storeTracks(Clip& clip, const std::shared_ptr<Scratch>& scratch);

/// Holds the tracks of a clip in memory during its lifetime and stores them again afterwards. Does nothing
/// for a clip that was not stored.
class ClipInHand {
public:
    explicit ClipInHand(Clip& clip);
    ~ClipInHand();
    ClipInHand(const ClipInHand&) = delete;
    ClipInHand& operator=(const ClipInHand&) = delete;

    /// Declares the tracks unchanged, so that the stored copy is kept instead of written again.
    void keepStored() { isChanged_ = false; }

private:
    Clip& clip_;
    std::shared_ptr<const StoredTracks> stored_;  ///< null: the clip was not stored
    bool isChanged_ = true;
};

/// Read access to a clip with its tracks in memory: the clip itself, or a loaded copy of a stored one.
class LoadedClip {
public:
    /// Refers to the clip, which must outlive it.
    explicit LoadedClip(const Clip& clip);
    LoadedClip(const LoadedClip&) = delete;
    LoadedClip& operator=(const LoadedClip&) = delete;

    const Clip& operator*() const { return copy_ ? *copy_ : clip_; }
    const Clip* operator->() const { return &**this; }

private:
    const Clip& clip_;
    std::optional<Clip> copy_;
};

}  // namespace rigkiln
