#include "pipeline/base/file_name.hpp"

#include <cstddef>

namespace rigkiln {

NameParts splitName(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    const std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
    const std::size_t dot = file.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return {file, {}};
    return {file.substr(0, dot), file.substr(dot)};
}

}  // namespace rigkiln
