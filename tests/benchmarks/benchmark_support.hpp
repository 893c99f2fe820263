#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln {

using Bytes = std::vector<std::byte>;

/// Reads the file into a scene, without companion files. Throws std::runtime_error when the reader refuses
/// it.
[[nodiscard]] Scene readWith(const FormatModule& format, const Bytes& bytes, const std::string& name);

/// Runs the last steps of a conversion: turns a scene in canonical space, with its clips bound, into the
/// pieces of a GLB, with all checks. Throws std::runtime_error when the scene breaks a law or a rule of glTF.
[[nodiscard]] OutputSet checkedGlb(Scene& scene);

/// Sets the input bytes of one iteration, from which the library computes bytes per second.
void setBytes(benchmark::State& state, std::size_t bytes);

}  // namespace rigkiln
