#include "exporters/swat3/gsm_textures.hpp"

#include <variant>

#include "pipeline/base/text.hpp"
#include "pipeline/wayback/extras_values.hpp"

namespace rigkiln::swat3_export {
namespace {

std::string_view fileNameOf(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string pictureOf(std::string_view path) {
    const std::string_view name = fileNameOf(path);
    const std::size_t dot = name.rfind('.');
    return foldCase(dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot));
}

}  // namespace

bool isSamePicture(std::string_view left, std::string_view right) {
    return pictureOf(left) == pictureOf(right);
}

TextureList::TextureList(const Scene& scene, const swat3::GsmFile* base) {
    if (base != nullptr) {
        for (const swat3::GsmTexture& texture : base->textures)
            ofBase_.emplace(toUtf8(texture.name), &texture);
    }
    const Properties* gsm = objectIn(scene.extras, "gsm");
    const ValueList* names = gsm == nullptr ? nullptr : listIn(*gsm, "textures");
    if (names != nullptr) {
        for (const Value& name : *names) {
            if (const auto* text = std::get_if<std::string>(&name.content())) add(*text);
        }
    } else if (base != nullptr) {
        for (const swat3::GsmTexture& texture : base->textures)
            add(toUtf8(texture.name));
    }
}

std::size_t TextureList::withName(const std::string& name) {
    const auto known = byName_.find(name);
    return known == byName_.end() ? add(name) : known->second;
}

std::size_t TextureList::withFileNameOf(std::string_view picture) {
    const auto known = byPicture_.find(pictureOf(picture));
    return known == byPicture_.end() ? add(std::string(fileNameOf(picture))) : known->second;
}

std::size_t TextureList::add(const std::string& name) {
    const std::size_t index = textures_.size();
    const auto stored = ofBase_.find(name);
    if (stored != ofBase_.end()) {
        textures_.push_back(*stored->second);
    } else {
        textures_.push_back({.name = toStoredText(name), .countedNuls = 0});
    }
    names_.push_back(name);
    byName_.emplace(name, index);
    byPicture_.emplace(pictureOf(name), index);
    return index;
}

}  // namespace rigkiln::swat3_export
