#include "tools/cli/within_format.hpp"

#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "tools/cli/archive_arguments.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

/// False instead of an exception for paths that cannot be accessed.
bool isFolderOnDisk(const std::string& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

Status checkFiles(const WithinFormat& request) {
    if (request.inputs.size() != 1) {
        return usageError(
            "convert",
            fmt::format("{} inputs for {}; within one format a single file is converted to a single file",
                        request.inputs.size(), quote(request.output)));
    }
    const std::string& input = request.inputs.front();
    const bool isToFolder = isFolderOnDisk(request.output) || request.output.ends_with('/');
    if (!isToFolder && !isFolderOnDisk(input)) return Done{};
    return usageError(isFolderOnDisk(input) ? input : request.output,
                      "is a folder; within one format a single file is converted to a single file");
}

}  // namespace

Status writeWithinFormat(const WithinFormat& request, FileTree& files, Diagnostics& diagnostics) {
    if (Status usable = checkFiles(request); !usable) return usable;
    const FormatModule& format = request.format;
    const std::string path = fs::absolute(request.inputs.front()).lexically_normal().string();
    const Result<std::vector<std::byte>> bytes = files.read(resolvedPath(path));
    if (!bytes) return bytes.error();
    const RecognisedFile recognised = recogniseWhole(registries().formats, path, *bytes);
    if (recognised.format != &format || recognised.recognition.kind == AssetKind::Ignored ||
        recognised.problem) {
        return kOtherFormat.in(
            path, fmt::format("is no {}, which {} has to be made from", format.title, quote(request.output)));
    }
    Result<std::vector<std::byte>> encoded = format.reencode(*bytes);
    if (!encoded) return inFile(path, encoded.error());
    if (*encoded != *bytes) {
        complain(fmt::format(
            "{}: its parts do not stand in the usual order; {} has the same content and other bytes", path,
            request.output));
    }
    if (request.exporter != nullptr && request.exporter->changeFile != nullptr) {
        encoded = request.exporter->changeFile(*encoded, request.options, diagnostics);
        if (!encoded) return inFile(path, encoded.error());
    }
    const std::string size = byteCountText(encoded->size());
    const bool isSame = *encoded == *bytes;
    Status written = writeFile(request.output, std::move(*encoded));
    if (!written) return written;
    print(fmt::format("wrote {} ({}){}\n", toUtf8(request.output), size,
                      isSame ? ", with the same bytes as " + toUtf8(request.inputs.front()) : ""));
    return Done{};
}

}  // namespace rigkiln::cli
