#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/scene/transform.hpp"

namespace rigkiln {

/// A joint as a file has it, with everything that decides whether a clip moves it alike in two models.
struct PrintedJoint {
    std::string name{};                     ///< of its node, unique in the file
    std::optional<std::uint32_t> parent{};  ///< number of a joint of the print
    Transform rest{};
    bool isInSkin = false;  ///< importers make bones of joints of skins, and plain nodes of others
    bool isVisible = true;  ///< at rest
    /// Names of the nodes that clips show and hide with the joint, with what else decides how, joined. Empty
    /// where no clip does.
    std::string shown{};

    bool operator==(const PrintedJoint&) const = default;
};

/// A clip as a library has it.
struct PrintedClip {
    std::string name{};
    std::array<std::uint64_t, 2> digest{};  ///< of all that a file says of it

    bool operator==(const PrintedClip&) const = default;
};

/// Skeleton and clips of a model as its library of clips has them. Models with equal prints can share one
/// library: each clip of it plays on each of them as the clip of their own would.
struct LibraryPrint {
    std::vector<PrintedJoint> joints{};
    std::vector<PrintedClip> clips{};

    bool operator==(const LibraryPrint&) const = default;

    /// Memory that it takes.
    [[nodiscard]] std::size_t sizeBytes() const;
};

/// Returns the first difference of two prints in words, with both values: that of the first joint of `own`
/// that is not the same in `other`, then a joint or clip that one of them lacks, then a clip that differs.
/// Joints are compared by name, whatever their order; numbers must be equal. `owner` is the name of the other
/// model. Returns nothing when the models can share a library. Takes n log n.
[[nodiscard]] std::optional<std::string> firstDifference(const LibraryPrint& own, const LibraryPrint& other,
                                                         std::string_view owner);

}  // namespace rigkiln
