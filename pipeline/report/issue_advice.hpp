#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigkiln {

/// Advice about a kind of issue. Kept here, and not with the kinds, because only the summary of a run
/// tells it. A test holds the table complete against the catalogue of kinds.
struct IssueAdvice {
    std::string_view id;  ///< of the issue
    /// One sentence without a full stop. Options to set stand in backquotes: `max_error: 1mm`, with the id of
    /// a format in front of a dot for its own options: `bfres.frame_rate: 30`. Empty only for information
    /// that needs nothing.
    std::string_view advice;
};

[[nodiscard]] std::span<const IssueAdvice> allIssueAdvice();

/// Returns the advice for a kind of issue; empty when there is none.
[[nodiscard]] std::string_view adviceFor(std::string_view issue);

/// Where the reader of an advice sets options.
enum class OptionPlace : unsigned char { Configuration, CommandLine };

/// Returns the texts between the backquotes of an advice.
[[nodiscard]] std::vector<std::string_view> optionsIn(std::string_view advice);

/// Writes an option of an advice as its reader writes it: `bfres.frame_rate: 30` is
/// "bfres: { frame_rate: 30 }" in a configuration and "--bfres-frame-rate 30" on the command line.
[[nodiscard]] std::string optionText(std::string_view option, OptionPlace place);

/// Returns the advice with its options as the reader writes them, still between backquotes.
[[nodiscard]] std::string adviceText(std::string_view advice, OptionPlace place);

}  // namespace rigkiln
