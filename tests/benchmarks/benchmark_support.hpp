#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln {

using Bytes = std::vector<std::byte>;

/// The file as a scene, without companions. Throws std::runtime_error when it is refused.
[[nodiscard]] Scene readWith(const FormatModule& format, const Bytes& bytes, const std::string& name);

/// The last steps of a conversion: a scene in canonical space, its clips bound, to the pieces of a GLB, with
/// all checks. Throws std::runtime_error when the scene breaks a law or a rule of glTF.
[[nodiscard]] OutputSet checkedGlb(Scene& scene);

/// How many bytes a round of the benchmark takes in.
void setBytes(benchmark::State& state, std::size_t bytes);

}  // namespace rigkiln
