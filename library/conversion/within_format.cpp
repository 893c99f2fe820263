#include "library/conversion/within_format.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "library/conversion/all_modules.hpp"
#include "library/conversion/named_paths.hpp"
#include "library/conversion/request_errors.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/plan/recognise_file.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;

Status checkFiles(const WithinFormat& request, Disk& disk) {
    if (request.inputs.size() != 1) {
        return usageError(
            "convert",
            fmt::format("{} inputs for {}; within one format a single file is converted to a single file",
                        request.inputs.size(), quote(request.output)));
    }
    const std::string& input = request.inputs.front();
    const bool isToFolder = isFolderOn(disk, request.output) || request.output.ends_with('/');
    if (!isToFolder && !isFolderOn(disk, input)) return Done{};
    return usageError(isFolderOn(disk, input) ? input : request.output,
                      "is a folder; within one format a single file is converted to a single file");
}

}  // namespace

Result<ConvertedWithinFormat> convertWithinFormat(const WithinFormat& request, FileTree& files,
                                                  Diagnostics& diagnostics) {
    if (const Status usable = checkFiles(request, files.disk()); !usable) return usable.error();
    const FormatModule& format = request.format;
    const std::string path = fs::absolute(request.inputs.front()).lexically_normal().string();
    const Result<std::vector<std::byte>> bytes = files.read(resolvedPath(path, files.disk()));
    if (!bytes) return bytes.error();
    const RecognisedFile recognised = recogniseWhole(registries().formats, path, *bytes);
    if (recognised.format != &format || recognised.recognition.kind == AssetKind::Ignored ||
        recognised.problem) {
        return kOtherFormat.in(
            path, fmt::format("is no {}, which {} has to be made from", format.title, quote(request.output)));
    }
    Result<std::vector<std::byte>> encoded = format.reencode(*bytes);
    if (!encoded) return inFile(path, encoded.error());
    const bool isReordered = *encoded != *bytes;
    if (request.exporter != nullptr && request.exporter->changeFile != nullptr) {
        encoded = request.exporter->changeFile(*encoded, request.options, diagnostics);
        if (!encoded) return inFile(path, encoded.error());
    }
    const bool isSame = *encoded == *bytes;
    return ConvertedWithinFormat{.bytes = std::move(*encoded), .isSame = isSame, .isReordered = isReordered};
}

}  // namespace rigkiln
