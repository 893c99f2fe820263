#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/compare/compared_part.hpp"

namespace rigkiln {

/// Kinds of differences, the most serious first.
enum class Gravity : std::uint8_t {
    Missing,  ///< only one asset has the object
    Shape,    ///< vertices, triangles, places or motion differ
    Look,     ///< materials, images, light or visibility differ
    Record,   ///< source data differs, which changes no picture
};

/// One difference between two assets, A and B.
struct Difference {
    ComparedPart part = ComparedPart::Structure;
    Gravity gravity = Gravity::Missing;
    std::string object;  ///< "mesh 'body'"
    std::string text;    ///< "positions up to 3.2 mm apart, ..."; the value of A stands before that of B
    std::optional<double> distance{};  ///< metres of the measure, where the difference is one
    double weight = 0;                 ///< orders differences of one gravity; larger is more serious
};

/// Collects differences.
class DifferenceList {
public:
    void add(Difference difference) { found_.push_back(std::move(difference)); }
    void addMissing(ComparedPart part, std::string object, bool isInLeft) {
        add({.part = part,
             .gravity = Gravity::Missing,
             .object = std::move(object),
             .text = isInLeft ? "only in A" : "only in B"});
    }
    [[nodiscard]] std::size_t size() const { return found_.size(); }
    /// Returns the differences, the most serious first.
    [[nodiscard]] std::vector<Difference> take() &&;

private:
    std::vector<Difference> found_;
};

/// Describes a length for people: "3.2 mm", "1.5 m".
[[nodiscard]] std::string lengthText(double metres);

}  // namespace rigkiln
