#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/conversion/file_source.hpp"
#include "pipeline/files/file_tree.hpp"

namespace rigkiln::cli {

/// Files beside one file, as they are: images are not converted.
class RawFiles final : public FileSource {
public:
    /// `files` must outlive this.
    RawFiles(FileTree& files, std::string_view path);

private:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name, const ImageRecipe& recipe) override;
    [[nodiscard]] Result<Found> loadBeside(const std::string& path, std::size_t limit) override;
    [[nodiscard]] std::optional<Found> loadShared(std::size_t levelsUp, const std::string& folder,
                                                  const std::string& name) override;

    FileTree& files_;
    std::string folder_;  ///< with a slash behind it, or empty
};

}  // namespace rigkiln::cli
