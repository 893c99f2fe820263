#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace rigkiln {

/// Names the files of an exporter that writes one file per clip: a pattern in which kClipPlaceholder stands
/// for the clip's name. Each name is given only once, ignoring case, since file systems may ignore case.
class ClipFileNames {
public:
    explicit ClipFileNames(std::string pattern);

    [[nodiscard]] bool hasPlaceholder() const { return place_ != std::string::npos; }

    /// Returns the name of the next file, made from the clip's name by portableStem. Returns the pattern
    /// itself when it has no placeholder.
    [[nodiscard]] std::string next(std::string_view clipName);

private:
    std::string pattern_;
    std::size_t place_;
    /// By the key of each name that was given: the number to try next for it. One that is taken stays so.
    std::map<std::string, std::size_t> taken_;
};

}  // namespace rigkiln
