#include "pipeline/run/repeated_report.hpp"

#include <memory>
#include <string>
#include <utility>

namespace rigkiln {
namespace {

void repeat(UnitReport& unit) {
    if (unit.status == UnitStatus::Written) unit.status = UnitStatus::Unchanged;
    unit.isRemembered = unit.status != UnitStatus::Failed || unit.phase != FailurePhase::Planning;
    unit.isCached = false;
}

void repeat(std::map<std::string, ReportTotals>& byFormat) {
    for (auto& [format, sums] : byFormat)
        sums.unchanged += std::exchange(sums.written, 0);
}

/// Stored units as a repeated run would have them.
class RepeatedUnits final : public StoredUnits {
public:
    explicit RepeatedUnits(std::shared_ptr<const StoredUnits> units)
        : units_(std::move(units)), facts_(units_->facts()) {
        repeat(facts_.byFormat);
        facts_.bytesRead = 0;
        facts_.isAnyRemembered = facts_.areAllRemembered = true;
    }

    [[nodiscard]] const StoredFacts& facts() const override { return facts_; }
    void forEach(UnitTrait trait, const Visit& visit) const override {
        units_->forEach(trait, [&visit](std::size_t number, UnitReport& unit) {
            repeat(unit);
            visit(number, unit);
        });
    }
    void forEachOfAll(const Visit& visit) const override {
        units_->forEachOfAll([&visit](std::size_t number, UnitReport& unit) {
            repeat(unit);
            visit(number, unit);
        });
    }
    [[nodiscard]] UnitReport unit(std::size_t number) const override {
        UnitReport unit = units_->unit(number);
        repeat(unit);
        return unit;
    }
    [[nodiscard]] Name nameOf(std::size_t number) const override { return units_->nameOf(number); }
    [[nodiscard]] std::size_t plannedUnits() const override { return units_->plannedUnits(); }

private:
    std::shared_ptr<const StoredUnits> units_;
    StoredFacts facts_;
};

}  // namespace

RepeatedOutcomes tellAsRepeated(RunReport& report) {
    for (UnitReport& unit : report.units)
        repeat(unit);
    if (report.stored != nullptr) report.stored = std::make_shared<RepeatedUnits>(report.stored);
    if (report.others) repeat(report.others->byFormat);
    RepeatedOutcomes outcomes;
    forEachUnit(report, UnitTrait::Failure, [&](const UnitReport& unit, std::size_t /*number*/) {
        if (unit.status != UnitStatus::Failed) return;
        ++outcomes.failed;
        ++(unit.isRemembered ? outcomes.failuresRemembered : outcomes.converted);
    });
    outcomes.unchanged = unitCount(report) - outcomes.converted;
    return outcomes;
}

}  // namespace rigkiln
