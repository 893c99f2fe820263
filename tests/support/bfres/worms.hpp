#pragma once

#include <cstddef>
#include <vector>

/// As many bones as a large animal of the games has, and as many motions: the worm of the corpus, many times.
namespace rigkiln::test {

inline constexpr std::size_t kWorms = 17;  ///< of six bones
inline constexpr std::size_t kWormMotions = 111;

/// A model of the Wii U: a skinned shape for each worm, all with one material. 125 KiB.
[[nodiscard]] std::vector<std::byte> makeWormsModel();

/// That many skeletal animations, each of which moves all bones of the model: 29 KiB each.
[[nodiscard]] std::vector<std::byte> makeWormsAnimations(std::size_t count = kWormMotions);

}  // namespace rigkiln::test
