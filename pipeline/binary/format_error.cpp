#include "pipeline/binary/format_error.hpp"

#include <fmt/format.h>

namespace rigkiln {
namespace {

constexpr std::string_view kSeparator = ": ";

}  // namespace

FormatError::FormatError(const std::string& path, std::size_t offset, const std::string& problem)
    : std::runtime_error(fmt::format("{} at 0x{:X}{}{}", path, offset, kSeparator, problem)),
      offset_(offset),
      problemBegin_(std::string_view(what()).size() - problem.size()) {}

std::string_view FormatError::place() const {
    return std::string_view(what()).substr(0, problemBegin_ - kSeparator.size());
}

std::string_view FormatError::problem() const {
    return std::string_view(what()).substr(problemBegin_);
}

Error FormatError::toError(const ErrorCode& code) const {
    return code.at(std::string(place()), std::string(problem()));
}

EncodeError::EncodeError(const std::string& path, const std::string& problem)
    : std::runtime_error(fmt::format("{}{}{}", path, kSeparator, problem)), pathSize_(path.size()) {}

Error EncodeError::toError() const {
    const std::string_view text = what();
    return kNotRepresentable.at(std::string(text.substr(0, pathSize_)),
                                std::string(text.substr(pathSize_ + kSeparator.size())));
}

}  // namespace rigkiln
