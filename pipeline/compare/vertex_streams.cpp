#include "pipeline/compare/vertex_streams.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

/// Numbers joints that the other scene lacks apart from those of the left scene.
constexpr std::uint64_t kForeignJoint = std::uint64_t{1} << 32U;

template <class Vector>
double apart(const Vector& left, const Vector& right) {
    return static_cast<double>(glm::length(left - right));
}

std::string texCoordsName(std::size_t set) {
    return fmt::format("texture coordinates {}", set);
}

/// Names of the streams that the primitives of a mesh have.
std::set<std::string> streamsOf(const Mesh& mesh) {
    std::set<std::string> names;
    for (const Primitive& primitive : mesh.primitives) {
        if (!primitive.normals.empty()) names.emplace("normals");
        if (!primitive.tangents.empty()) names.emplace("tangents");
        if (!primitive.colors.empty()) names.emplace("colours");
        for (std::size_t set = 0; set < primitive.texCoordSets.size(); ++set) {
            if (!primitive.texCoordSets[set].empty()) names.insert(texCoordsName(set));
        }
        for (const VertexAttribute& attribute : primitive.attributes)
            names.insert(attribute.name);
    }
    return names;
}

/// Adds up the weights of each joint, so that lists of the same weights are equal.
template <class Weights>
void joinWeights(Weights& weights) {
    std::ranges::sort(weights);
    std::size_t kept = 0;
    for (const auto& weight : weights) {
        if (kept > 0 && weights[kept - 1].first == weight.first)
            weights[kept - 1].second += weight.second;
        else
            weights[kept++] = weight;
    }
    weights.resize(kept);
}

}  // namespace

StreamComparison::StreamComparison(const ScenePair& pair, const Shape& left, const Shape& right)
    : pair_(pair), left_(left), right_(right) {}

void StreamComparison::note(Found& found, double difference) const {
    found.largest = std::max(found.largest, difference);
    found.vertices += difference > pair_.options.share ? 1U : 0U;
}

void StreamComparison::noteLone(std::string_view name, bool isInLeft, bool isInRight) {
    if (isInLeft == isInRight) return;
    Lone& lone = lone_[std::string(name)];
    ++(isInLeft ? lone.left : lone.right);
}

void StreamComparison::compare(std::size_t leftVertex, std::size_t rightVertex) {
    if (pair_.has(ComparedPart::Meshes)) {
        const Primitive& left = left_.primitiveOf(leftVertex);
        const Primitive& right = right_.primitiveOf(rightVertex);
        if (!left.normals.empty() && !right.normals.empty())
            note(normals_, apart(left_.normals[leftVertex], right_.normals[rightVertex]));
        noteLone("normals", !left.normals.empty(), !right.normals.empty());
        noteLone("tangents", !left.tangents.empty(), !right.tangents.empty());
        noteLone("colours", !left.colors.empty(), !right.colors.empty());
        compareAttributes(left, left_.places[leftVertex].vertex, right, right_.places[rightVertex].vertex);
    }
    if (pair_.has(ComparedPart::Skins) && left_.skin != nullptr && right_.skin != nullptr)
        compareWeights(leftVertex, rightVertex);
}

const StreamComparison::AttributePairs& StreamComparison::matchedAttributes(const Primitive& left,
                                                                            const Primitive& right) {
    const auto [entry, isNew] = attributes_.try_emplace({&left, &right});
    if (!isNew) return entry->second;
    std::map<std::string_view, std::size_t> byName;
    for (std::size_t i = 0; i < right.attributes.size(); ++i)
        byName.emplace(right.attributes[i].name, i);
    for (std::size_t i = 0; i < left.attributes.size(); ++i) {
        const auto found = byName.find(left.attributes[i].name);
        if (found == byName.end()) continue;
        if (left.attributes[i].components == right.attributes[found->second].components)
            entry->second.emplace_back(i, found->second);
    }
    return entry->second;
}

void StreamComparison::compareAttributes(const Primitive& left, std::size_t leftVertex,
                                         const Primitive& right, std::size_t rightVertex) {
    if (!left.tangents.empty() && !right.tangents.empty())
        note(tangents_, apart(left.tangents[leftVertex], right.tangents[rightVertex]));
    if (!left.colors.empty() && !right.colors.empty())
        note(colors_, apart(left.colors[leftVertex], right.colors[rightVertex]));
    const std::size_t sets = std::max(left.texCoordSets.size(), right.texCoordSets.size());
    if (texCoords_.size() < sets) texCoords_.resize(sets);
    for (std::size_t set = 0; set < sets; ++set) {
        const bool isInLeft = set < left.texCoordSets.size() && !left.texCoordSets[set].empty();
        const bool isInRight = set < right.texCoordSets.size() && !right.texCoordSets[set].empty();
        if (isInLeft && isInRight) {
            note(texCoords_[set],
                 apart(left.texCoordSets[set][leftVertex], right.texCoordSets[set][rightVertex]));
        } else if (isInLeft != isInRight) {
            noteLone(texCoordsName(set), isInLeft, isInRight);
        }
    }
    for (const auto& [leftNumber, rightNumber] : matchedAttributes(left, right)) {
        const VertexAttribute& one = left.attributes[leftNumber];
        const VertexAttribute& other = right.attributes[rightNumber];
        double largest = 0;
        for (std::size_t k = 0; k < one.components; ++k) {
            const auto leftValue = static_cast<double>(one.values[leftVertex * one.components + k]);
            const auto rightValue = static_cast<double>(other.values[rightVertex * other.components + k]);
            largest = std::max(largest, std::abs(leftValue - rightValue));
        }
        note(named_[one.name], largest);
    }
}

void StreamComparison::collectWeights(const Shape& shape, std::size_t vertex, const JointPartners* partners,
                                      std::vector<Weight>& weights) const {
    weights.clear();
    for (const InfluenceSet& set : shape.primitiveOf(vertex).influenceSets) {
        const std::size_t place = shape.places[vertex].vertex;
        for (int k = 0; k < 4; ++k) {
            const auto weight = static_cast<double>(set.weights[place][k]);
            if (weight <= 0) continue;
            const std::size_t number = set.joints[place].at(static_cast<std::size_t>(k));
            std::uint64_t joint = shape.skin->joints[number].value;
            if (partners != nullptr) {
                const auto& partner = (*partners)[joint];
                joint = partner ? partner->value : kForeignJoint + joint;
            }
            weights.emplace_back(joint, weight);
        }
    }
    joinWeights(weights);
}

void StreamComparison::compareWeights(std::size_t leftVertex, std::size_t rightVertex) {
    collectWeights(left_, leftVertex, nullptr, leftWeights_);
    collectWeights(right_, rightVertex, &pair_.backPartners, rightWeights_);
    double moved = 0;
    auto left = leftWeights_.begin();
    auto right = rightWeights_.begin();
    while (left != leftWeights_.end() || right != rightWeights_.end()) {
        const bool isLeft =
            right == rightWeights_.end() || (left != leftWeights_.end() && left->first <= right->first);
        const bool isRight =
            left == leftWeights_.end() || (right != rightWeights_.end() && right->first <= left->first);
        moved = std::max(moved, std::abs((isLeft ? left->second : 0) - (isRight ? right->second : 0)));
        if (isLeft) ++left;
        if (isRight) ++right;
    }
    note(weights_, moved);
}

void StreamComparison::report(const std::string& object, DifferenceList& found) const {
    const auto add = [&](ComparedPart part, Gravity gravity, std::string_view name, const Found& stream) {
        if (stream.vertices == 0) return;
        found.add({.part = part,
                   .gravity = gravity,
                   .object = object,
                   .text = fmt::format("{} differ by up to {:.4g} on {} vertices", name, stream.largest,
                                       stream.vertices),
                   .weight = stream.largest});
    };
    add(ComparedPart::Skins, Gravity::Shape, "weights", weights_);
    add(ComparedPart::Meshes, Gravity::Look, "normals", normals_);
    add(ComparedPart::Meshes, Gravity::Look, "tangents", tangents_);
    add(ComparedPart::Meshes, Gravity::Look, "colours", colors_);
    for (std::size_t set = 0; set < texCoords_.size(); ++set)
        add(ComparedPart::Meshes, Gravity::Look, texCoordsName(set), texCoords_[set]);
    for (const auto& [name, stream] : named_)
        add(ComparedPart::Meshes, Gravity::Record, fmt::format("numbers {}", quote(name)), stream);
    if (!pair_.has(ComparedPart::Meshes)) return;
    const std::set<std::string> leftNames = streamsOf(left_.mesh);
    const std::set<std::string> rightNames = streamsOf(right_.mesh);
    const auto addOnly = [&](const std::set<std::string>& names, const std::set<std::string>& others,
                             bool isInLeft) {
        for (const std::string& name : names) {
            if (!others.contains(name))
                found.addMissing(ComparedPart::Meshes, fmt::format("{} of {}", toUtf8(name), object),
                                 isInLeft);
        }
    };
    addOnly(leftNames, rightNames, true);
    addOnly(rightNames, leftNames, false);
    // Where only some of the primitives have a stream.
    for (const auto& [name, lone] : lone_) {
        if (!leftNames.contains(name) || !rightNames.contains(name)) continue;
        found.add(
            {.part = ComparedPart::Meshes,
             .gravity = Gravity::Look,
             .object = object,
             .text = fmt::format("{} are missing on some vertices: {} have them only in A, {} only in B",
                                 name, lone.left, lone.right),
             .weight = 1});
    }
}

}  // namespace rigkiln
