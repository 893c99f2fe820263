#pragma once

#include <array>

#include "pipeline/base/error.hpp"

/// Codes of errors in what formats, containers and exporters are given besides the bytes of the asset.
namespace rigkiln {

inline constexpr ErrorCode kBadOption{"option.invalid", ErrorKind::Configuration,
                                      "the value of an option is not of the kind that it takes"};
inline constexpr ErrorCode kUnsuitableOption{"option.unsuitable", ErrorKind::Input,
                                             "the value of an option cannot be used for this asset"};
inline constexpr ErrorCode kArchiveDamaged{
    "archive.damaged", ErrorKind::Input,
    "the archive or packed file is damaged, incomplete or of a variant that is not read"};
inline constexpr ErrorCode kMemberRefused{
    "archive.member-refused", ErrorKind::Input,
    "the member of the archive is encrypted, packed in a way that is not read, or breaks a limit"};
inline constexpr ErrorCode kBeyondLimit{"format.beyond-limit", ErrorKind::Input,
                                        "the file has more of something than this program converts"};
inline constexpr ErrorCode kMismatchedName{
    "format.mismatched-name", ErrorKind::Input,
    "the file has the extension of a format and does not begin as its files do"};
inline constexpr ErrorCode kEmptyFile{"format.empty-file", ErrorKind::Input,
                                      "the file has the extension of a format and not a single byte"};
inline constexpr ErrorCode kBadPath{"companion.bad-path", ErrorKind::Input,
                                    "a path in the file leads out of the folder of the file"};
inline constexpr ErrorCode kCompanionMissing{"companion.missing", ErrorKind::Input,
                                             "a file that the asset refers to is not there"};
inline constexpr ErrorCode kCompanionUnusable{"companion.unusable", ErrorKind::Input,
                                              "a file that the asset refers to cannot be read or used"};

inline constexpr std::array kConversionErrors = {
    &kBadOption,      &kUnsuitableOption, &kArchiveDamaged, &kMemberRefused,    &kBeyondLimit,
    &kMismatchedName, &kEmptyFile,        &kBadPath,        &kCompanionMissing, &kCompanionUnusable};

}  // namespace rigkiln
