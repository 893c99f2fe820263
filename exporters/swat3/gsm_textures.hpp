#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/swat3/gsm_file.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_export {

/// Textures of the file being made. The stored ones come first in their order, unused ones included, because
/// materials name them by number. New ones follow.
class TextureList {
public:
    /// The stored textures are those in the scene's extras, else those of the base, which may be null. A
    /// texture that the base has, too, is stored as in the base.
    TextureList(const Scene& scene, const swat3::GsmFile* base);

    /// Index of the texture of this name, which is added when there is none. UTF-8.
    std::size_t withName(const std::string& name);
    /// Index of the texture with the file name of a picture, whatever its folder and extension. When there is
    /// none, adds a texture that has the file name alone.
    std::size_t withFileNameOf(std::string_view picture);

    /// Name of a texture in UTF-8.
    [[nodiscard]] const std::string& name(std::size_t index) const { return names_[index]; }
    [[nodiscard]] const std::vector<swat3::GsmTexture>& textures() const { return textures_; }

private:
    std::size_t add(const std::string& name);

    std::map<std::string, const swat3::GsmTexture*> ofBase_;
    std::vector<swat3::GsmTexture> textures_;
    std::vector<std::string> names_;
    std::map<std::string, std::size_t> byName_;     ///< first texture of each name
    std::map<std::string, std::size_t> byPicture_;  ///< by file name without extension, case folded
};

/// Whether two files have the same name apart from case, folder and extension: pictures get converted.
[[nodiscard]] bool isSamePicture(std::string_view left, std::string_view right);

}  // namespace rigkiln::swat3_export
