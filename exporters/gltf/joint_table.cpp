#include "exporters/gltf/joint_table.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Names that an issue lists of each kind.
constexpr std::size_t kListedNames = 10;

/// Appends "; WHAT: 'a', 'b' and 3 more", or nothing when there are no names.
void appendNames(std::string& details, std::string_view what, std::span<const std::string> all) {
    if (all.empty()) return;
    const std::span<const std::string> listed = all.first(std::min(all.size(), kListedNames));
    details += fmt::format("; {}: ", what);
    for (std::size_t i = 0; i < listed.size(); ++i)
        details += (i == 0 ? "" : ", ") + quote(listed[i]);
    if (all.size() > listed.size()) details += fmt::format(" and {} more", all.size() - listed.size());
}

}  // namespace

void nameByTable(const Scene& scene, const NameTable& table, std::vector<std::string>& names,
                 Diagnostics& diagnostics) {
    std::vector<bool> hasMatched(table.patterns().size(), false);
    std::vector<std::string> given;
    for (std::size_t joint = 0; joint < scene.joints.size(); ++joint) {
        const auto found = table.find(toUtf8(scene.joints[joint].name));
        if (!found) continue;
        hasMatched[found->rule] = true;
        given.push_back(found->name);
        names[joint] = found->name;
    }
    std::string details = fmt::format("{} of {} joints named", given.size(), scene.joints.size());

    std::vector<std::string> sorted = names;
    std::ranges::sort(sorted);
    std::vector<std::string> missing;
    for (const std::string& name : table.required()) {
        if (!std::ranges::binary_search(sorted, name)) missing.push_back(name);
    }
    appendNames(details, "required and missing", missing);

    std::ranges::sort(given);
    given.erase(std::unique(given.begin(), given.end()), given.end());
    std::vector<std::string> shared;
    std::ranges::copy_if(given, std::back_inserter(shared), [&sorted](const std::string& name) {
        // clang 14 does not compile the range of std::ranges::equal_range.
        const auto [first, end] = std::equal_range(sorted.begin(), sorted.end(), name);
        return end - first > 1;
    });
    appendNames(details, "wanted by several joints, of which the later ones got numbers", shared);

    std::vector<std::string> unmatched;
    for (std::size_t rule = 0; rule < hasMatched.size(); ++rule) {
        if (!hasMatched[rule]) unmatched.push_back(table.patterns()[rule]);
    }
    appendNames(details, "entries that match no joint, or only joints that an earlier entry names",
                unmatched);
    diagnostics.add(kJointsNamed, "joint_table", details);
}

}  // namespace rigkiln::gltf_export
