#include "formats/gltf/validate/json_place.hpp"

namespace rigkiln::gltf_validation {
namespace {

void appendToken(std::string& pointer, std::string_view name) {
    pointer += '/';
    for (const char character : name) {
        if (character == '~') {
            pointer += "~0";
        } else if (character == '/') {
            pointer += "~1";
        } else {
            pointer += character;
        }
    }
}

}  // namespace

std::string pointerTo(std::string_view pointer, std::string_view name) {
    std::string longer(pointer);
    appendToken(longer, name);
    return longer;
}

std::string pointerTo(std::string_view pointer, std::size_t index) {
    return pointerTo(pointer, std::to_string(index));
}

std::string JsonPlace::pointer() const {
    std::string text;
    for (const Token& token : tokens_) {
        if (token.isIndex) {
            appendToken(text, std::to_string(token.index));
        } else {
            appendToken(text, token.name);
        }
    }
    return text;
}

}  // namespace rigkiln::gltf_validation
