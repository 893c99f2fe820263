#include "pipeline/inspect/recording_source.hpp"

#include <utility>

namespace rigkiln {

std::vector<RecordingSource::Request> RecordingSource::requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
}

void RecordingSource::note(Request request) {
    const std::lock_guard lock(mutex_);
    if (known_.emplace(request.name, request.content).second) requests_.push_back(std::move(request));
}

std::optional<FileSource::Found> RecordingSource::loadImage(std::string_view name,
                                                            const ImageRecipe& recipe) {
    std::optional<Found> found = source_.findImage(name, recipe);
    note({.name = std::string(name),
          .path = found ? found->path : std::string(),
          .problem = found ? found->problem : std::string(),
          .content = recipe.content});
    return found;
}

Result<FileSource::Found> RecordingSource::loadBeside(const std::string& path, std::size_t limit) {
    return source_.readBeside(path, limit);
}

std::optional<FileSource::Found> RecordingSource::loadShared(std::size_t levelsUp, const std::string& folder,
                                                             const std::string& name) {
    std::string path;
    for (std::size_t level = 0; level < levelsUp; ++level)
        path += "../";
    Result<Found> found = source_.readShared(path + folder + '/' + name);
    if (!found) return std::nullopt;
    return std::move(*found);
}

}  // namespace rigkiln
