#include "pipeline/cache/unit_identity.hpp"

#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/recipe/recipe_json.hpp"

namespace rigkiln {
namespace {

/// Revision of everything in this folder that is stored: raise when it changes its meaning.
constexpr int kCacheRevision = 2;

#if defined(__x86_64__)
constexpr std::string_view kProcessor = "x86_64";
#elif defined(__aarch64__)
constexpr std::string_view kProcessor = "aarch64";
#else
constexpr std::string_view kProcessor = "other";
#endif

std::string folderOf(const std::string& path) {
    return path.substr(0, path.rfind('/'));
}

/// Returns the options of an exporter that are paths of files.
std::vector<std::string_view> fileOptions(const Registries& registries, const ExportSettings& settings) {
    std::vector<std::string_view> names;
    const ExporterModule* exporter = registries.exporter(settings.exporter.id);
    if (exporter == nullptr) return names;
    for (const OptionSpec& spec : exporter->options) {
        if (spec.type == OptionType::File && !settings.options.text(spec.name).empty())
            names.push_back(spec.name);
    }
    return names;
}

/// Replaces paths by those without the place.
class Mover {
public:
    explicit Mover(const TreePlace& place) : place_(place) {}

    void path(std::string& path) {
        if (auto moved = place_.pathWithout(path)) {
            path = std::move(*moved);
        } else {
            isWhole_ = false;
        }
    }
    [[nodiscard]] bool isWhole() const { return isWhole_; }

private:
    const TreePlace& place_;
    bool isWhole_ = true;
};

TreePlace placeOf(const Recipe& recipe, std::span<const std::string_view> options) {
    std::vector<std::string> folders = recipe.reading->textureRoots;
    for (const FileRecipe* file : recipe.files())
        folders.push_back(folderOf(file->path));
    for (const std::string_view option : options)
        folders.push_back(folderOf(recipe.exporting->options.text(option)));
    return TreePlace::around(folders);
}

/// Returns the recipe without the place, in its canonical form; nothing when that is not possible.
std::optional<std::string> movedRecipe(Recipe recipe, const TreePlace& place,
                                       std::span<const std::string_view> options) {
    Mover mover(place);
    for (Part& part : recipe.parts) {
        if (part.model) mover.path(part.model->path);
        for (FileRecipe& clip : part.clips)
            mover.path(clip.path);
    }
    ReadSettings reading = *recipe.reading;
    for (std::string& root : reading.textureRoots)
        mover.path(root);
    ExportSettings exporting = *recipe.exporting;
    for (const std::string_view option : options) {
        std::string path = exporting.options.text(option);
        mover.path(path);
        exporting.options.set(option, std::move(path));
    }
    if (!mover.isWhole() || !recipe.output.starts_with(exporting.outputRoot)) return std::nullopt;
    // The way from the output to shared files is part of the output.
    recipe.output.erase(0, exporting.outputRoot.size());
    if (recipe.output.starts_with('/')) recipe.output.erase(0, 1);
    exporting.outputRoot.clear();
    recipe.reading = SharedValue<ReadSettings>(std::move(reading));
    recipe.exporting = SharedValue<ExportSettings>(std::move(exporting));
    return recipeToJson(recipe);
}

bool addIssues(std::string& text, const Diagnostics& diagnostics, const TreePlace& place) {
    for (const Issue& issue : diagnostics.issues()) {
        const auto where = place.textWithout(issue.where);
        const auto details = place.textWithout(issue.details);
        if (!where || !details) return false;
        text += fmt::format("{} {} {}{}{}", issue.kind->id, where->size(), *where, details->size(), *details);
    }
    for (const auto& [id, count] : diagnostics.counts())
        text += fmt::format("{} {} ", id, count);
    return true;
}

}  // namespace

std::optional<UnitIdentity> identityOf(const IdentityRequest& request) {
    const std::vector<std::string_view> options = fileOptions(request.registries, *request.recipe.exporting);
    TreePlace place = placeOf(request.recipe, options);
    const auto recipe = movedRecipe(request.recipe, place, options);
    if (!recipe) return std::nullopt;
    std::string text = fmt::format("rigkiln cache {} {} {} {} ", kCacheRevision, request.version, kProcessor,
                                   recipe->size());
    text += *recipe;
    if (!addIssues(text, request.planning, place)) return std::nullopt;
    for (const FileRecipe* file : request.recipe.files()) {
        // Members of archives are compared with the rest of what the unit read.
        const ContentDigest content = request.files.contentOf(file->path).value_or(ContentDigest());
        text += fmt::format("{:016x}{:016x}", content.high, content.low);
    }
    return UnitIdentity{.key = digestOf(std::as_bytes(std::span(text))), .place = std::move(place)};
}

}  // namespace rigkiln
