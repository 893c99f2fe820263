#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rigkiln {

/// Everything that outputs depend on, for the program that builds them. Paths as that program knows them.
struct Depfile {
    std::vector<std::string> targets{};  ///< main files of the outputs, or the stamp
    std::vector<std::string> files{};    ///< that were read; sorted
    std::vector<std::string> folders{};  ///< that were searched or listed; sorted
    /// A path where nothing ever is: the targets depend on it, so that they are made again. Empty: all of
    /// them are made.
    std::string never{};
};

/// Returns true when neither make nor Ninja can read a file of this name from a depfile.
[[nodiscard]] bool isBeyondDepfiles(std::string_view path);

/// Returns a rule of a makefile, in the part of the syntax that make and Ninja have in common, followed by
/// one without prerequisites for all prerequisites: those that are removed later do not stop make. Leaves out
/// paths that are beyond depfiles. Empty without targets.
[[nodiscard]] std::string toMakeDepfile(const Depfile& depfile);

/// Returns the members as an object: `complete` tells whether `never` is empty.
[[nodiscard]] std::string toJsonDepfile(const Depfile& depfile);

}  // namespace rigkiln
