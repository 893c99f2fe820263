#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Values and messages shared by the codecs.
namespace rigkiln::swat3 {

/// Number of NULs behind the name of a texture.
inline constexpr std::size_t kTextureNuls = 2;

/// "12, below 4 is expected: there are 4 positions".
[[nodiscard]] std::string indexProblem(std::size_t value, std::size_t limit, std::string_view what);

}  // namespace rigkiln::swat3
