#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/file_source.hpp"

namespace rigkiln::test {

/// Images by name without case; an empty vector is an image that was found and cannot be used.
class ImageMap final : public FileSource {
public:
    std::map<std::string, std::vector<std::byte>> images;
    int searches = 0;

    [[nodiscard]] std::optional<Found> findImage(std::string_view name) override {
        ++searches;
        const auto found = images.find(foldCase(name));
        if (found == images.end()) return std::nullopt;
        return Found{.path = "Textures/" + found->first,
                     .bytes = found->second,
                     .problem = found->second.empty() ? "is broken" : ""};
    }
};

}  // namespace rigkiln::test
