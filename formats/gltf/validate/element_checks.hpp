#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gltf/validate/accessor_values.hpp"
#include "formats/gltf/validate/document.hpp"
#include "formats/gltf/validate/findings.hpp"

/// Checks of values. Each looks at the elements of an accessor in turn and finishes after the last one.
namespace rigkiln::gltf_validation {

/// Adds findings about the use of an accessor.
class Reporter {
public:
    Reporter(Findings& findings, const std::string& pointer) : findings_(findings), pointer_(pointer) {}

    void operator()(const Rule& rule, std::string message) const {
        findings_.add(rule, pointer_, std::move(message));
    }

private:
    Findings& findings_;
    const std::string& pointer_;
};

/// Numbers are finite, and min and max are those stated.
class BoundsCheck {
public:
    BoundsCheck(Findings& findings, const Accessor& accessor, std::string pointer);
    void look(Integer index, const Element& element);
    void finish();

private:
    struct Bound {
        double found = 0;
        std::size_t outside = 0;
    };
    void finishBound(const std::vector<double>& stated, const std::vector<Bound>& bounds, bool isMin);

    Findings& findings_;
    const Accessor& accessor_;
    std::string pointer_;
    std::size_t components_;
    std::vector<Bound> least_;
    std::vector<Bound> most_;
};

/// Key times are not negative and increase.
struct KeyTimesCheck {
    Reporter report;
    double last = 0;

    void look(Integer index, const Element& element);
    void finish() const {}
};

/// Quaternions are of length 1; of splines only the values, not the tangents.
struct QuaternionCheck {
    Reporter report;
    AccessorFormat format;
    bool isSpline = false;

    void look(Integer index, const Element& element) const;
    void finish() const {}
};

/// Normals and tangents are of length 1; the sign of a tangent is 1 or -1.
struct DirectionCheck {
    Reporter report;
    AccessorFormat format;
    bool hasSign = false;

    void look(Integer index, const Element& element) const;
    void finish() const {}
};

/// Colours are within 0 and 1.
struct ColourCheck {
    Reporter report;
    Integer components = 0;

    void look(Integer index, const Element& element) const;
    void finish() const {}
};

/// The last row of matrices is 0 0 0 1.
struct InverseBindCheck {
    Reporter report;

    void look(Integer index, const Element& element) const;
    void finish() const {}
};

/// Indices are below the number of vertices, none is the largest of its type, and triangles have three
/// different ones.
class IndicesCheck {
public:
    IndicesCheck(Reporter report, Integer componentType, Integer vertices, bool isTriangles);
    void look(Integer index, const Element& element);
    void finish() const;

private:
    Reporter report_;
    double restart_;
    double vertices_;
    bool isTriangles_;
    std::size_t seen_ = 0;
    std::array<double, 3> triangle_{};
    std::size_t degenerate_ = 0;
};

/// Joints and weights of one set of a primitive, both with four components.
struct InfluenceSource {
    AccessorValues joints;
    AccessorValues weights;
};

/// Checks the joints and weights of the vertices of a primitive. `pointer` is that of the attributes;
/// `joints` is the number in the skin with the number `skin`.
void checkInfluencesOf(Findings& findings, const std::string& pointer,
                       std::span<const InfluenceSource> sources, Integer vertices, std::size_t joints,
                       std::size_t skin);

}  // namespace rigkiln::gltf_validation
