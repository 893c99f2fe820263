#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

namespace rigkiln::gltf_engine_rules {

/// Finds objects whose names are equal for an engine.
class NameGroups {
public:
    /// Returns the first object with this name, `index` itself when there was none.
    std::size_t firstWith(std::string name, std::size_t index) {
        return first_.emplace(std::move(name), index).first->second;
    }

private:
    std::unordered_map<std::string, std::size_t> first_;
};

}  // namespace rigkiln::gltf_engine_rules
