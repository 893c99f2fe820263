#pragma once

#include <string>
#include <string_view>

/// Names of files while they are written: ".rigkiln-MACHINE-PROCESS-START-NUMBER.tmp". The machine is a
/// digest of its name, its boot and the space of process numbers; with the time when the process started, a
/// name belongs to one process for ever.
namespace rigkiln {

/// Returns what the temporary names of this process begin with.
[[nodiscard]] const std::string& temporaryPrefix();
/// Returns a name that nobody else uses.
[[nodiscard]] std::string temporaryName();

/// Returns true for the name of a process that ended: one of this machine since it was started. Of others
/// nothing is known, and they may live.
[[nodiscard]] bool isOfEndedProcess(std::string_view name);

/// Returns true for a name with this prefix, which must be one of `temporaryPrefix` of some process.
[[nodiscard]] bool isTemporaryOf(std::string_view name, std::string_view prefix);
/// Returns true for anything that `temporaryPrefix` could return.
[[nodiscard]] bool isTemporaryPrefix(std::string_view text);

}  // namespace rigkiln
