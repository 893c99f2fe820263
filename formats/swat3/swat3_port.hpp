#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/format_module.hpp"

/// What a FormatModule offers for GSM and GSA that needs no Scene; the signatures and contracts are those of
/// the port.
namespace rigkiln::swat3 {

inline constexpr std::string_view kGsmExtension = ".gsm";
inline constexpr std::string_view kGsaExtension = ".gsa";

/// By the magic. A file of the right extension counts when it is cut off within the magic, so that reading it
/// can say so; an empty one is ignored.
[[nodiscard]] std::optional<Recognition> recogniseGsm(std::span<const std::byte> head,
                                                      std::string_view extension);
[[nodiscard]] std::optional<Recognition> recogniseGsa(std::span<const std::byte> head,
                                                      std::string_view extension);

/// The number of bones.
[[nodiscard]] Result<Probe> probeGsm(std::span<const std::byte> file);
/// The last bone that the clip moves, by its ordinal in the clip's own skeleton. Listed bones that the
/// skeleton has not do not count.
[[nodiscard]] Result<Probe> probeGsa(std::span<const std::byte> file);

[[nodiscard]] Result<std::vector<std::byte>> reencodeGsm(std::span<const std::byte> file);
[[nodiscard]] Result<std::vector<std::byte>> reencodeGsa(std::span<const std::byte> file);

[[nodiscard]] Result<std::string> dumpGsmText(std::span<const std::byte> file);
[[nodiscard]] Result<std::string> dumpGsaText(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
