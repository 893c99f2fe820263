#pragma once

#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/conversion/file_source.hpp"

namespace rigkiln {

/// Passes requests for companions on to another source and records the answers. Safe to use from several
/// threads if the other one is.
class RecordingSource final : public FileSource {
public:
    /// An image that a model asked for.
    struct Request {
        std::string name;       ///< as the model says it
        std::string path{};     ///< where it was found; empty: nowhere
        std::string problem{};  ///< why it cannot be used
        ImageContent content = ImageContent::Color;
    };

    /// Borrows `source`.
    explicit RecordingSource(FileSource& source) : source_(source) {}

    [[nodiscard]] std::vector<std::string> imageFolders() const override { return source_.imageFolders(); }
    [[nodiscard]] std::vector<std::string> imagesBeside() override { return source_.imagesBeside(); }
    /// Requests for images in the order in which they were made; one per name and content.
    [[nodiscard]] std::vector<Request> requests() const;

private:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name, const ImageRecipe& recipe) override;
    [[nodiscard]] Result<Found> loadBeside(const std::string& path, std::size_t limit) override;
    [[nodiscard]] std::optional<Found> loadShared(std::size_t levelsUp, const std::string& folder,
                                                  const std::string& name) override;
    void note(Request request);

    FileSource& source_;
    mutable std::mutex mutex_;
    std::vector<Request> requests_;
    std::set<std::pair<std::string, ImageContent>> known_;
};

}  // namespace rigkiln
