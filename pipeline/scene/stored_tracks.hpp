#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "pipeline/base/scratch.hpp"
#include "pipeline/scene/clip.hpp"

/// Keys of clips outside of memory, one clip in hand at a time: of a file with a hundred clips they are
/// several times as large as the file.
namespace rigkiln {

/// The memory that the tracks of the clip's joints take up, in bytes.
[[nodiscard]] std::size_t trackMemory(const Clip& clip);

/// Moves the tracks of the clip's joints to the disk when memory has no room for them: `clip.stored` is then
/// set, and `joints` empty. They stay where they are when there is room, when the disk does not take them,
/// and when any of them has extras. A null `scratch` always has room.
void storeTracks(Clip& clip, const std::shared_ptr<Scratch>& scratch);

/// Takes stored tracks back into memory, for good.
void loadTracks(Clip& clip);

/// A clip with its tracks in memory while this lives; stored ones are stored again afterwards. A clip that
/// was not stored is left alone.
class ClipInHand {
public:
    explicit ClipInHand(Clip& clip);
    ~ClipInHand();
    ClipInHand(const ClipInHand&) = delete;
    ClipInHand& operator=(const ClipInHand&) = delete;

    /// The tracks are as they were: what is stored of them will do.
    void keepStored() { isChanged_ = false; }

private:
    Clip& clip_;
    std::optional<StoredTracks> stored_;  ///< none: was not stored
    bool isChanged_ = true;
};

/// A clip with its tracks, to look at: itself, or a copy of it with those that are stored.
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
