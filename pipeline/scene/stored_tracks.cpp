#include "pipeline/scene/stored_tracks.hpp"

#include <new>
#include <utility>

namespace rigkiln {

void storeTracks(Clip& clip, const std::shared_ptr<Scratch>& scratch) {
    if (scratch == nullptr || clip.joints.isStored() || scratch->fits(clip.joints.memoryBytes())) return;
    clip.joints.store(scratch);
}

ClipInHand::ClipInHand(Clip& clip) : clip_(clip), stored_(clip.joints.load()) {}

ClipInHand::~ClipInHand() {
    if (stored_ == nullptr) return;
    if (!isChanged_) {
        clip_.joints.replace(std::move(stored_));
        return;
    }
    const std::shared_ptr<Scratch> scratch = stored_->scratch;
    stored_.reset();  // frees its range of the scratch file for the new tracks
    try {
        clip_.joints.store(scratch);
    } catch (const std::bad_alloc&) {
        // Out of memory: the tracks stay loaded.
    }
}

LoadedClip::LoadedClip(const Clip& clip) : clip_(clip) {
    if (!clip.joints.isStored()) return;
    copy_.emplace(clip);
    copy_->joints.load();
}

}  // namespace rigkiln
