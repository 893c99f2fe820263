#pragma once

#include <array>

#include "pipeline/base/error.hpp"

/// Codes of errors in reading files, folders and archives, and in writing outputs.
namespace rigkiln {

inline constexpr ErrorCode kNotFound{"file.not-found", ErrorKind::Environment,
                                     "there is no such file or folder"};
inline constexpr ErrorCode kCannotOpen{"file.cannot-open", ErrorKind::Environment,
                                       "the file cannot be opened"};
inline constexpr ErrorCode kCannotRead{"file.cannot-read", ErrorKind::Environment, "the file cannot be read"};
inline constexpr ErrorCode kCannotWrite{"file.cannot-write", ErrorKind::Environment,
                                        "the file or a folder above it cannot be written"};
inline constexpr ErrorCode kCannotRemove{"file.cannot-remove", ErrorKind::Environment,
                                         "a file of an earlier run cannot be removed"};
inline constexpr ErrorCode kCannotReadFolder{"folder.cannot-read", ErrorKind::Environment,
                                             "the folder cannot be opened or listed"};
inline constexpr ErrorCode kDiskFull{"disk.full", ErrorKind::Environment,
                                     "there is no space left for the file"};
inline constexpr ErrorCode kDiskReadOnly{"disk.read-only", ErrorKind::Environment,
                                         "the disk is mounted read-only and takes no file"};
inline constexpr ErrorCode kDiskFailing{"disk.failing", ErrorKind::Environment,
                                        "the disk reports an error of its own when it is written to"};
inline constexpr ErrorCode kNotRegular{
    "file.not-regular", ErrorKind::Environment,
    "the path names a folder, a symbolic link, a device or a pipe, and a file is "
    "expected"};
inline constexpr ErrorCode kFileTooLarge{"file.too-large", ErrorKind::Input,
                                         "the file is larger than any file that is read"};
inline constexpr ErrorCode kFileChanged{"file.changed-while-read", ErrorKind::Environment,
                                        "another program changed the file while it was read"};
inline constexpr ErrorCode kNoSuchMember{"archive.no-such-member", ErrorKind::Environment,
                                         "the archive has no member of this name"};
inline constexpr ErrorCode kNoArchive{"archive.none", ErrorKind::Input,
                                      "the path leads into a file that is no archive"};
inline constexpr ErrorCode kTooDeep{"archive.too-deep", ErrorKind::Input,
                                    "too many archives or packed files lie in each other"};
inline constexpr ErrorCode kArchiveTooLarge{"archive.too-large", ErrorKind::Input,
                                            "the archive holds more files or bytes than the limits allow"};
inline constexpr ErrorCode kOutputIsLink{"output.is-link", ErrorKind::Environment,
                                         "a folder below the output folder is a symbolic link, which is not "
                                         "followed"};
inline constexpr ErrorCode kOutsideRoot{"output.outside-root", ErrorKind::Internal,
                                        "the output would lie outside of its folder, which is a bug in this "
                                        "program"};
inline constexpr ErrorCode kBadFileName{"output.bad-name", ErrorKind::Internal,
                                        "the output has an impossible name, which is a bug in this program"};

inline constexpr std::array kFileErrors = {
    &kNotFound,         &kCannotOpen,   &kCannotRead,   &kCannotWrite, &kCannotRemove,
    &kCannotReadFolder, &kDiskFull,     &kDiskReadOnly, &kDiskFailing, &kNotRegular,
    &kFileTooLarge,     &kFileChanged,  &kNoSuchMember, &kNoArchive,   &kTooDeep,
    &kArchiveTooLarge,  &kOutputIsLink, &kOutsideRoot,  &kBadFileName};

/// Whether the error says that the disk takes no file at all, and not that something is wrong with one.
[[nodiscard]] inline bool isAboutTheDisk(const Error& error) {
    return error.is(kDiskFull) || error.is(kDiskReadOnly) || error.is(kDiskFailing);
}

}  // namespace rigkiln
