#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/glob.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln {

/// What the patterns of a scan say about a path below its root.
class ScanFilter {
public:
    /// Fails for a pattern that is none.
    [[nodiscard]] static Result<ScanFilter> compile(const std::vector<std::string>& include,
                                                    const std::vector<std::string>& exclude, bool ignoreCase);

    /// Matches an include and no exclude.
    [[nodiscard]] bool takes(std::string_view path) const;
    /// All of a folder is excluded: a pattern ends with "/**" there.
    [[nodiscard]] bool skipsFolder(std::string_view path) const;
    /// Something below a file may be taken, if the file turns out to be an archive.
    [[nodiscard]] bool mayTakeBelow(std::string_view path) const;
    /// An include has the file as a folder, with a dot in its name.
    [[nodiscard]] bool namesAsFolder(std::string_view path) const;

private:
    std::vector<Glob> include_;
    std::vector<Glob> exclude_;
    std::vector<Glob> excludedFolders_;
    std::vector<Glob> namedFolders_;
};

}  // namespace rigkiln
