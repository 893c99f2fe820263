#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/format_module.hpp"

/// Functions of the FormatModules for GSM and GSA that need no Scene. Signatures and contracts are those of
/// the port.
namespace rigkiln::swat3 {

inline constexpr std::string_view kGsmExtension = ".gsm";
inline constexpr std::string_view kGsaExtension = ".gsa";

/// Recognise a file by its magic. A file that ends within the magic counts if it has the right extension, so
/// that reading can report it.
[[nodiscard]] std::optional<Recognition> recogniseGsm(std::span<const std::byte> head,
                                                      std::string_view extension);
[[nodiscard]] std::optional<Recognition> recogniseGsa(std::span<const std::byte> head,
                                                      std::string_view extension);

/// Returns the number of bones.
[[nodiscard]] Result<Probe> probeGsm(std::span<const std::byte> file);
/// Returns the number of bones in the clip's own skeleton, and the highest ordinal of a bone that the clip
/// animates. Ignores listed bones that the skeleton does not have.
[[nodiscard]] Result<Probe> probeGsa(std::span<const std::byte> file);

[[nodiscard]] Result<std::vector<std::byte>> reencodeGsm(std::span<const std::byte> file);
[[nodiscard]] Result<std::vector<std::byte>> reencodeGsa(std::span<const std::byte> file);

[[nodiscard]] Result<std::string> dumpGsmText(std::span<const std::byte> file);
[[nodiscard]] Result<std::string> dumpGsaText(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
