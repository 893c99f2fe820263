#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/alamo/ala_file.hpp"
#include "tools/corpus/files.hpp"
#include "tools/corpus/model.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::corpus {

struct Clip {
    std::string name;  ///< name of the file, without extension
    alamo::AlaFile file;
};

/// The models and clips of one set, before they are encoded. The clips follow the naming rules: most belong
/// to a model; some break the rules as real ones do (README.md of this folder lists them).
struct ArtSet {
    std::vector<Model> models;
    std::vector<Clip> clips;
};
[[nodiscard]] ArtSet makeArtSet(std::uint64_t seed, std::size_t number);

/// The files of set `number`. Each set but the first has a folder of its own below Models.
[[nodiscard]] std::vector<ArtFile> makeArtFiles(std::uint64_t seed, std::size_t number);

/// Images in the folder Textures for most of the textures that the models name, in other cases and with other
/// extensions.
[[nodiscard]] std::vector<ArtFile> makeTextures(std::uint64_t seed);

/// The other images that models name, which tests of missing textures do without. One is missing for good:
/// Collar, the deliberate fault of the art.
[[nodiscard]] std::vector<ArtFile> makeFurtherTextures(std::uint64_t seed);

/// Files in the folder Damaged that readers must reject without crashing; each is named after its fault.
[[nodiscard]] std::vector<ArtFile> makeDamagedFiles(std::uint64_t seed);

/// Small files for each fuzz target, in a folder named after it.
[[nodiscard]] std::vector<ArtFile> makeSeeds();

}  // namespace rigkiln::corpus
