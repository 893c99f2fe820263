#pragma once

#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"

/// The files that importers open: which models are converted with which options.
namespace rigkiln::test {

/// A model and the options that it is converted with.
struct ImporterSample {
    std::string model;
    std::string row;                  ///< names the options, in the table of results
    std::vector<std::string> inputs;  ///< files in the folder of writeInputs
    std::vector<std::string> options;
    std::string proof;       ///< is in the JSON of each file: the options did something
    bool isRounded = false;  ///< by profile web
};

/// Every preset with its models, then other options with models for which they do something.
[[nodiscard]] std::vector<ImporterSample> importerSamples();

/// Writes the generated art with the inputs of all samples.
void writeInputs(const TemporaryFolder& folder);

}  // namespace rigkiln::test
