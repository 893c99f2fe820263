#pragma once

#include <array>

#include "pipeline/base/error.hpp"

/// Codes of errors in writing a scene to a game format.
namespace rigkiln {

inline constexpr ErrorCode kNothingToWrite{"export.nothing-to-write", ErrorKind::Input,
                                           "the scene has nothing that the target format holds"};
inline constexpr ErrorCode kSeveralClips{"export.several-clips", ErrorKind::Input,
                                         "the scene has several animations, and a file of the target format "
                                         "holds one"};
inline constexpr ErrorCode kDataMissing{"export.missing-data", ErrorKind::Input,
                                        "the target format needs something that the scene does not have"};
inline constexpr ErrorCode kSkeletonDiffers{"export.skeleton-differs", ErrorKind::Input,
                                            "the joints of the scene are not the bones that the file needs"};
inline constexpr ErrorCode kRuleBrokenByExport{
    "export.breaks-rule", ErrorKind::Input,
    "the file would break a rule that the game relies on; option force writes it all the same"};
inline constexpr ErrorCode kReadBackDiffers{"export.read-back-differs", ErrorKind::Internal,
                                            "the written file is another one when it is read again, which is "
                                            "a bug in this program"};

inline constexpr std::array kWaybackErrors = {&kNothingToWrite,  &kSeveralClips,       &kDataMissing,
                                              &kSkeletonDiffers, &kRuleBrokenByExport, &kReadBackDiffers};

}  // namespace rigkiln
