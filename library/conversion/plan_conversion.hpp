#pragma once

#include <atomic>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "library/conversion/conversion_request.hpp"
#include "library/conversion/request_options.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/plan.hpp"

namespace rigkiln {

/// Whether the path ends with one of these extensions, without regard to case.
[[nodiscard]] bool hasExtension(std::string_view path, std::span<const std::string_view> extensions);

/// Format for a conversion within one format, when the output asks for that; null otherwise. A format that
/// also has an exporter counts only when the single input is of the same format: other inputs go through the
/// exporter.
[[nodiscard]] const FormatModule* sameFormatOf(const ConversionArguments& arguments, FileTree& files);

/// Output of the conversion: a file or a folder.
struct ConversionTarget {
    bool isFile = false;
};

/// Fails when the output can be neither a file of the exporter nor a folder.
[[nodiscard]] Result<ConversionTarget> targetOf(const ConversionArguments& arguments,
                                                const ExporterModule& exporter);

/// The inputs, and if the arguments ask for them the clips in the folders of the models among them.
[[nodiscard]] Result<std::vector<std::string>> inputsOf(const ConversionArguments& arguments,
                                                        const ConversionRequest& request);

/// Plans the conversion of `inputs`. `stopLevel` as in PlanRequest; may be null.
[[nodiscard]] Result<Plan> planConversion(const ConversionArguments& arguments,
                                          const ConversionRequest& request,
                                          const std::vector<std::string>& inputs, ConversionTarget target,
                                          const std::atomic<int>* stopLevel = nullptr);

}  // namespace rigkiln
