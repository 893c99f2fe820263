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
    std::string name;  ///< of the file, without extension
    alamo::AlaFile file;
};

/// The models and clips of one set, before they are files. The clips follow the rules of names: most belong
/// to a model, some break the rules as real ones do (README.md of this folder lists them).
struct ArtSet {
    std::vector<Model> models;
    std::vector<Clip> clips;
};
[[nodiscard]] ArtSet makeArtSet(std::uint64_t seed, std::size_t number);

/// The files of set `number`, in a folder of its own below Models except for the first.
[[nodiscard]] std::vector<ArtFile> makeArtFiles(std::uint64_t seed, std::size_t number);

/// A PNG for most of the textures the models name, in Textures, in other cases and with other extensions.
[[nodiscard]] std::vector<ArtFile> makeTextures(std::uint64_t seed);

/// Files that no reader may accept or fall over, in Damaged; each is named for its fault.
[[nodiscard]] std::vector<ArtFile> makeDamagedFiles(std::uint64_t seed);

/// Small files for each fuzz target, in a folder with its name.
[[nodiscard]] std::vector<ArtFile> makeSeeds();

}  // namespace rigkiln::corpus
