#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include <glm/mat3x3.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Returns a track whose value is the sum of both at every time that a float can hold, up to the rounding of
/// the result to floats. Tracks of the same kind with the same times keep both. Otherwise the result has the
/// key times of both, and a key just before each step where only one of them steps; it is a spline if one of
/// them is. Precondition: neither track is empty.
[[nodiscard]] Track<glm::vec3> addTracks(const Track<glm::vec3>& left, const Track<glm::vec3>& right);

/// Returns the track with all values and tangents multiplied by a matrix.
[[nodiscard]] Track<glm::vec3> transformTrack(Track<glm::vec3> track, const glm::dmat3& matrix);

/// Adds tracks to translations of joints in a clip; the rest translation counts where the clip has none. The
/// time for many joints is that of sorting them.
class ClipTranslations {
public:
    /// Both must outlive this. The clip keeps its law that joints ascend only until `add`, and again after
    /// `finish`.
    ClipTranslations(Clip& clip, const Scene& scene)
        : clip_(clip), scene_(scene), sortedCount_(clip.joints.size()) {}

    /// Precondition: `added` is not empty.
    void add(IndexOf<Joint> joint, const Track<glm::vec3>& added);
    void finish();

private:
    [[nodiscard]] JointTracks& tracksOf(IndexOf<Joint> joint);

    Clip& clip_;
    const Scene& scene_;
    std::size_t sortedCount_;                          ///< tracks behind these were appended
    std::map<std::uint32_t, std::size_t> appended_{};  ///< places of these by joint
};

/// Adds one track. Precondition: `added` is not empty.
void addToTranslation(Clip& clip, const Scene& scene, IndexOf<Joint> joint, const Track<glm::vec3>& added);

}  // namespace rigkiln
