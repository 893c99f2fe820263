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

/// Makes compressible bytes with runs, repeats and noise; the same for the same seed.
[[nodiscard]] Bytes packableBytes(std::size_t size, std::uint32_t seed = 1);

/// Names and contents of an archive's members, in their order.
using Members = std::vector<std::pair<std::string, Bytes>>;

/// Opens the file and reads all its members; a wrapper has one member without a name. Throws
/// std::runtime_error with the error's text on failure.
[[nodiscard]] Members membersOf(const ContainerModule& module, const Bytes& file,
                                const ContainerLimits& limits = {});
/// Error text of `membersOf`; "no error" when it succeeds.
[[nodiscard]] std::string problemOf(const ContainerModule& module, const Bytes& file,
                                    const ContainerLimits& limits = {});

}  // namespace rigkiln::test
