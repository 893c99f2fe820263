#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/images/kept_image.hpp"
#include "pipeline/images/kept_images.hpp"
#include "pipeline/report/report_parts.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// An image that a process looked up.
struct ImageUse {
    std::string key{};
    bool isMade = false;  ///< false: an earlier run, or another process, had made it
};

/// Keeps converted images in a folder for later runs, under a hash of everything they were made from
/// (image_key.hpp). Many runs may use the folder at the same time: files appear complete or not at all, are
/// verified when they are read, and never change their meaning. Deleting any of them only costs time. Safe to
/// use from many threads.
///
/// Never makes a run fail: unreadable images are converted again, images that cannot be written are not kept,
/// and the report mentions it once.
class ImageState final : public KeptImages {
public:
    ImageState(StateSettings settings, const ImageFormats& formats, Disk& disk = realDisk());

    [[nodiscard]] UsableImage find(const std::string& key, const std::function<UsableImage()>& make) override;

    // For processes that share the work of a run: one adds up what the others did.

    /// From now on makes no image that another process, which calls this too, is making: waits until it is
    /// there, at most some seconds. `told` gets each image at its first use, one that was made before it can
    /// be seen in the folder; it is called from many threads. Call it before the first use.
    void shareWork(std::function<void(const ImageUse&)> told) { told_ = std::move(told); }

    /// Makes the folder of images, as far as it can, and returns its path.
    std::string makeImageFolder();
    /// From now on keeps in mind which images were looked up.
    void noteUses() { notesUses_ = true; }
    /// Returns those since the last call, each once in the lifetime of this.
    [[nodiscard]] std::vector<ImageUse> takeUses();
    void addUses(const std::vector<ImageUse>& uses);
    /// Takes the reason why another process keeps no more images.
    void addProblem(const Error& error) { fail(error); }

    /// Removes the least recently used images when there are more bytes than the settings allow. Call once,
    /// at the end.
    void trim();

    /// Returns what was done so far. The numbers do not depend on the number of threads.
    [[nodiscard]] StateReport report() const;

private:
    struct Entry {
        std::mutex mutex;
        std::optional<bool> isMade{};  ///< counted as made, or as found; nothing: not yet
    };

    [[nodiscard]] std::string pathOf(const std::string& key) const;
    [[nodiscard]] std::optional<UsableImage> read(const std::string& key) const;
    /// File that says that a process makes the image; removed at the end.
    class Claim;
    [[nodiscard]] std::optional<UsableImage> readOrClaim(const std::string& key, Claim& claim);
    void keep(const std::string& key, const UsableImage& image);
    void count(const std::string& key, Entry& entry, bool isMade);
    void fail(const Error& error);

    Disk& disk_;
    StateSettings settings_;
    std::string imageFolder_;
    std::vector<const IssueKind*> issues_;  ///< of all formats
    Publisher publisher_;
    mutable std::mutex mutex_;  ///< guards the members below
    std::map<std::string, std::unique_ptr<Entry>> entries_;
    StateReport report_;
    std::function<void(const ImageUse&)> told_;  ///< empty: work is not shared
    bool notesUses_ = false;
    std::vector<ImageUse> uses_;  ///< since takeUses
};

}  // namespace rigkiln
