#pragma once

#include <cstddef>
#include <vector>

/// Repeats the worm of the corpus, until it has as many bones and motions as a large animal of the games.
namespace rigkiln::test {

inline constexpr std::size_t kWorms = 17;  ///< each of six bones
inline constexpr std::size_t kWormMotions = 111;

/// Wii U model with one skinned shape for each worm and one material; 125 KiB.
[[nodiscard]] std::vector<std::byte> makeWormsModel();

/// Makes `count` skeletal animations, each of which moves all bones of the model; 29 KiB each.
[[nodiscard]] std::vector<std::byte> makeWormsAnimations(std::size_t count = kWormMotions);

}  // namespace rigkiln::test
