#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln::test {

using Bytes = std::vector<std::byte>;

[[nodiscard]] Bytes bytesOfText(std::string_view text);
[[nodiscard]] std::string textOfBytes(const Bytes& bytes);

/// Bytes that pack well, with runs, repeats and noise in them; the same for the same seed.
[[nodiscard]] Bytes packableBytes(std::size_t size, std::uint32_t seed = 1);

/// Names and contents of an archive, in its order.
using Members = std::vector<std::pair<std::string, Bytes>>;

/// What `module` opens, every member read whole. Throws std::runtime_error with the error's text where it
/// does not open or read.
[[nodiscard]] Members membersOf(const ContainerModule& module, const Bytes& file,
                                const ContainerLimits& limits = {});
/// The error's text of the same; "no error" when there is none.
[[nodiscard]] std::string problemOf(const ContainerModule& module, const Bytes& file,
                                    const ContainerLimits& limits = {});

}  // namespace rigkiln::test
