#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Conversion of models and animations of old games to glTF 2.0 and back, in memory: the library of rigkiln.
/// This header needs the standard library alone.
///
///     rigkiln::ConvertRequest request;
///     request.paths = {"art/hero.alo", "art/hero_walk.ala"};
///     request.output = "hero.glb";
///     request.options = {{"max-error", "0.5mm"}};
///     const rigkiln::ConvertResult result = rigkiln::convert(request);
///     for (const rigkiln::ConvertError& error : result.errors)
///         std::cerr << error.text() << '\n';
namespace rigkiln {

/// A file in memory. The name may begin with folders: "models/hero.alo". '/' is the separator.
struct ConvertFile {
    std::string name{};
    std::vector<std::byte> bytes{};
};

/// A conversion as `rigkiln convert` makes it, with the same results.
struct ConvertRequest {
    /// Files, folders and archives on the disk.
    std::vector<std::string> paths{};
    /// Files in memory, instead of `paths`. Nothing is read from the disk then.
    std::vector<ConvertFile> files{};
    /// Further files in memory beside `files`, which are read when an input asks for them: textures, the
    /// buffer of a .gltf, the file that the option `template` names. They lie where their names say, relative
    /// to those of `files`.
    std::vector<ConvertFile> companions{};
    /// Name of the output, relative. A file, whose extension names the format, takes one model with its
    /// clips. A folder, with a slash at its end or empty, takes an output for each model.
    std::string output{};
    /// Options with the names and values of the command line, without dashes in front: {"max-error",
    /// "0.5mm"}, {"to", "gltf"}, {"merge", "true"}. A name that is given several times makes a list.
    std::vector<std::pair<std::string, std::string>> options{};
    /// Threads to use; 0: one for each processor. The result is the same for any number.
    unsigned threads = 0;
};

enum class ConvertSeverity : std::uint8_t { Information, Warning, Error };

/// Something that was noticed and did not stop an output. Codes are listed in docs/issues.md.
struct ConvertIssue {
    ConvertSeverity severity = ConvertSeverity::Information;
    std::string code{};     ///< "alamo.zero-normal"
    std::string output{};   ///< name of the output
    std::string place{};    ///< inside the asset: "mesh[3] 'Body'"
    std::string message{};  ///< meaning, and the values

    /// Returns "OUTPUT: PLACE: MESSAGE (CODE)".
    [[nodiscard]] std::string text() const;
};

/// A failure. Codes are listed in docs/issues.md.
struct ConvertError {
    std::string code{};     ///< "file.too-large"
    std::string file{};     ///< file at fault; may be empty
    std::string place{};    ///< element or offset in the file, or option; may be empty
    std::string problem{};  ///< names the value and the limit

    /// Returns "FILE: PLACE: PROBLEM".
    [[nodiscard]] std::string text() const;
};

struct ConvertResult {
    /// The outputs and the files that they refer to, in the order of their names.
    std::vector<ConvertFile> files{};
    std::vector<ConvertIssue> issues{};
    /// Everything that failed. Some outputs may be there nevertheless: those of other models, and a model
    /// without the clip that failed.
    std::vector<ConvertError> errors{};

    [[nodiscard]] bool isWhole() const { return errors.empty(); }
    /// Returns the file of this name; null when there is none.
    [[nodiscard]] const ConvertFile* find(std::string_view name) const;
};

/// Converts files on the disk or in memory. Writes no file, and throws nothing: what goes wrong is in the
/// result. Safe to call from several threads, whose conversions take turns.
[[nodiscard]] ConvertResult convert(const ConvertRequest& request) noexcept;

/// Version of the library: "0.1.0".
[[nodiscard]] std::string_view convertVersion() noexcept;

}  // namespace rigkiln
