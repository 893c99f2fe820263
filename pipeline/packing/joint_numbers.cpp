#include "pipeline/packing/joint_numbers.hpp"

#include <cstddef>
#include <memory>

#include <fmt/format.h>
#include <xxhash.h>

namespace rigkiln {

bool areNumberedInOrder(const Scene& scene) {
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        const Joint& joint = scene.joints[i];
        if (joint.sourceIndex != i || joint.extras.find("source_index") != nullptr) return false;
    }
    return !scene.joints.empty();
}

std::string digestOfNames(std::span<const std::string> names) {
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
    XXH3_64bits_reset(state.get());
    // With its end, so that "ab", "c" is not "a", "bc"; names hold no zero.
    for (const std::string& name : names)
        XXH3_64bits_update(state.get(), name.c_str(), name.size() + 1);
    return fmt::format("{:016x}", XXH3_64bits_digest(state.get()));
}

}  // namespace rigkiln
