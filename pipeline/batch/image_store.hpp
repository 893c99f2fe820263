#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "pipeline/conversion/image_recipe.hpp"

namespace rigkiln {

/// An image file as glTF can hold it.
struct UsableImage {
    SharedBytes bytes{};        ///< a PNG or JPEG file; empty: see `problem`
    std::string problem{};      ///< why there is none
    Diagnostics diagnostics{};  ///< what was odd about the file
};

/// The images of a run: each file is read and converted once for all models that use it, as long as there is
/// room to keep it, and again afterwards. PNG and JPEG files are taken as they are. Safe to use from many
/// threads; whoever asks for a file that another thread is converting waits for it.
class ImageStore {
public:
    /// `keptBytes`: what is kept beyond the images in use.
    ImageStore(const ImageFormats& formats, std::size_t keptBytes)
        : formats_(formats), keptBytes_(keptBytes) {}

    /// Never null.
    [[nodiscard]] ImageTraits traitsOf(std::span<const std::byte> bytes) const;
    [[nodiscard]] std::shared_ptr<const UsableImage> load(const std::string& path);

private:
    struct Entry {
        std::once_flag isMade;
        UsableImage image;
        std::list<std::string>::iterator position;  ///< in `recent_`, once it is kept
        bool isKept = false;
    };

    void keep(const std::string& path, const std::shared_ptr<Entry>& entry);

    ImageFormats formats_;
    std::size_t keptBytes_;
    std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<Entry>> entries_;  ///< looked up only
    std::list<std::string> recent_;  ///< paths of what is kept, the last used first
    std::size_t size_ = 0;           ///< bytes of what is kept
};

/// The bytes of an image file as glTF can hold them. `path` is for its extension alone.
[[nodiscard]] UsableImage usableImage(const ImageFormats& formats, const std::string& path,
                                      std::vector<std::byte> file);

}  // namespace rigkiln
