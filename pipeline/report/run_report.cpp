#include "pipeline/report/run_report.hpp"

namespace rigkiln {

UnitReport unitAt(const RunReport& report, std::size_t number) {
    return report.stored == nullptr ? report.units[number] : report.stored->unit(number);
}

std::size_t unitCount(const RunReport& report) {
    std::size_t units = report.units.size() + (report.others ? report.others->count() : 0);
    if (report.stored == nullptr) return units;
    for (const auto& [format, sums] : report.stored->facts().byFormat)
        units += sums.units;
    return units;
}

ReportTotals totals(const RunReport& report) {
    ReportTotals sums;
    for (const auto& [format, ofFormat] : totalsByFormat(report))
        sums += ofFormat;
    return sums;
}

std::map<std::string, ReportTotals> totalsByFormat(const RunReport& report) {
    std::map<std::string, ReportTotals> sums;
    if (report.others) sums = report.others->byFormat;
    if (report.stored != nullptr) {
        for (const auto& [format, ofFormat] : report.stored->facts().byFormat)
            sums[format] += ofFormat;
    }
    for (const UnitReport& unit : report.units)
        sums[unit.format].add(unit);
    return sums;
}

}  // namespace rigkiln
