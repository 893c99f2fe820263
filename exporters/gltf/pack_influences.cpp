#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "exporters/gltf/quantisation.hpp"

namespace rigkiln::gltf_export {
namespace {

constexpr std::uint32_t kWholeBytes = 255;
constexpr std::uint32_t kWholeShorts = 65535;

/// The weights of one vertex over all sets.
std::vector<double> weightsAt(std::span<const InfluenceSet> sets, std::size_t vertex) {
    std::vector<double> weights;
    weights.reserve(sets.size() * 4);
    for (const InfluenceSet& set : sets) {
        for (int i = 0; i < 4; ++i)
            weights.push_back(static_cast<double>(set.weights[vertex][i]));
    }
    return weights;
}

/// Splits `whole` by weight into integers that sum to it: shares are rounded down, and those with the largest
/// remainders get one more. Equal remainders go by their order.
std::vector<std::uint16_t> sharesOf(const std::vector<double>& weights, std::uint32_t whole) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<std::uint16_t> shares(weights.size());
    std::vector<std::pair<double, std::size_t>> remainders;
    std::uint32_t left = whole;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double exact = sum > 0 ? weights[i] / sum * whole : 0.0;
        shares[i] = static_cast<std::uint16_t>(exact);
        left -= std::min<std::uint32_t>(left, shares[i]);
        if (weights[i] > 0) remainders.emplace_back(exact - std::floor(exact), i);
    }
    std::ranges::stable_sort(remainders, std::greater(), &std::pair<double, std::size_t>::first);
    for (std::size_t i = 0; i < remainders.size() && left > 0; ++i, --left)
        ++shares[remainders[i].second];
    return shares;
}

bool areExact(const std::vector<double>& weights, const std::vector<std::uint16_t>& shares,
              std::uint32_t whole) {
    // Largest distance of k / 255 from the nearest float.
    constexpr double kFloatRounding = 6e-8;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (std::abs(weights[i] - static_cast<double>(shares[i]) / whole) > kFloatRounding) return false;
    }
    return true;
}

}  // namespace

PackedInfluences packInfluences(std::span<const InfluenceSet> sets) {
    PackedInfluences packed;
    const std::size_t vertexCount = sets.empty() ? 0 : sets.front().weights.size();
    packed.areBytes = true;
    for (std::size_t vertex = 0; vertex < vertexCount && packed.areBytes; ++vertex) {
        const std::vector<double> weights = weightsAt(sets, vertex);
        packed.areBytes = areExact(weights, sharesOf(weights, kWholeBytes), kWholeBytes);
    }
    packed.weights.resize(sets.size());
    for (std::size_t set = 0; set < sets.size(); ++set) {
        packed.joints.push_back(sets[set].joints);
        packed.weights[set].resize(vertexCount);
    }
    for (std::size_t vertex = 0; vertex < vertexCount; ++vertex) {
        const std::vector<std::uint16_t> shares =
            sharesOf(weightsAt(sets, vertex), packed.areBytes ? kWholeBytes : kWholeShorts);
        for (std::size_t i = 0; i < shares.size(); ++i) {
            packed.weights[i / 4][vertex].at(i % 4) = shares[i];
            if (shares[i] == 0) packed.joints[i / 4][vertex].at(i % 4) = 0;
        }
    }
    return packed;
}

}  // namespace rigkiln::gltf_export
