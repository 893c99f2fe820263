#pragma once

#include <string>
#include <string_view>

namespace rigkiln {

/// Origin of a failure. Decides the exit code of the program.
enum class ErrorKind {
    Input,          ///< a source file is damaged or incomplete: this asset fails, others go on
    Configuration,  ///< the command line or the job graph is wrong: nothing runs
    Environment,    ///< disk full, no permission, a missing folder
    Internal,       ///< a bug in this program
};

[[nodiscard]] std::string_view toString(ErrorKind kind);

struct Error;

/// A reason for failing, as scripts see it, and the only way to make an Error. Declared once, as a constant,
/// by the module that reports it, and listed in the catalogue. `id` is stable and never reused.
///
///     return kFileTooLarge.in(path, fmt::format("has {} bytes, at most {} are read", size, limit));
struct ErrorCode {
    std::string_view id;  ///< "file.too-large"
    ErrorKind kind;
    std::string_view sentence;  ///< meaning, without values or names

    /// Make an error. `problem` names the value and the limit, in lower case; `file` and `place` as in Error.
    [[nodiscard]] Error error(std::string problem) const;
    [[nodiscard]] Error in(std::string file, std::string problem) const;
    [[nodiscard]] Error at(std::string place, std::string problem) const;
};

/// The reason for a failure: the texts for a person to read, the code for a script to act on.
struct Error {
    std::string file;     ///< path of the file or folder at fault; empty until a caller that knows it adds it
    std::string place;    ///< element, field path or offset in the file, or option; may be empty
    std::string problem;  ///< names the value and the limit, in lower case

    /// Placeholder for a result that is yet to come, with the code kNoResult.
    Error();

    [[nodiscard]] const ErrorCode& code() const { return *code_; }
    [[nodiscard]] ErrorKind kind() const { return code_->kind; }
    [[nodiscard]] bool is(const ErrorCode& code) const { return code_->id == code.id; }
    /// Returns the error with another code and the same texts.
    [[nodiscard]] Error withCode(const ErrorCode& code) const;

    /// Return "FILE: PLACE", "PLACE: PROBLEM" and "FILE: PLACE: PROBLEM". Empty parts are left out.
    [[nodiscard]] std::string where() const;
    [[nodiscard]] std::string textInFile() const;
    [[nodiscard]] std::string text() const;

    bool operator==(const Error&) const = default;

private:
    friend struct ErrorCode;
    Error(const ErrorCode& code, std::string inFile, std::string atPlace, std::string what);

    const ErrorCode* code_;  ///< never null
};

/// Returns the error with its file set. Keeps the file that an inner call named.
[[nodiscard]] Error inFile(const std::string& file, Error error);

/// Returns the error as one about `file`. Another file that an inner call named, such as a companion or the
/// archive around the file, becomes a part of the place.
[[nodiscard]] Error aboutFile(const std::string& file, Error error);

/// Returns the error with an outer place in front of its own: "clip 'walk': frame 3".
[[nodiscard]] Error atPlace(const std::string& place, Error error);

}  // namespace rigkiln
