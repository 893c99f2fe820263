#include "pipeline/scene/rigid_skin.hpp"

#include <string>
#include <variant>

namespace rigkiln {

bool isAddedAs(const Joint& joint, std::string_view purpose) {
    const Value* value = joint.extras.find(kAddedJoint);
    const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(&value->content());
    return text != nullptr && *text == purpose;
}

bool isPartOfRigidSkin(const MeshInstance& instance) {
    const Value* value = instance.extras.find(kRigidPart);
    const auto* flag = value == nullptr ? nullptr : std::get_if<bool>(&value->content());
    return instance.skin && flag != nullptr && *flag;
}

}  // namespace rigkiln
