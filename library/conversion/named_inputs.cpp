#include "library/conversion/named_inputs.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "library/conversion/all_modules.hpp"
#include "library/conversion/named_paths.hpp"
#include "library/conversion/request_errors.hpp"
#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln {

std::optional<Error> archiveProblem(FileTree& files, const std::string& input) {
    if (isSearchable(files, input)) return std::nullopt;
    const auto archive = files.archiveAt(resolvedPath(input, files.disk()));
    if (archive) return std::nullopt;
    // The scan reports paths that are missing or cannot be read.
    return archive.error().kind() == ErrorKind::Input ? std::optional(archive.error()) : std::nullopt;
}

Error uselessInput(const IgnoredFile& file, FileTree& files) {
    if (file.known) {
        return kNothingToConvert.in(
            file.path, fmt::format("is a file of kind {}: nothing to convert", quote(file.description)));
    }
    const ImageFormats images = registries().images;
    if (const Result<std::vector<std::byte>> bytes = files.read(resolvedPath(file.path, files.disk()))) {
        const std::string extension = foldCase(splitName(file.path).extension);
        const auto image = std::ranges::find_if(
            images.readers, [&](const ImageModule* reader) { return reader->recognise(*bytes, extension); });
        if (image != images.readers.end()) {
            return kNothingToConvert.in(
                file.path,
                fmt::format("is an image ({}), which is converted with the models that name it: convert "
                            "those, and name the folder of the image with --textures if it is neither theirs "
                            "nor a folder Textures beside it; rigkiln inspect shows the image",
                            (*image)->title));
        }
    }
    return kUnknownFormat.in(file.path, "is of no format this program reads (see rigkiln formats)");
}

void failClosedArchives(Plan& plan, const std::vector<std::string>& inputs, FileTree& files) {
    for (const std::string& input : inputs) {
        std::optional<Error> problem = archiveProblem(files, input);
        if (!problem) continue;
        const std::string path = absolutePath(input).string();
        std::erase_if(plan.ignored, [&](const IgnoredFile& file) { return file.path == path; });
        plan.environment.push_back(*std::move(problem));
    }
    std::ranges::stable_sort(plan.environment, {}, &Error::file);
}

std::vector<Error> uselessInputs(const Plan& plan, const std::vector<std::string>& inputs, FileTree& files) {
    std::vector<Error> useless;
    for (const std::string& input : inputs) {
        const std::string path = absolutePath(input).string();
        const auto found = std::ranges::lower_bound(plan.ignored, path, {}, &IgnoredFile::path);
        if (found != plan.ignored.end() && found->path == path)
            useless.push_back(uselessInput(*found, files));
    }
    return useless;
}

}  // namespace rigkiln
