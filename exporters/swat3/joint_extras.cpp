#include "exporters/swat3/joint_extras.hpp"

#include "pipeline/wayback/extras_values.hpp"

namespace rigkiln::swat3_export {

std::optional<std::uint16_t> storedId(const Joint& joint) {
    const auto id = shortIn(joint.extras, "id");
    return id == swat3::kNoBone ? std::nullopt : id;
}

std::optional<swat3::Float3> storedPosition(const Joint& joint) {
    return floatsIn<3>(joint.extras, "position");
}

std::optional<swat3::Float4> storedRotation(const Joint& joint) {
    return floatsIn<4>(joint.extras, "rotation");
}

}  // namespace rigkiln::swat3_export
