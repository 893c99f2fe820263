#include "formats/gltf/validate/element_checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/validate/tolerances.hpp"

namespace rigkiln::gltf_validation {
namespace {

double valueOf(double component, const AccessorFormat& format) {
    return format.isNormalized ? normalizedValue(component, format.componentType) : component;
}

double lengthOf(const Element& element, std::size_t count, const AccessorFormat& format) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double value = valueOf(element.at(i), format);
        sum += value * value;
    }
    return std::sqrt(sum);
}

}  // namespace

BoundsCheck::BoundsCheck(Findings& findings, const Accessor& accessor, std::string pointer)
    : findings_(findings),
      accessor_(accessor),
      pointer_(std::move(pointer)),
      components_(static_cast<std::size_t>(componentCount(accessor.format.shape))),
      least_(components_),
      most_(components_) {}

void BoundsCheck::look(Integer index, const Element& element) {
    for (std::size_t i = 0; i < components_; ++i) {
        const double value = element[i];
        if (!std::isfinite(value))
            findings_.add(kAccessorInvalidFloat, pointer_,
                          fmt::format("element {}, component {} is {}", index, i, value));
        Bound& least = least_[i];
        Bound& most = most_[i];
        if (index == 0 || least.found > value) least.found = value;
        if (index == 0 || most.found < value) most.found = value;
        if (accessor_.min && value < (*accessor_.min)[i]) ++least.outside;
        if (accessor_.max && value > (*accessor_.max)[i]) ++most.outside;
    }
}

void BoundsCheck::finishBound(const std::vector<double>& stated, const std::vector<Bound>& bounds,
                              bool isMin) {
    for (std::size_t i = 0; i < stated.size(); ++i) {
        if (stated[i] == bounds[i].found) continue;
        const std::string pointer = fmt::format("{}/{}/{}", pointer_, isMin ? "min" : "max", i);
        findings_.add(isMin ? kAccessorMinMismatch : kAccessorMaxMismatch, pointer,
                      fmt::format("is {}, the {} value is {}", stated[i], isMin ? "least" : "largest",
                                  bounds[i].found));
        if (bounds[i].outside > 0) {
            findings_.add(isMin ? kAccessorElementOutOfMinBound : kAccessorElementOutOfMaxBound, pointer,
                          fmt::format("is {}, {} values are {}", stated[i], bounds[i].outside,
                                      isMin ? "less" : "greater"));
        }
    }
}

void BoundsCheck::finish() {
    if (accessor_.min) finishBound(*accessor_.min, least_, true);
    if (accessor_.max) finishBound(*accessor_.max, most_, false);
}

void KeyTimesCheck::look(Integer index, const Element& element) {
    const double time = element[0];
    if (time < 0.0) {
        report(kAccessorAnimationInputNegative, fmt::format("key {} is at {} s", index, time));
        return;
    }
    if (index != 0 && time <= last)
        report(kAccessorAnimationInputNonIncreasing,
               fmt::format("key {} is at {} s, the one before at {} s", index, time, last));
    last = time;
}

void QuaternionCheck::look(Integer index, const Element& element) const {
    if (isSpline && index % 3 != 1) return;
    const double length = lengthOf(element, 4, format);
    if (std::abs(length - 1.0) > kQuaternionTolerance)
        report(kAccessorAnimationSamplerOutputNonNormalizedQuaternion,
               fmt::format("element {} is of length {:.6g}, expected 1", index, length));
}

void DirectionCheck::look(Integer index, const Element& element) const {
    const double length = lengthOf(element, 3, format);
    if (std::abs(length - 1.0) > kDirectionTolerance)
        report(kAccessorVector3NonUnit,
               fmt::format("element {} is of length {:.6g}, expected 1", index, length));
    if (!hasSign) return;
    const double sign = valueOf(element[3], format);
    if (sign != 1.0 && sign != -1.0)
        report(kAccessorInvalidSign,
               fmt::format("element {} has the sign {}, expected 1 or -1", index, sign));
}

void ColourCheck::look(Integer index, const Element& element) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(components); ++i) {
        if (element.at(i) > 1.0 || element.at(i) < 0.0)
            report(kAccessorNonClamped,
                   fmt::format("element {}, component {} is {}, expected 0 to 1", index, i, element.at(i)));
    }
}

void InverseBindCheck::look(Integer index, const Element& element) const {
    for (const std::size_t i : {3U, 7U, 11U, 15U}) {
        const double expected = i == 15 ? 1.0 : 0.0;
        if (element.at(i) != expected)
            report(kAccessorInvalidIbm,
                   fmt::format("matrix {}, number {} is {}, expected {}", index, i, element.at(i), expected));
    }
}

IndicesCheck::IndicesCheck(Reporter report, Integer componentType, Integer vertices, bool isTriangles)
    : report_(report),
      restart_(componentType == kUnsignedByte    ? 255.0
               : componentType == kUnsignedShort ? 65535.0
                                                 : 4294967295.0),
      vertices_(static_cast<double>(vertices)),
      isTriangles_(isTriangles) {}

void IndicesCheck::look(Integer index, const Element& element) {
    const double vertex = element[0];
    if (vertex >= vertices_)
        report_(kAccessorIndexOob,
                fmt::format("index {} is {}, there are {} vertices", index, vertex, vertices_));
    if (vertex == restart_)
        report_(kAccessorIndexPrimitiveRestart,
                fmt::format("index {} is {}, which is reserved", index, vertex));
    if (!isTriangles_) return;
    triangle_.at(seen_) = vertex;
    if (++seen_ < 3) return;
    seen_ = 0;
    if (triangle_[0] == triangle_[1] || triangle_[1] == triangle_[2] || triangle_[2] == triangle_[0])
        ++degenerate_;
}

void IndicesCheck::finish() const {
    if (degenerate_ > 0)
        report_(kAccessorIndexTriangleDegenerate,
                fmt::format("has {} triangles with a vertex twice", degenerate_));
}

namespace {

/// Checks vertex after vertex of one primitive.
class InfluenceChecker {
public:
    InfluenceChecker(Findings& findings, const std::string& pointer, std::size_t joints, std::size_t skin)
        : findings_(findings), pointer_(pointer), joints_(joints), skin_(skin), lastVertex_(joints, kNone) {}

    void startVertex(Integer vertex) {
        vertex_ = vertex;
        sum_ = 0;
        tolerance_ = 0;
    }

    void look(std::size_t set, double joint, double weight) {
        if (joint >= static_cast<double>(joints_)) {
            report(kAccessorJointsIndexOob, "JOINTS", set,
                   fmt::format("vertex {} has joint {}, skin {} has {}", vertex_, joint, skin_, joints_));
        } else if (weight == 0.0) {
            if (joint != 0.0)
                report(kAccessorJointsUsedZeroWeight, "JOINTS", set,
                       fmt::format("vertex {} has joint {} without weight", vertex_, joint));
        } else {
            Integer& last = lastVertex_[static_cast<std::size_t>(joint)];
            const bool isTwice = std::exchange(last, vertex_) == vertex_;
            if (isTwice)
                report(kAccessorJointsIndexDuplicate, "JOINTS", set,
                       fmt::format("vertex {} has joint {} twice", vertex_, joint));
            if (weight < 0.0) {
                report(kAccessorWeightsNegative, "WEIGHTS", set,
                       fmt::format("vertex {} has the weight {}", vertex_, weight));
            } else if (!isTwice) {
                sum_ = static_cast<float>(static_cast<double>(sum_) + weight);
                tolerance_ += kWeightTolerance;
            }
        }
    }

    void finishVertex(std::size_t sets) {
        if (!(std::abs(static_cast<double>(sum_) - 1.0) > tolerance_)) return;
        for (std::size_t set = 0; set < sets; ++set)
            report(kAccessorWeightsNonNormalized, "WEIGHTS", set,
                   fmt::format("vertex {} has weights with the sum {}", vertex_, sum_));
    }

private:
    void report(const Rule& rule, std::string_view attribute, std::size_t set, std::string message) {
        findings_.add(rule, fmt::format("{}/{}_{}", pointer_, attribute, set), std::move(message));
    }

    Findings& findings_;
    const std::string& pointer_;
    std::size_t joints_;
    std::size_t skin_;
    std::vector<Integer> lastVertex_;  ///< that had each joint
    Integer vertex_ = 0;
    float sum_ = 0;  ///< 32 bits, as readers add weights
    double tolerance_ = 0;
};

/// One set while it is read.
struct InfluenceReader {
    ElementReader joints;
    ElementReader weights;
    Integer weightType = kNone;
    Element joint{};
    Element weight{};
};

}  // namespace

void checkInfluencesOf(Findings& findings, const std::string& pointer,
                       std::span<const InfluenceSource> sources, Integer vertices, std::size_t joints,
                       std::size_t skin) {
    std::vector<InfluenceReader> readers;
    readers.reserve(sources.size());
    for (const InfluenceSource& source : sources)
        readers.push_back({ElementReader(source.joints), ElementReader(source.weights),
                           source.weights.format.componentType});
    InfluenceChecker checker(findings, pointer, joints, skin);
    for (Integer vertex = 0; vertex < vertices; ++vertex) {
        checker.startVertex(vertex);
        for (InfluenceReader& reader : readers) {
            reader.joints.read(reader.joint);
            reader.weights.read(reader.weight);
        }
        for (std::size_t component = 0; component < 4; ++component) {
            for (std::size_t set = 0; set < readers.size(); ++set) {
                const InfluenceReader& reader = readers[set];
                checker.look(set, reader.joint.at(component),
                             normalizedValue(reader.weight.at(component), reader.weightType));
            }
        }
        checker.finishVertex(readers.size());
    }
}

}  // namespace rigkiln::gltf_validation
