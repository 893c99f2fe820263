#pragma once

namespace rigkiln::test {

// Folders of files that are not part of the project, where the one who runs the tests has some. Null: none.

/// RIGKILN_REAL_FILES: files of games.
[[nodiscard]] const char* realFilesFolder();

/// RIGKILN_SAMPLES_FOLDER: samples of formats.
[[nodiscard]] const char* samplesFolder();

inline constexpr const char* kNoRealFiles = "RIGKILN_REAL_FILES is not set";
inline constexpr const char* kNoSamples = "RIGKILN_SAMPLES_FOLDER is not set";
inline constexpr const char* kNotAmongRealFiles = "RIGKILN_REAL_FILES has no file for this test";
inline constexpr const char* kNotAmongSamples = "RIGKILN_SAMPLES_FOLDER has no file for this test";

}  // namespace rigkiln::test
