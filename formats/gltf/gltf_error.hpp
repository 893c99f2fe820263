#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/error_codes.hpp"

namespace rigkiln::gltf {

inline constexpr ErrorCode kExtensionRequired{
    "format.extension-required", ErrorKind::Input,
    "the glTF file requires an extension that this program does not support"};

/// Error for bad input; its text has the path of the field: "accessors[3].bufferView is 9, the file has 4".
/// Thrown and caught inside this format only.
class GltfError : public std::runtime_error {
public:
    explicit GltfError(const std::string& problem, const ErrorCode& code = kDamaged)
        : std::runtime_error(problem), code_(&code) {}

    [[nodiscard]] Error toError() const { return code_->error(what()); }

private:
    const ErrorCode* code_;
};

template <class... Arguments>
[[noreturn]] void fail(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    throw GltfError(fmt::format(text, std::forward<Arguments>(arguments)...));
}

/// Throws a GltfError with another code than kDamaged.
template <class... Arguments>
[[noreturn]] void failWith(const ErrorCode& code, fmt::format_string<Arguments...> text,
                           Arguments&&... arguments) {
    throw GltfError(fmt::format(text, std::forward<Arguments>(arguments)...), code);
}

/// Returns the index if it is below `count`, else throws. `where` is the path of the field that holds it.
inline std::size_t checkedIndex(std::int64_t index, std::size_t count, std::string_view where) {
    if (index < 0 || static_cast<std::uint64_t>(index) >= count)
        fail("{} is {}, the file has {}", where, index, count);
    return static_cast<std::size_t>(index);
}

}  // namespace rigkiln::gltf
