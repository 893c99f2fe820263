#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Digests of outputs, the code that made them and its revisions, and the rule between them: whoever changes
/// the bytes of an output raises a revision of the code that made it.
namespace rigkiln::test {

/// Revisions of pieces of code by id: "format:alo", "exporter:gltf", "image:dds", "step:reduce".
using Revisions = std::map<std::string, std::uint32_t>;

struct OutputDigest {
    std::string digest;
    std::set<std::string> code;  ///< ids of the code that made it

    bool operator==(const OutputDigest&) const = default;
};

/// Outputs of one conversion.
struct ConversionDigests {
    std::string input;                            ///< digest of the options and of all files it reads
    std::map<std::string, OutputDigest> outputs;  ///< by path

    bool operator==(const ConversionDigests&) const = default;
};

struct OutputDigests {
    Revisions revisions;  ///< of all code, whether an output depends on it or not
    std::map<std::string, ConversionDigests> conversions;

    bool operator==(const OutputDigests&) const = default;
};

/// JSON with a line for each output. Throws std::exception for text that digestsToJson would not write.
[[nodiscard]] std::string digestsToJson(const OutputDigests& digests);
[[nodiscard]] OutputDigests digestsFromJson(const std::string& json);

/// Differences between the digests in the golden file and those of this build, a sentence each.
struct DigestProblems {
    /// Faults of the code or of the golden set. The golden file must not be rewritten before they are gone.
    std::vector<std::string> faults;
    /// Changes that are allowed, but are not in the golden file yet.
    std::vector<std::string> outdated;
};

/// Compares both. Outputs are compared only for equal inputs: when the generated art or the options of a
/// conversion change, nothing can be said about the code. Code counts as raised when its revision is higher
/// than in the golden file, and when only one side has it, because a recipe then differs too.
[[nodiscard]] DigestProblems compareDigests(const OutputDigests& golden, const OutputDigests& built);

/// Message for a failed test; empty without problems. `update`: command that rewrites the golden file.
[[nodiscard]] std::string describe(const DigestProblems& problems, std::string_view file,
                                   std::string_view update);

}  // namespace rigkiln::test
