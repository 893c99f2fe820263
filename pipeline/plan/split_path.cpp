#include "pipeline/plan/split_path.hpp"

#include <algorithm>
#include <cstddef>

namespace rigkiln {
namespace {

/// Compares `name` with `suffix` behind it, of both.
int compareNames(const SplitPath& left, const SplitPath& right) {
    const std::size_t common = std::min(left.name.size(), right.name.size());
    const int names = left.name.substr(0, common).compare(right.name.substr(0, common));
    if (names != 0) return names;
    if (left.name.size() == right.name.size()) return left.suffix.compare(right.suffix);
    return (std::string(left.name.substr(common)) += left.suffix)
        .compare(std::string(right.name.substr(common)) += right.suffix);
}

}  // namespace

std::string SplitPath::text() const {
    std::string path;
    path.reserve(folder.size() + 1 + name.size() + suffix.size());
    return path.append(folder).append(1, '/').append(name).append(suffix);
}

bool SplitPath::operator==(const SplitPath& other) const {
    return folder == other.folder && compareNames(*this, other) == 0;
}

SplitPath splitPath(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return {.folder = {}, .name = path};
    return {.folder = path.substr(0, slash), .name = path.substr(slash + 1)};
}

int comparePaths(const SplitPath& left, const SplitPath& right) {
    const std::size_t common = std::min(left.folder.size(), right.folder.size());
    const int folders = left.folder.substr(0, common).compare(right.folder.substr(0, common));
    if (folders != 0) return folders;
    if (left.folder.size() == right.folder.size()) return compareNames(left, right);
    return left.text().compare(right.text());
}

}  // namespace rigkiln
