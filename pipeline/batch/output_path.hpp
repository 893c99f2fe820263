#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln {

/// What the placeholders of an output path stand for.
struct PathValues {
    std::string
        folder;  ///< of the source below the root of its scan, without slashes at its ends; may be empty
    std::string name;       ///< of the source without extension
    std::string extension;  ///< of the source, without the dot
    std::string format;     ///< id of the source's format
};

struct OutputPath {
    std::string path;
    std::string root;
};

/// `{folder}`, `{name}`, `{ext}` and `{format}` in an absolute path; `{clip}` stays, for the exporter. What
/// stands before the first of them is the output root, which nothing leaves whatever the names of sources
/// are.
class PathTemplate {
public:
    /// Fails for a path that is not absolute, ends with a slash or has another placeholder (Configuration).
    [[nodiscard]] static Result<PathTemplate> parse(std::string_view text);

    [[nodiscard]] const std::string& root() const { return root_; }

    /// Fails when a value would make a name that is no plain file name: ".", "..", with a backslash or a NUL,
    /// longer than 255 bytes. The error's `where` is the path it would be.
    [[nodiscard]] Result<OutputPath> fill(const PathValues& values) const;

private:
    struct Piece {
        std::string literal;  ///< or, for a placeholder, empty
        std::string placeholder;
    };

    std::string root_;
    std::vector<Piece> pieces_;  ///< behind the root and its slash
};

}  // namespace rigkiln
