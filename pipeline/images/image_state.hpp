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
#include "pipeline/report/run_report.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Keeps converted images in a folder for later runs, under a hash of everything they were made from
/// (image_key.hpp). Many runs may use the folder at the same time: files appear complete or not at all, are
/// verified when they are read, and never change their meaning. Deleting any of them only costs time. Safe to
/// use from many threads.
///
/// Never makes a run fail: unreadable images are converted again, images that cannot be written are not kept,
/// and the report mentions it once.
class ImageState {
public:
    ImageState(StateSettings settings, const ImageFormats& formats, Disk& disk = realDisk());

    /// Returns the image kept under `key` (without bytes if these are the source's), or the result of `make`,
    /// which is then kept. A thread waits when another one makes the image of the same key.
    [[nodiscard]] UsableImage find(const std::string& key, const std::function<UsableImage()>& make);

    /// Removes the least recently used images when there are more bytes than the settings allow. Call once,
    /// at the end.
    void trim();

    /// Returns what was done so far. The numbers do not depend on the number of threads.
    [[nodiscard]] StateReport report() const;

private:
    struct Entry {
        std::mutex mutex;
        bool isKnown = false;  ///< already counted as found or made
    };

    [[nodiscard]] std::string pathOf(const std::string& key) const;
    [[nodiscard]] std::optional<UsableImage> read(const std::string& key) const;
    void keep(const std::string& key, const UsableImage& image);
    void count(Entry& entry, std::size_t StateReport::*number);
    void fail(const Error& error);

    Disk& disk_;
    StateSettings settings_;
    std::string imageFolder_;
    std::vector<const IssueKind*> issues_;  ///< of all formats
    Publisher publisher_;
    mutable std::mutex mutex_;  ///< guards the members below
    std::map<std::string, std::unique_ptr<Entry>> entries_;
    StateReport report_;
};

}  // namespace rigkiln
