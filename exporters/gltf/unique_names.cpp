#include "exporters/gltf/unique_names.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace rigkiln::gltf_export {

std::vector<std::string> uniqueNames(std::span<const NameRequest> requests, NameStyle style) {
    // The number to try next for each name that is taken. It only grows, and a candidate "x_7" can only
    // collide with one taken name, so all loops together are linear.
    std::unordered_map<std::string, std::uint32_t> nextNumber;
    nextNumber.reserve(requests.size());
    std::vector<std::string> names(requests.size());
    std::vector<std::pair<std::size_t, std::string>> repeated;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        std::string name = styledName(requests[i].source, requests[i].fallback, style);
        name += requests[i].suffix;
        if (nextNumber.try_emplace(comparedName(name, style), 2).second) {
            names[i] = std::move(name);
        } else {
            repeated.emplace_back(i, std::move(name));
        }
    }
    for (auto& [index, base] : repeated) {
        std::uint32_t& next = nextNumber[comparedName(base, style)];
        std::uint32_t number = next;
        std::string name = fmt::format("{}_{}", base, number);
        while (!nextNumber.try_emplace(comparedName(name, style), 2).second) {
            name = fmt::format("{}_{}", base, ++number);
        }
        next = number + 1;
        names[index] = std::move(name);
    }
    return names;
}

}  // namespace rigkiln::gltf_export
