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
#include "pipeline/batch/kept_image.hpp"
#include "pipeline/batch/publish.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Converted images in a folder, by what they were made of (image_key.hpp), so that a picture is converted
/// once whatever runs and files it stands in. Many runs may use the folder at one time: a file in it is whole
/// or not there, is checked when it is read, and never means anything else. Deleting any of it costs time and
/// nothing more. Safe to use from many threads.
///
/// Never in the way: what cannot be read is made anew, what cannot be written is not kept, and the report
/// says so once.
class ImageState {
public:
    ImageState(StateSettings settings, const ImageFormats& formats);

    /// What is kept below `key` (without bytes, where they are those of the source), or what `make` gives,
    /// which is then kept. Whoever asks for a key that another thread is making waits for it.
    [[nodiscard]] UsableImage find(const std::string& key, const std::function<UsableImage()>& make);

    /// Removes what was not used for longest when there is more than the settings allow. To be called once,
    /// at the end.
    void trim();

    /// What was done so far. The numbers are the same for any number of threads.
    [[nodiscard]] StateReport report() const;

private:
    struct Entry {
        std::mutex mutex;
        bool isKnown = false;  ///< counted, as found or made
    };

    [[nodiscard]] std::string pathOf(const std::string& key) const;
    [[nodiscard]] std::optional<UsableImage> read(const std::string& key) const;
    void keep(const std::string& key, const UsableImage& image);
    void count(Entry& entry, std::size_t StateReport::*number);
    void fail(const Error& error);

    StateSettings settings_;
    std::string imageFolder_;
    std::vector<const IssueKind*> issues_;  ///< of all formats
    Publisher publisher_;
    mutable std::mutex mutex_;  ///< of what follows
    std::map<std::string, std::unique_ptr<Entry>> entries_;
    StateReport report_;
};

}  // namespace rigkiln
