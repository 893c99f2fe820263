#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "tests/fuzz/input_cost.hpp"

namespace rigkiln {

/// A function of any bytes that aborts when a promise is broken.
struct FuzzTarget {
    std::string_view name;
    void (*run)(std::span<const std::byte> bytes);
};

/// Targets linked into this program.
inline std::vector<FuzzTarget>& fuzzTargets() {
    static std::vector<FuzzTarget> targets;
    return targets;
}

struct RegisteredFuzzTarget {
    explicit RegisteredFuzzTarget(const FuzzTarget& target) { fuzzTargets().push_back(target); }
};

/// Aborts unless a law holds.
inline void require(bool law) {
    if (!law) std::abort();
}

}  // namespace rigkiln

/// FUZZ_TARGET(name, bytes) { ... } defines a target whose input is `bytes`, a std::span<const std::byte>. In
/// the builds with libFuzzer it is the only one of its program; elsewhere fuzz_replay has all of them.
/// FUZZ_TARGET_OF_COST(name, bytes, initializer) { ... } is one with another FuzzCost.
#ifdef RIGKILN_FUZZ
#define FUZZ_TARGET_OF_COST(name, bytes, ...)                                           \
    static void name(std::span<const std::byte> bytes);                                 \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
        static constexpr rigkiln::FuzzCost kCost __VA_ARGS__;                           \
        rigkiln::runWithinCost(name, std::as_bytes(std::span(data, size)), kCost);      \
        return 0;                                                                       \
    }                                                                                   \
    static void name(std::span<const std::byte> bytes)
#else
#define FUZZ_TARGET_OF_COST(name, bytes, ...)                                    \
    static void name(std::span<const std::byte> bytes);                          \
    static const rigkiln::RegisteredFuzzTarget name##_registered({#name, name}); \
    static void name(std::span<const std::byte> bytes)
#endif
#define FUZZ_TARGET(name, bytes) FUZZ_TARGET_OF_COST(name, bytes, = rigkiln::FuzzCost())
