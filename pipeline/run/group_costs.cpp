#include "pipeline/run/group_costs.hpp"

#include <algorithm>

#include "pipeline/run/run_memory.hpp"

namespace rigkiln {

std::size_t GroupCosts::bytes(const UnitGroup& group) const {
    constexpr std::size_t kOutputFactor = 2;
    std::size_t one = 0;
    for (const std::size_t unit : group)
        one = std::max(one, sources_.costs.bytes(unit));
    return one + (group.size() - 1) * kOutputFactor * sources_.units.sourceBytes(group.front());
}

std::size_t GroupCosts::weight(const UnitGroup& group) const {
    std::size_t weight = 0;
    for (const std::size_t unit : group)
        weight = std::max(weight, sources_.costs.weight(unit));
    return weight;
}

std::size_t GroupCosts::room(const UnitGroup& group, std::size_t groups) const {
    return bytesInMemory({.estimatedBytes = bytes(group),
                          .sourceBytes = sources_.units.sourceBytes(group.front()),
                          .outputs = group.size(),
                          .runBytes = sources_.runBytes,
                          .unitsAtOnce = std::min(sources_.jobs, groups)});
}

}  // namespace rigkiln
