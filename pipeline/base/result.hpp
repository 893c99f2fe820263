#pragma once

#include <string>
#include <utility>
#include <variant>

namespace rigkiln {

/// Origin of a failure. Decides the exit code of the program.
enum class ErrorKind {
    Input,          ///< a source file is damaged or incomplete: this asset fails, others go on
    Configuration,  ///< the command line or the job graph is wrong: nothing runs
    Environment,    ///< disk full, no permission, a missing folder
    Internal,       ///< a bug in this program
};

/// The reason for a failure, for a person to read. `where` is a file, or `file: field path at 0xOFFSET`.
/// `problem` names the value and the limit, in lower case.
struct Error {
    std::string where;
    std::string problem;
    ErrorKind kind = ErrorKind::Input;

    [[nodiscard]] std::string text() const { return where.empty() ? problem : where + ": " + problem; }
    bool operator==(const Error&) const = default;
};

/// Adds the path of the file to an error that does not name it yet.
[[nodiscard]] Error inFile(const std::string& path, const Error& error);

/// A value or the error that prevented it. Modules return it to each other instead of throwing.
template <class Value>
class [[nodiscard]] Result {
public:
    Result(Value value)
        : content_(std::in_place_index<0>, std::move(value)) {}  // implicit, so that `return value;` works
    Result(Error error)
        : content_(std::in_place_index<1>, std::move(error)) {}  // implicit, so that `return error;` works

    [[nodiscard]] bool hasValue() const { return content_.index() == 0; }
    explicit operator bool() const { return hasValue(); }

    /// Precondition of the next six: hasValue().
    [[nodiscard]] Value& value() { return std::get<0>(content_); }
    [[nodiscard]] const Value& value() const { return std::get<0>(content_); }
    Value& operator*() { return value(); }
    const Value& operator*() const { return value(); }
    Value* operator->() { return &value(); }
    const Value* operator->() const { return &value(); }

    /// Precondition: not hasValue().
    [[nodiscard]] const Error& error() const { return std::get<1>(content_); }

private:
    std::variant<Value, Error> content_;
};

/// Success without a value.
struct Done {
    bool operator==(const Done&) const = default;
};

using Status = Result<Done>;

}  // namespace rigkiln
