#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/swat3/gsm_file.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// The textures of the file being made: first those it had, in their order, because materials name them by
/// number and unused ones count; then new ones.
class TextureList {
public:
    /// What it had is in the scene's extras, else in the base, which may be null. How names of the base are
    /// stored is as the base has it.
    TextureList(const Scene& scene, const swat3::GsmFile* base);

    /// The one of this name, added as it is when there is none. UTF-8.
    std::size_t withName(const std::string& name);
    /// The one with the file name of a picture, whatever its folder and extension; else a new one that has
    /// the file name alone.
    std::size_t withFileNameOf(std::string_view picture);

    /// In UTF-8.
    [[nodiscard]] const std::string& name(std::size_t index) const { return names_[index]; }
    [[nodiscard]] const std::vector<swat3::GsmTexture>& textures() const { return textures_; }

private:
    std::size_t add(const std::string& name);

    std::map<std::string, const swat3::GsmTexture*> ofBase_;
    std::vector<swat3::GsmTexture> textures_;
    std::vector<std::string> names_;
    std::map<std::string, std::size_t> byName_;     ///< the first of each
    std::map<std::string, std::size_t> byPicture_;  ///< by file name without extension, case folded
};

/// Whether both are files of one name, by case, folder and extension alike or not: pictures are converted.
[[nodiscard]] bool isSamePicture(std::string_view left, std::string_view right);

}  // namespace rigkiln::swat3_writer
