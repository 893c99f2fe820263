#include "formats/swat3/id_table.hpp"

#include <algorithm>

namespace rigkiln::swat3 {

IdTable::IdTable(const std::vector<std::uint16_t>& ids) {
    elements_.reserve(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
        elements_.emplace_back(ids[i], i);
    std::ranges::sort(elements_);
}

std::optional<std::size_t> IdTable::find(std::uint16_t id) const {
    const auto found = std::ranges::lower_bound(elements_, std::pair(id, std::size_t{0}));
    return found == elements_.end() || found->first != id ? std::nullopt : std::optional(found->second);
}

std::optional<IdTable::Repeat> IdTable::firstRepeat() const {
    std::optional<Repeat> first;
    for (std::size_t i = 1; i < elements_.size(); ++i) {
        if (elements_[i].first != elements_[i - 1].first) continue;
        if (!first || elements_[i].second < first->element)
            first = Repeat{.element = elements_[i].second, .earlier = *find(elements_[i].first)};
    }
    return first;
}

}  // namespace rigkiln::swat3
