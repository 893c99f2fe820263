#include "library/conversion/named_inputs.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "library/conversion/all_modules.hpp"
#include "library/conversion/named_paths.hpp"
#include "library/conversion/request_errors.hpp"
#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/plan/recognise_file.hpp"

namespace rigkiln {

std::optional<Error> archiveProblem(FileTree& files, const std::string& input) {
    if (isSearchable(files, input)) return std::nullopt;
    const auto archive = files.archiveAt(resolvedPath(input, files.disk()));
    if (archive) return std::nullopt;
    // The scan reports paths that are missing or cannot be read.
    return archive.error().kind() == ErrorKind::Input ? std::optional(archive.error()) : std::nullopt;
}

Error uselessInput(const IgnoredFile& file, FileTree& files) {
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
    if (file.known) {
        return kNothingToConvert.in(
            file.path, fmt::format("is a file of kind {}: nothing to convert", quote(file.description)));
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

namespace {

/// Error about a folder, or an archive, without any file that this program knows; nothing if there is one
/// that it knows to hold nothing to convert, such as a particle system. Textures count as unknown: they are
/// converted with models.
std::optional<Error> uselessFolder(const Plan& plan, const std::string& path) {
    const std::string prefix = path.ends_with('/') ? path : path + '/';
    const auto begin = std::ranges::lower_bound(plan.ignored, prefix, {}, &IgnoredFile::path);
    const auto end = std::find_if(begin, plan.ignored.end(), [&prefix](const IgnoredFile& file) {
        return !file.path.starts_with(prefix);
    });
    const bool isAnyKnown = std::any_of(begin, end, [](const IgnoredFile& file) {
        return file.known && !file.description.ends_with(kImageEnding);
    });
    if (isAnyKnown) return std::nullopt;
    if (begin == end) return kNothingToConvert.in(path, "has no file");
    const auto count = end - begin;
    return kNothingToConvert.in(
        path, fmt::format("has no model and no clip, but {}, as {} ({})",
                          count == 1 ? "another file" : fmt::format("{} other files", count),
                          quote(begin->path.substr(prefix.size())), begin->description));
}

}  // namespace

std::vector<Error> uselessInputs(const Plan& plan, const std::vector<std::string>& inputs, FileTree& files) {
    std::vector<Error> useless;
    const bool isAnything = !plan.units.empty() || !plan.environment.empty();
    for (const std::string& input : inputs) {
        const std::string path = absolutePath(input).string();
        const auto found = std::ranges::lower_bound(plan.ignored, path, {}, &IgnoredFile::path);
        if (found != plan.ignored.end() && found->path == path)
            useless.push_back(uselessInput(*found, files));
        else if (std::optional<Error> error = isAnything ? std::nullopt : uselessFolder(plan, path))
            useless.push_back(*std::move(error));
    }
    return useless;
}

}  // namespace rigkiln
