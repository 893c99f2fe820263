#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace rigkiln {

/// The files of an exporter that writes one for each clip: a pattern with kClipPlaceholder where the name of
/// the clip goes. Each name is given once, without regard to case: others open them where case does not
/// count.
class ClipFileNames {
public:
    explicit ClipFileNames(std::string pattern);

    [[nodiscard]] bool hasPlaceholder() const { return place_ != std::string::npos; }

    /// The name of the next file, for a clip of any name (portableStem). Without a placeholder it is the
    /// pattern, every time.
    [[nodiscard]] std::string next(std::string_view clipName);

private:
    std::string pattern_;
    std::size_t place_;
    std::set<std::string> taken_;
};

}  // namespace rigkiln
