#include "pipeline/report/unit_report.hpp"

namespace rigkiln {

std::string_view toString(UnitStatus status) {
    switch (status) {
        case UnitStatus::Written:
            return "written";
        case UnitStatus::Unchanged:
            return "unchanged";
        case UnitStatus::Failed:
            return "failed";
        case UnitStatus::Cancelled:
            return "cancelled";
        case UnitStatus::Pending:
            return "pending";
    }
    return "failed";
}

std::string_view toString(InputStatus status) {
    switch (status) {
        case InputStatus::Converted:
            return "converted";
        case InputStatus::Failed:
            return "failed";
        case InputStatus::Skipped:
            return "skipped";
        case InputStatus::Cancelled:
            return "cancelled";
        case InputStatus::Pending:
            return "pending";
    }
    return "failed";
}

std::string_view toString(InputRole role) {
    switch (role) {
        case InputRole::Model:
            return "model";
        case InputRole::Clip:
            return "clip";
        case InputRole::Unknown:
            break;
    }
    return "unknown";
}

std::string_view toString(FailurePhase phase) {
    switch (phase) {
        case FailurePhase::Planning:
            return "planning";
        case FailurePhase::Reading:
            return "reading";
        case FailurePhase::Converting:
            return "converting";
        case FailurePhase::Exporting:
            return "exporting";
        case FailurePhase::Writing:
            return "writing";
    }
    return "converting";
}

}  // namespace rigkiln
