#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace rigkiln {

/// Names of the files of clips: what stands before the name of the clip and behind it.
struct ClipFilePattern {
    std::string before{};
    std::string after{};  ///< with the extension

    bool operator==(const ClipFilePattern&) const = default;
};

/// Whether a pattern of files of clips has kClipPlaceholder once.
[[nodiscard]] bool isClipFilePattern(std::string_view pattern);

/// Returns the pattern for clips beside a main file: "hero.glb" and "{main}@{clip}" give "hero@" and ".glb".
/// Precondition: isClipFilePattern(pattern).
[[nodiscard]] ClipFilePattern clipFilesBeside(std::string_view mainFile, std::string_view pattern);

/// Returns the pattern of files that are named by a file name with kClipPlaceholder alone.
/// Precondition: isClipFilePattern(name).
[[nodiscard]] ClipFilePattern clipFilesOf(std::string_view name);

/// Returns the name of the file with all clips beside a main file: "hero.glb" and "{main}@{clip}" give
/// "hero@library.glb". Precondition: isClipFilePattern(pattern).
[[nodiscard]] std::string libraryFileName(std::string_view mainFile, std::string_view pattern);

/// Whether `file` may be the name of the file of a clip.
[[nodiscard]] bool fits(const ClipFilePattern& pattern, std::string_view file);

/// Names the files of an exporter that writes one file per clip: a pattern in which kClipPlaceholder stands
/// for the clip's name. Each name is given only once, ignoring case, since file systems may ignore case.
class ClipFileNames {
public:
    explicit ClipFileNames(std::string_view pattern);

    /// Names files beside a main file, whose name is given to no clip. See clipFilesBeside.
    [[nodiscard]] static ClipFileNames beside(std::string_view mainFile, std::string_view pattern);

    [[nodiscard]] bool hasPlaceholder() const { return hasPlaceholder_; }

    /// Returns the name of the next file, made from the clip's name by portableStem. Returns the pattern
    /// itself when it has no placeholder.
    [[nodiscard]] std::string next(std::string_view clipName);

private:
    ClipFilePattern pattern_;
    bool hasPlaceholder_;
    /// By the key of each name that was given: the number to try next for it. One that is taken stays so.
    std::map<std::string, std::size_t> taken_;
};

}  // namespace rigkiln
