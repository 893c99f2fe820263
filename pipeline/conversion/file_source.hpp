#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/conversion/image_recipe.hpp"

namespace rigkiln {

/// The folder of pictures that the models of a tree share: at the root of what a run writes, and beside or
/// above models that are read.
inline constexpr std::string_view kSharedFolder = "textures";

/// How a format reaches companions of the file it reads: textures by name, parts by path. A port: folders in
/// production, a map in tests. Implementations search by the source's rules, never leave the configured
/// roots, and are safe to call from several threads.
class FileSource {
public:
    virtual ~FileSource() = default;

    struct Found {
        std::string path;           ///< for messages and reports
        SharedBytes bytes;          ///< of an image: a PNG or JPEG file; empty: see `problem`
        std::string problem{};      ///< why an image that is there cannot be used
        Diagnostics diagnostics{};  ///< what was odd about an image
        ImageTraits traits{};       ///< of an image whose recipe wants them
    };

    /// The image a model calls `name`: only its base name counts, compared without case, with the extension
    /// as given or another of an image. What glTF does not hold is converted, and the recipe is followed.
    /// Nothing when there is none.
    [[nodiscard]] std::optional<Found> findImage(std::string_view name, const ImageRecipe& recipe = {}) {
        return loadImage(name, recipe);
    }

    /// Where `findImage` looks, for those who are to put an image there. Empty where that is no folder.
    [[nodiscard]] virtual std::vector<std::string> imageFolders() const { return {}; }

    /// The names of the image files in the asset's own folder, sorted by their bytes.
    [[nodiscard]] virtual std::vector<std::string> imagesBeside() { return {}; }

    /// The file that the asset names by a path relative to its own folder, such as the buffer of a .gltf. An
    /// Input error when the path leads anywhere else, is longer than `limit` bytes, or there is no such file.
    [[nodiscard]] Result<Found> readBeside(std::string_view path, std::size_t limit);

    /// The image that the asset names by a relative path into kSharedFolder, without case, in its own folder
    /// or in any above it: "../../textures/skin.png". The one way out of the asset's folder; that of what we
    /// write. An Input error for any other path, and when there is no such image or it cannot be used.
    [[nodiscard]] Result<Found> readShared(std::string_view path);

private:
    [[nodiscard]] virtual std::optional<Found> loadImage(std::string_view name,
                                                         const ImageRecipe& recipe) = 0;
    /// `path` is clean: names separated by '/', none of them empty, "." or "..". Finds nothing by default.
    [[nodiscard]] virtual Result<Found> loadBeside(const std::string& path, std::size_t limit);

    /// The image `name` in the folder called `folder` that stands `levelsUp` folders above the asset's own;
    /// both are plain file names. Nothing when there is none, which is the default.
    [[nodiscard]] virtual std::optional<Found> loadShared(std::size_t levelsUp, const std::string& folder,
                                                          const std::string& name);
};

/// A path below a folder, as file formats write it, without "." and empty parts; '/' separates. An error when
/// it could lead out of the folder: absolute, "..", a drive, a scheme, a backslash, a zero byte.
[[nodiscard]] Result<std::string> pathBelow(std::string_view path);

/// Finds nothing: for formats without companions, and for tests.
class NoFiles final : public FileSource {
private:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name, const ImageRecipe& recipe) override;
};

}  // namespace rigkiln
