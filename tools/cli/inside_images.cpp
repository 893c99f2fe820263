#include "tools/cli/inside_images.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/image_folder_module.hpp"
#include "pipeline/files/open_archive.hpp"
#include "pipeline/images/usable_image.hpp"
#include "tools/cli/commands.hpp"

namespace rigkiln::cli {
namespace {

/// The file, then the files that may stand beside it with its images.
std::vector<std::string> placesOf(const std::string& source) {
    std::vector<std::string> places = {source};
    const std::size_t name = source.rfind('/') + 1;
    for (const ImageFolderModule* module : registries().images.folders) {
        for (const std::string& companion : module->companions(source.substr(name)))
            places.push_back(source.substr(0, name) + companion);
    }
    return places;
}

/// Fills size and form of an image that can be read; otherwise the place says why not.
void measure(FileTree& files, const std::string& path, const std::string& problem, TextureRow& row) {
    row.place = path;
    if (!problem.empty()) {
        row.place += ": " + problem;
        return;
    }
    const Result<SharedBytes> bytes = files.readShared(path);
    if (!bytes) {
        row.place += ": " + bytes.error().text();
        return;
    }
    const ImageModule* format = imageFormatOf(registries().images, path, *bytes);
    if (format == nullptr) return;
    row.format = fmt::format("{}, {}", format->title, byteCountText(bytes->size()));
    if (const Result<ImageSize> size = format->measure(*bytes))
        row.size = fmt::format("{} x {}", size->width, size->height);
}

}  // namespace

std::vector<TextureRow> rowsOfOtherImages(FileTree& files, const std::string& source,
                                          const std::vector<RecordingSource::Request>& requests,
                                          std::string_view role) {
    struct Place {
        std::string path;
        std::string problem;  ///< why it cannot be read there
    };
    std::map<std::string, Place> images;
    for (const std::string& path : placesOf(source)) {
        const Result<std::shared_ptr<const OpenArchive>> inside = files.imagesAt(path);
        if (!inside || *inside == nullptr) continue;
        for (const OpenArchive::Entry& entry : (*inside)->entries()) {
            Place place{.path = path + "/" + entry.path,
                        .problem = (*inside)->archive().members()[entry.member].problem};
            const auto [known, isNew] = images.try_emplace(entry.path, place);
            if (!isNew && !known->second.problem.empty()) known->second = std::move(place);
        }
    }
    std::erase_if(images, [&](const auto& image) {
        return std::ranges::any_of(requests, [&](const RecordingSource::Request& request) {
            return equalIgnoringCase(request.name, image.first);
        });
    });
    std::vector<TextureRow> rows;
    rows.reserve(images.size());
    for (const auto& [name, place] : images) {
        TextureRow row{.roles = std::string(role), .name = name};
        measure(files, place.path, place.problem, row);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace rigkiln::cli
