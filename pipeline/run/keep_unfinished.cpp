#include "pipeline/run/keep_unfinished.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "pipeline/base/text.hpp"

namespace rigkiln {

SelectionReport keepUnfinished(Plan& plan, const OldReport& old) {
    SelectionReport selection{.planned = plan.units.size()};
    std::vector<std::uint32_t> kept;
    std::set<UnitKey> planned;
    for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
        UnitKey key{toUtf8(plan.units.output(unit)), toUtf8(plan.units.mainPath(unit).text())};
        const auto before = old.units.find(key);
        if (before == old.units.end()) {
            ++selection.notInReport;
        } else if (before->second != UnitHealth::Whole) {
            kept.push_back(static_cast<std::uint32_t>(unit));
        }
        planned.insert(std::move(key));
    }
    for (const auto& [key, health] : old.units) {
        if (health != UnitHealth::Whole && !planned.contains(key)) selection.notPlanned.push_back(key.output);
    }
    selection.chosen = kept.size();
    plan.units.rearrange(kept);
    return selection;
}

}  // namespace rigkiln
