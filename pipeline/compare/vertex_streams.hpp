#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/compare/difference.hpp"
#include "pipeline/compare/scene_pair.hpp"
#include "pipeline/compare/shape.hpp"

namespace rigkiln {

/// Compares what vertices have besides their position: normals, tangents, texture coordinates, colours,
/// numbers of the source (part Meshes) and weights (part Skins).
class StreamComparison {
public:
    /// Borrows its arguments.
    StreamComparison(const ScenePair& pair, const Shape& left, const Shape& right);

    /// Compares two vertices that belong together.
    void compare(std::size_t leftVertex, std::size_t rightVertex);
    /// Adds a difference for each stream that differs, or that only one side has.
    void report(const std::string& object, DifferenceList& found) const;

private:
    struct Found {
        double largest = 0;
        std::size_t vertices = 0;  ///< number of vertices that differ by more than the tolerance
    };
    /// One component of a vertex: a joint of the left scene and its weight.
    using Weight = std::pair<std::uint64_t, double>;

    /// Attributes of two primitives with the same name: number in the left one, number in the right one.
    using AttributePairs = std::vector<std::pair<std::size_t, std::size_t>>;

    /// Number of vertices that have a stream, while their partners do not.
    struct Lone {
        std::size_t left = 0;
        std::size_t right = 0;
    };

    void note(Found& found, double difference) const;
    void noteLone(std::string_view name, bool isInLeft, bool isInRight);
    const AttributePairs& matchedAttributes(const Primitive& left, const Primitive& right);
    void compareAttributes(const Primitive& left, std::size_t leftVertex, const Primitive& right,
                           std::size_t rightVertex);
    void compareWeights(std::size_t leftVertex, std::size_t rightVertex);
    void collectWeights(const Shape& shape, std::size_t vertex, const JointPartners* partners,
                        std::vector<Weight>& weights) const;

    const ScenePair& pair_;
    const Shape& left_;
    const Shape& right_;
    std::map<std::pair<const Primitive*, const Primitive*>, AttributePairs> attributes_;
    std::map<std::string_view, Found> named_;        ///< numbers of the source by name
    std::vector<Found> texCoords_;                   ///< by set
    std::map<std::string, Lone, std::less<>> lone_;  ///< by name of the stream
    Found normals_;
    Found tangents_;
    Found colors_;
    Found weights_;
    std::vector<Weight> leftWeights_;  ///< of one vertex; kept to save allocations
    std::vector<Weight> rightWeights_;
};

}  // namespace rigkiln
