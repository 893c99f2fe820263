#pragma once

namespace rigkiln::test {

// Folders of files that are not part of the project; environment variables name them. Null: not set.

/// RIGKILN_REAL_FILES: original game files.
[[nodiscard]] const char* realFilesFolder();

/// RIGKILN_SAMPLES_FOLDER: public sample files of the formats.
[[nodiscard]] const char* samplesFolder();

inline constexpr const char* kNoRealFiles = "RIGKILN_REAL_FILES is not set";
inline constexpr const char* kNoSamples = "RIGKILN_SAMPLES_FOLDER is not set";
inline constexpr const char* kNotAmongRealFiles = "RIGKILN_REAL_FILES has no file for this test";
inline constexpr const char* kNotAmongSamples = "RIGKILN_SAMPLES_FOLDER has no file for this test";

}  // namespace rigkiln::test
