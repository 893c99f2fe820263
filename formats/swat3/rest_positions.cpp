#include "formats/swat3/rest_positions.hpp"

#include <cmath>

namespace rigkiln::swat3 {

RestPose::RestPose(const GsmFile& file, const Rig& rig)
    : file_(file),
      rig_(rig),
      bones_(boneOfPositions(file, rig)),
      conjugated_(rig.bindMatrices(QuaternionSense::Conjugated)),
      raw_(rig.bindMatrices(QuaternionSense::Raw)) {}

glm::dvec3 RestPose::stored(std::size_t position) const {
    const Float3& stored = file_.positions[position];
    return {stored[0], stored[1], stored[2]};
}

glm::dvec3 RestPose::position(std::size_t position, const Reading& reading) const {
    const glm::dvec3 place = stored(position);
    const std::optional<std::size_t> bone = bones_[position];
    if (reading.space == Space::Model || !bone) return place;
    return {bindMatrices(reading.sense)[*bone] * glm::dvec4(place, 1.0)};
}

glm::dvec3 RestPose::vertex(std::size_t positionOrBlend, const Reading& reading) const {
    if (positionOrBlend < file_.positions.size()) return position(positionOrBlend, reading);
    const GsmBlend& blend = file_.blends[positionOrBlend - file_.positions.size()];
    if (blend.empty()) return glm::dvec3(0.0);
    glm::dvec3 sum(0.0);
    double weights = 0;
    for (const GsmInfluence& influence : blend) {
        const auto weight = static_cast<double>(influence.weight);
        // Positions with weight 0 may hold anything, even NaN.
        if (weight == 0) continue;
        sum += weight * position(influence.position, reading);
        weights += weight;
    }
    if (!(weights > 0) || !std::isfinite(weights)) return position(blend.front().position, reading);
    return sum / weights;
}

std::vector<glm::dvec3> RestPose::vertices(const Reading& reading) const {
    std::vector<glm::dvec3> places(file_.positions.size() + file_.blends.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = vertex(i, reading);
    return places;
}

}  // namespace rigkiln::swat3
