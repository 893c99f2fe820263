#include "pipeline/report/issue_totals.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "pipeline/report/distinct_paths.hpp"

namespace rigkiln {

std::vector<IssueTotal> issueTotals(const RunReport& report) {
    std::map<std::string, IssueTotal, std::less<>> byId;
    forEachUnit(report, UnitTrait::Issues, [&](const UnitReport& unit, std::size_t /*number*/) {
        for (const IssueReport& issue : unit.issues) {
            if (!byId.contains(issue.id))
                byId.emplace(issue.id, IssueTotal{issue.id, issue.severity, issue.sentence});
        }
        for (const auto& [id, count] : unit.issueCounts) {
            const auto total = byId.find(id);
            if (total == byId.end()) continue;  // every counted kind keeps at least one issue
            total->second.occurrences += count;
            ++total->second.units;
        }
    });
    std::vector<IssueTotal> sorted;
    sorted.reserve(byId.size());
    for (auto& [id, total] : byId)
        sorted.push_back(std::move(total));
    std::ranges::stable_sort(sorted, std::greater{}, &IssueTotal::occurrences);
    return sorted;
}

std::vector<MissingTexture> missingTextures(const RunReport& report) {
    struct Search {
        DistinctPaths models;
        std::set<std::string, std::less<>> folders;
    };
    std::map<std::string, Search, std::less<>> byName;
    forEachUnit(report, UnitTrait::MissingTextures, [&](const UnitReport& unit, std::size_t /*number*/) {
        for (const std::string& name : unit.textureSearch.missing) {
            Search& search = byName[name];
            search.models.add(unit.inputs.empty() ? unit.output : unit.inputs.front().path);
            search.folders.insert(unit.textureSearch.folders.begin(), unit.textureSearch.folders.end());
        }
    });
    std::vector<MissingTexture> sorted;
    sorted.reserve(byName.size());
    for (auto& [name, search] : byName) {
        MissingTexture missing{.name = name, .models = search.models.count()};
        for (const std::string& folder : search.folders) {
            if (missing.folders.size() == MissingTexture::kFoldersKept) break;
            missing.folders.emplace_back(folder);
        }
        missing.folderCount = search.folders.size();
        sorted.push_back(std::move(missing));
    }
    std::ranges::stable_sort(sorted, std::greater{}, &MissingTexture::models);
    return sorted;
}

}  // namespace rigkiln
