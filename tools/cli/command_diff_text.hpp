#pragma once

#include <string>

#include "pipeline/compare/compare_assets.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::cli {

/// Two compared files. Borrows everything.
struct ComparedFiles {
    const std::string& leftName;
    const std::string& rightName;
    const Scene& left;
    const Scene& right;
    const CompareOptions& options;
    const Comparison& comparison;
};

/// A line for each difference, the most serious first, at most a few per part unless `showsAll`; then what
/// was compared.
[[nodiscard]] std::string diffText(const ComparedFiles& files, bool showsAll);
[[nodiscard]] std::string diffJson(const ComparedFiles& files);

}  // namespace rigkiln::cli
