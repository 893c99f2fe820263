#pragma once

#include <string>
#include <string_view>

/// Names that every system can have, of files and folders.
namespace rigkiln {

/// Characters that Windows forbids in names, beside control characters.
inline constexpr std::string_view kForbiddenInNames = "<>:\"/\\|?*";

/// Returns true for a reserved device name of Windows, such as "con" and "Com1". They stay reserved with any
/// extension.
[[nodiscard]] bool isDeviceName(std::string_view name);

/// Returns equal texts for names that some file system takes for one: it ignores case, or whether "é" is one
/// character or two (APFS does both, NTFS and a casefolded ext4 the first). Folds case as Unicode does, bytes
/// that are no UTF-8 as ASCII. No file has this name.
[[nodiscard]] std::string nameKey(std::string_view name);

}  // namespace rigkiln
