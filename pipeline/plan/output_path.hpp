#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln {

inline constexpr IssueKind kNameReplaced{
    "output.name-replaced", Severity::Warning,
    "the name of a member of an archive has characters that other systems forbid, or is reserved there; the "
    "output's name has %XX instead, or begins with _"};

/// Values of the placeholders of an output path.
struct PathValues {
    std::string folder;     ///< the source's folder below its scan's root, no outer slashes; may be empty
    std::string name;       ///< name of the source without extension
    std::string extension;  ///< extension of the source, without the dot
    std::string format;     ///< id of the source's format
};

/// Replaces control characters, which break lines of lists and rule terminals, and what Windows forbids, by %
/// and their codes, and puts _ before names of its devices. Adds an issue for each value that had some. For
/// names in archives, which may be anything; names on the disk are somebody's own.
void makePortable(PathValues& values, Diagnostics& diagnostics);

struct OutputPath {
    std::string path;
    std::string root;
};

/// An absolute path with the placeholders `{folder}`, `{name}`, `{ext}` and `{format}`; `{clip}` is left for
/// the exporter, and `{{` stands for a brace. The folders before the first placeholder are the output root.
/// No source name can lead out of it.
class PathTemplate {
public:
    /// Fails with kind Configuration when the path is not absolute, ends with a slash or has an unknown
    /// placeholder.
    [[nodiscard]] static Result<PathTemplate> parse(std::string_view text);

    /// Returns a path in which nothing but `{clip}` is a placeholder: the text that parse() turns into it.
    [[nodiscard]] static std::string literal(std::string_view path);

    [[nodiscard]] const std::string& root() const { return root_; }

    /// Fails when a value would give an invalid file name: ".", "..", with a backslash or a NUL, or longer
    /// than 255 bytes. The error's `where` is the resulting path.
    [[nodiscard]] Result<OutputPath> fill(const PathValues& values) const;

private:
    struct Piece {
        std::string literal;  ///< empty for a placeholder
        std::string placeholder;
    };

    std::string root_;
    std::vector<Piece> pieces_;  ///< after the root and its slash
};

}  // namespace rigkiln
