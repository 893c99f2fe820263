#include "formats/gltf/animation_pointer.hpp"

#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

#include "formats/gltf/json_value.hpp"

namespace rigkiln::gltf {

std::string_view pointerOf(const Value& channel) {
    const Value* extensions = member(member(&channel, "target"), "extensions");
    const std::string* pointer = asText(member(member(extensions, "KHR_animation_pointer"), "pointer"));
    return pointer == nullptr ? std::string_view() : std::string_view(*pointer);
}

std::optional<std::size_t> materialOfOffset(std::string_view pointer) {
    constexpr std::string_view kBefore = "/materials/";
    constexpr std::string_view kBehind =
        "/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset";
    if (!pointer.starts_with(kBefore) || !pointer.ends_with(kBehind)) return std::nullopt;
    if (pointer.size() <= kBefore.size() + kBehind.size()) return std::nullopt;
    const char* begin = pointer.data() + kBefore.size();
    const char* end = pointer.data() + pointer.size() - kBehind.size();
    std::uint32_t number = 0;
    const auto [last, problem] = std::from_chars(begin, end, number);
    return problem == std::errc() && last == end ? std::optional<std::size_t>(number) : std::nullopt;
}

}  // namespace rigkiln::gltf
