#pragma once

#include <array>

#include "pipeline/base/error.hpp"

/// Codes of errors that are found before anything is converted.
namespace rigkiln {

inline constexpr ErrorCode kBadOutputPath{"config.bad-output-path", ErrorKind::Configuration,
                                          "the path of the outputs of a job cannot be understood"};
inline constexpr ErrorCode kImpossibleOutput{
    "output.bad-path", ErrorKind::Input, "the name of the source gives an output path that is not possible"};
inline constexpr ErrorCode kOutputTaken{"output.taken", ErrorKind::Configuration,
                                        "another source has the same output path"};
inline constexpr ErrorCode kOutputIsSource{
    "output.is-source", ErrorKind::Configuration,
    "the output path is that of a source file, which is never overwritten"};

inline constexpr ErrorCode kEmptyScan{"scan.no-file", ErrorKind::Configuration,
                                      "a scan found no file that its patterns take"};
inline constexpr ErrorCode kNoUnit{"plan.nothing-to-convert", ErrorKind::Configuration,
                                   "the configuration finds nothing that it could convert"};

inline constexpr std::array kPlanErrors = {&kBadOutputPath,  &kImpossibleOutput, &kOutputTaken,
                                           &kOutputIsSource, &kEmptyScan,        &kNoUnit};

}  // namespace rigkiln
