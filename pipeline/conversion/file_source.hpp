#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigkiln {

/// How a format reaches companions of the file it reads (textures now, more later). A port: folders in
/// production, a map in tests. Implementations search by the source's rules, never leave the configured
/// roots, and are safe to call from several threads.
class FileSource {
public:
    virtual ~FileSource() = default;

    struct Found {
        std::string path;  ///< for messages and reports
        std::vector<std::byte>
            bytes;  ///< a PNG or JPEG file; empty: there, but nothing a glTF reader accepts
    };

    /// The image a model calls `name`: only its base name counts, compared without case, with the extension
    /// as given or one a glTF reader accepts (.png, .jpg, .jpeg). Nothing when there is none.
    [[nodiscard]] virtual std::optional<Found> findImage(std::string_view name) = 0;
};

/// Finds nothing: for formats without companions, and for tests.
class NoFiles final : public FileSource {
public:
    [[nodiscard]] std::optional<Found> findImage(std::string_view name) override;
};

}  // namespace rigkiln
