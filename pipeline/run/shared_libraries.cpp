#include "pipeline/run/shared_libraries.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/files/scratch_file.hpp"
#include "pipeline/recipe/recipe_errors.hpp"
#include "pipeline/recipe/recipe_json.hpp"

namespace rigkiln {
namespace {

/// Prints that are kept: of some thousand joints and clips.
constexpr std::size_t kMostKnownBytes = std::size_t{4} << 20U;

/// Returns the bytes of the scene that the library is made of: those of its model, and of the clips.
RecipeBytes bytesOfLibrary(const RecipeBytes& bytes) {
    RecipeBytes library;
    PartBytes& part = library.parts.emplace_back();
    part.model = bytes.parts.back().model;
    part.clips = bytes.parts.front().clips;
    return library;
}

void addContent(const SourceBytes& bytes, std::string& key) {
    const ContentDigest digest = bytes ? digestOf(*bytes) : ContentDigest();
    key += fmt::format(" {:016x}{:016x}", digest.high, digest.low);
}

std::string keyOf(const Recipe& recipe, const RecipeBytes& bytes) {
    std::string key = recipeDigest(recipe);
    addContent(*bytes.parts.front().model, key);
    for (const SourceBytes& clip : bytes.parts.front().clips)
        addContent(clip, key);
    return key;
}

std::size_t sizeOfLooks(const std::vector<Look>& looks) {
    std::size_t bytes = 0;
    for (const Look& look : looks) {
        bytes += sizeof look + look.path.size();
        for (const std::vector<std::string>* names : {&look.names, &look.found}) {
            for (const std::string& name : *names)
                bytes += sizeof(std::string) + name.size();
        }
    }
    return bytes;
}

}  // namespace

SharedLibraries::SharedLibraries(const Registries& registries, const AssetReader& reader, Disk& disk)
    : registries_(registries), reader_(reader), disk_(disk) {}

std::optional<FoundLibrary> SharedLibraries::find(const Recipe& recipe, const RecipeBytes& bytes,
                                                  const OptionFiles& files, std::size_t room) {
    const LibraryStep* step = libraryIn(recipe);
    if (step == nullptr || bytes.parts.size() != 2 || !bytes.parts.back().model) return std::nullopt;
    const TraceSpan span("step", "look at shared library");
    FoundLibrary found{.library = {.file = step->file, .owner = recipe.parts.back().model->name}};
    const SourceBytes& model = *bytes.parts.back().model;
    if (!model) {
        found.library.print = model.error();
        return found;
    }
    Recipe owner = recipeOfLibrary(recipe);
    owner.output = owner.exporting->outputRoot + "/library";  // one for all that share it
    RecipeBytes ownerBytes = bytesOfLibrary(bytes);
    std::string key = keyOf(owner, ownerBytes);
    if (auto known = this->known(key)) {
        found.library.print = std::move(known->print);
        found.looks = std::move(known->looks);
        return found;
    }
    const MadeScene made =
        reader_.makeScene(owner, std::move(ownerBytes),
                          std::make_shared<ScratchFile>(owner.exporting->outputRoot, room, disk_));
    passOnRefusal();
    found.looks = made.looks;
    Result<LibraryPrint> print = this->print(owner, made, files);
    passOnRefusal();
    if (!print) {
        found.library.print = print.error();
        return found;
    }
    const MemoryAccount::Scope shared(nullptr);
    const auto kept = std::make_shared<const LibraryPrint>(*print);
    found.library.print = kept;
    keep({.key = std::move(key),
          .print = kept,
          .looks = found.looks,
          .sizeBytes = kept->sizeBytes() + sizeOfLooks(found.looks)});
    return found;
}

Result<LibraryPrint> SharedLibraries::print(const Recipe& recipe, const MadeScene& made,
                                            const OptionFiles& files) const {
    if (made.failure) return *made.failure;
    const CodeRevision& wanted = recipe.exporting->exporter;
    const ExporterModule* exporter = registries_.exporter(wanted.id);
    if (exporter == nullptr || exporter->printLibrary == nullptr)
        return kOtherCode.error(fmt::format("exporter {} has no libraries that models share", wanted.id));
    LibraryPrint print;
    const WriteRequest request{.fileName = "library", .options = recipe.exporting->options, .files = &files};
    const Status status = runGuarded([&]() -> Status {
        Result<LibraryPrint> printed = exporter->printLibrary(made.scene, request);
        if (!printed) return printed.error();
        print = std::move(*printed);
        return Done{};
    });
    if (!status) return status.error();
    return print;
}

std::optional<SharedLibraries::Known> SharedLibraries::known(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(known_, key, &Known::key);
    if (found == known_.end()) return std::nullopt;
    known_.splice(known_.begin(), known_, found);
    return known_.front();
}

void SharedLibraries::keep(Known made) {
    if (made.sizeBytes > kMostKnownBytes) return;
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(known_, made.key, &Known::key) != known_.end()) return;
    knownBytes_ += made.sizeBytes;
    known_.push_front(std::move(made));
    while (knownBytes_ > kMostKnownBytes) {
        knownBytes_ -= known_.back().sizeBytes;
        known_.pop_back();
    }
}

}  // namespace rigkiln
