#include "pipeline/base/error.hpp"

#include <utility>

#include "pipeline/base/error_codes.hpp"

namespace rigkiln {
namespace {

std::string joined(std::string_view left, std::string_view right) {
    std::string text(left);
    if (!left.empty() && !right.empty()) text += ": ";
    return text.append(right);
}

}  // namespace

std::string_view toString(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::Input:
            return "input";
        case ErrorKind::Configuration:
            return "configuration";
        case ErrorKind::Environment:
            return "environment";
        case ErrorKind::Internal:
            return "internal";
    }
    return "internal";
}

Error ErrorCode::error(std::string problem) const {
    return {*this, {}, {}, std::move(problem)};
}

Error ErrorCode::in(std::string file, std::string problem) const {
    return {*this, std::move(file), {}, std::move(problem)};
}

Error ErrorCode::at(std::string place, std::string problem) const {
    return {*this, {}, std::move(place), std::move(problem)};
}

Error::Error() : code_(&kNoResult) {}

Error::Error(const ErrorCode& code, std::string inFile, std::string atPlace, std::string what)
    : file(std::move(inFile)), place(std::move(atPlace)), problem(std::move(what)), code_(&code) {}

Error Error::withCode(const ErrorCode& code) const {
    return {code, file, place, problem};
}

std::string Error::where() const {
    return joined(file, place);
}

std::string Error::textInFile() const {
    return joined(place, problem);
}

std::string Error::text() const {
    return joined(where(), problem);
}

Error inFile(const std::string& file, Error error) {
    if (error.file.empty()) error.file = file;
    return error;
}

Error aboutFile(const std::string& file, Error error) {
    if (!error.file.empty() && error.file != file) {
        error.place = error.where();
        error.file.clear();
    }
    return inFile(file, std::move(error));
}

Error atPlace(const std::string& place, Error error) {
    error.place = joined(place, error.place);
    return error;
}

}  // namespace rigkiln
