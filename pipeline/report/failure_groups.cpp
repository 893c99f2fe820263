#include "pipeline/report/failure_groups.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "pipeline/report/report_errors.hpp"

namespace rigkiln {
namespace {

std::string_view codeOf(const Failure& failure) {
    return failure.error ? failure.error->code().id : std::string_view();
}

std::size_t sourceBytes(const UnitReport& unit) {
    std::size_t bytes = 0;
    for (const InputReport& input : unit.inputs)
        bytes += input.sizeBytes;
    return bytes;
}

/// Phase of an input that failed while its unit went on: a clip.
FailurePhase phaseOfInput(const UnitReport& unit, const InputReport& input) {
    if (unit.status == UnitStatus::Failed && input.error == unit.error) return unit.phase;
    const bool isUnread = input.error && input.error->kind() == ErrorKind::Environment;
    return isUnread ? FailurePhase::Reading : FailurePhase::Converting;
}

class Grouping {
public:
    void add(const RunReport& report) {
        forEachUnit(report, UnitTrait::Failure,
                    [this](const UnitReport& unit, std::size_t number) { addUnit(unit, number); });
        for (const EnvironmentReport& problem : report.environment) {
            add({.path = problem.error.file, .error = problem.error, .phase = FailurePhase::Reading});
        }
    }

    [[nodiscard]] std::vector<FailureGroup> sorted() && {
        std::vector<FailureGroup> groups;
        groups.reserve(groups_.size());
        for (auto& [key, group] : groups_)
            groups.push_back(std::move(group));
        std::ranges::stable_sort(groups, std::greater{}, &FailureGroup::count);
        return groups;
    }

private:
    /// Code, phase, format, issue that is not allowed.
    using Key = std::tuple<std::string, FailurePhase, std::string, std::string>;

    void addUnit(const UnitReport& unit, std::size_t number) {
        bool isInputAtFault = false;
        for (std::size_t i = 0; i < unit.inputs.size(); ++i) {
            const InputReport& input = unit.inputs[i];
            if (input.status != InputStatus::Failed) continue;
            isInputAtFault = true;
            add({.path = input.path,
                 .error = input.error,
                 .phase = phaseOfInput(unit, input),
                 .format = input.format,
                 .sizeBytes = input.sizeBytes,
                 .unit = number,
                 .input = i});
        }
        if (unit.status != UnitStatus::Failed || isInputAtFault) return;
        add({.path = unit.output,
             .error = unit.error,
             .phase = unit.phase,
             .format = unit.format,
             .sizeBytes = sourceBytes(unit),
             .unit = number});
    }

    void add(Failure failure) {
        if (!seen_.insert(digestOf(failure)).second) return;
        const std::string issue(failure.error ? issueNotAllowed(*failure.error) : std::string_view());
        FailureGroup& group =
            groups_[Key(std::string(codeOf(failure)), failure.phase, failure.format, issue)];
        const bool isSmaller =
            std::tie(failure.sizeBytes, failure.path) < std::tie(group.example.sizeBytes, group.example.path);
        if (group.count++ == 0 || isSmaller) group.example = std::move(failure);
    }

    /// Path and text, which would take a gigabyte for a million failures.
    using Digest = std::pair<XXH64_hash_t, XXH64_hash_t>;

    static Digest digestOf(const Failure& failure) {
        const std::string text =
            fmt::format("{}\n{}", failure.path, failure.error ? failure.error->text() : std::string());
        const XXH128_hash_t hash = XXH3_128bits_withSeed(text.data(), text.size(), failure.path.size());
        return {hash.high64, hash.low64};
    }

    std::map<Key, FailureGroup> groups_;
    std::set<Digest> seen_;
};

}  // namespace

std::string Failure::text() const {
    if (!error) return path;
    return error->file == path ? error->text() : fmt::format("{}: {}", path, error->text());
}

std::vector<FailureGroup> failureGroups(const RunReport& report) {
    Grouping grouping;
    grouping.add(report);
    return std::move(grouping).sorted();
}

}  // namespace rigkiln
