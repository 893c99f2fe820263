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

/// Name of the folder with pictures that several models share: at the root of a run's output, and beside or
/// above models that are read.
inline constexpr std::string_view kSharedFolder = "textures";

/// Gives a format access to companions of the file it reads: textures by name, parts by path. A port: backed
/// by folders in production, by a map in tests. Implementations search by the source's rules, never leave the
/// configured roots, and are safe to call from several threads.
class FileSource {
public:
    virtual ~FileSource() = default;

    struct Found {
        std::string path;           ///< for messages and reports
        SharedBytes bytes;          ///< of an image: a PNG or JPEG file; empty: see `problem`
        std::string problem{};      ///< why an existing image cannot be used
        Diagnostics diagnostics{};  ///< issues of an image's file
        ImageTraits traits{};       ///< of an image, if its recipe asks for them
    };

    /// Finds the image that a model calls `name`. Compares only base names, ignoring case; the extension may
    /// be the given one or any other image extension. Converts the image to PNG or JPEG as glTF needs and
    /// applies the recipe. Returns nothing when there is no such image.
    [[nodiscard]] std::optional<Found> findImage(std::string_view name, const ImageRecipe& recipe = {}) {
        return loadImage(name, recipe);
    }

    /// Returns the folders that `findImage` searches, to tell users where to put a missing image. Empty for
    /// sources without folders.
    [[nodiscard]] virtual std::vector<std::string> imageFolders() const { return {}; }

    /// Returns the names of image files in the asset's own folder, sorted bytewise.
    [[nodiscard]] virtual std::vector<std::string> imagesBeside() { return {}; }

    /// Reads the file at a path relative to the asset's folder, such as the buffer of a .gltf. Fails with an
    /// Input error when the path leads out of the folder, when the file is larger than `limit` bytes, or when
    /// it does not exist.
    [[nodiscard]] Result<Found> readBeside(std::string_view path, std::size_t limit);

    /// Reads the image at a relative path into kSharedFolder (ignoring case), in the asset's own folder or
    /// any folder above: "../../textures/skin.png". This is the only way out of the asset's folder, because
    /// our own outputs use it. Fails with an Input error for any other path, and when the image does not
    /// exist or cannot be used.
    [[nodiscard]] Result<Found> readShared(std::string_view path);

private:
    [[nodiscard]] virtual std::optional<Found> loadImage(std::string_view name,
                                                         const ImageRecipe& recipe) = 0;
    /// Implements readBeside. `path` is clean: names separated by '/', none of them empty, "." or "..". The
    /// default finds nothing.
    [[nodiscard]] virtual Result<Found> loadBeside(const std::string& path, std::size_t limit);

    /// Implements readShared. Looks for the image `name` in the folder `folder`, `levelsUp` folders above the
    /// asset's own; both are plain file names. The default finds nothing.
    [[nodiscard]] virtual std::optional<Found> loadShared(std::size_t levelsUp, const std::string& folder,
                                                          const std::string& name);
};

/// Normalises a relative path of a file format: drops "." and empty parts; '/' is the separator. Fails when
/// the path could lead out of the folder: absolute, "..", a drive, a scheme, a backslash, a zero byte.
[[nodiscard]] Result<std::string> pathBelow(std::string_view path);

/// A FileSource without files, for formats without companions and for tests.
class NoFiles final : public FileSource {
private:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name, const ImageRecipe& recipe) override;
};

}  // namespace rigkiln
