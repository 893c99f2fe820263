#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace rigkiln::gltf {

/// Error for bad input; its text has the path of the field: "accessors[3].bufferView is 9, the file has 4".
/// Thrown and caught inside this format only.
class GltfError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

template <class... Arguments>
[[noreturn]] void fail(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    throw GltfError(fmt::format(text, std::forward<Arguments>(arguments)...));
}

/// Returns the index if it is below `count`, else throws. `where` is the path of the field that holds it.
inline std::size_t checkedIndex(std::int64_t index, std::size_t count, std::string_view where) {
    if (index < 0 || static_cast<std::uint64_t>(index) >= count)
        fail("{} is {}, the file has {}", where, index, count);
    return static_cast<std::size_t>(index);
}

}  // namespace rigkiln::gltf
