#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/glob.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln {

/// Decides by the patterns of a scan about paths relative to its root.
class ScanFilter {
public:
    /// Fails when a pattern is invalid.
    [[nodiscard]] static Result<ScanFilter> compile(const std::vector<std::string>& include,
                                                    const std::vector<std::string>& exclude, bool ignoreCase);

    /// Returns true when the path matches an include and no exclude.
    [[nodiscard]] bool takes(std::string_view path) const;
    /// Returns true when a whole folder is excluded, by a pattern that ends with "/**".
    [[nodiscard]] bool skipsFolder(std::string_view path) const;
    /// Returns true when paths below a folder may be accepted.
    [[nodiscard]] bool mayTakeInFolder(std::string_view path) const;
    /// Returns true when paths below a file may be accepted if it is an archive.
    [[nodiscard]] bool mayTakeBelow(std::string_view path) const;
    /// Returns true when an include names the file as a folder with a dot in its name.
    [[nodiscard]] bool namesAsFolder(std::string_view path) const;

private:
    std::vector<Glob> include_;
    std::vector<Glob> exclude_;
    std::vector<Glob> excludedFolders_;
    std::vector<Glob> namedFolders_;
};

}  // namespace rigkiln
