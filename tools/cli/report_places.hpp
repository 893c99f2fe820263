#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/plan/plan.hpp"
#include "tools/cli/report_files.hpp"

namespace rigkiln::cli {

/// Places of the files that a command writes beside its outputs, to find out before anything is written
/// whether one of them takes the place of another file. Two paths of one file are one place.
class ReportPlaces {
public:
    /// `others` are further files, as for checkReportFiles. Leaves out standard output, devices and pipes.
    ReportPlaces(const ReportFiles& files, const NamedFiles& others);

    /// Fails when one of them is this file, or the archive that holds it. `what` completes "is ...".
    [[nodiscard]] Status spare(const std::string& path, std::string_view what) const;
    /// Fails when one of them is a source or an output of the plan, or an archive or an ignored file of a
    /// known kind that its scans found. Takes one pass through the plan, and looks only at files on the disk
    /// that have the name of one of them.
    [[nodiscard]] Status spare(const Plan& plan) const;

private:
    struct Place {
        std::string_view option;
        std::string file;        ///< as the command line names it
        std::string path;        ///< see placeOf
        std::string name;        ///< of `path`
        std::string linkedName;  ///< of `file`, which may be a link
    };

    [[nodiscard]] const Place* find(const std::string& path) const;
    /// Like the public ones, where the path ends with `name` and `suffix`.
    [[nodiscard]] Status spare(const SplitPath& path, std::string_view what) const;

    std::vector<Place> places_;
};

/// Fails when one of them is the configuration, or a file that an export of it reads.
[[nodiscard]] Status spareConfiguration(const ReportPlaces& places, const Settings& settings);

}  // namespace rigkiln::cli
