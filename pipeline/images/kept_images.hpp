#pragma once

#include <functional>
#include <string>

#include "pipeline/images/usable_image.hpp"

namespace rigkiln {

/// Converted images of others, by a hash of everything they are made from (image_key.hpp): a port. Safe to
/// use from many threads.
class KeptImages {
public:
    KeptImages() = default;
    virtual ~KeptImages() = default;
    KeptImages(const KeptImages&) = delete;
    KeptImages& operator=(const KeptImages&) = delete;

    /// Returns the image kept under `key` (without bytes if these are the source's), or the result of `make`,
    /// which is then kept. A thread waits when another one makes the image of the same key.
    [[nodiscard]] virtual UsableImage find(const std::string& key,
                                           const std::function<UsableImage()>& make) = 0;
};

}  // namespace rigkiln
