#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace rigkiln::cli {

/// Puts the options that are added while it lives under a heading of `--help`.
class OptionGroupScope {
public:
    OptionGroupScope(CLI::App& app, const std::string& heading)
        : app_(app), before_(app.option_defaults()->get_group()) {
        app_.option_defaults()->group(heading);
    }
    ~OptionGroupScope() {
        try {
            app_.option_defaults()->group(before_);
        } catch (...) {
            // No memory for a short name: a heading is the least of what is missing then.
            return;
        }
    }
    OptionGroupScope(const OptionGroupScope&) = delete;
    OptionGroupScope& operator=(const OptionGroupScope&) = delete;

private:
    CLI::App& app_;
    std::string before_;
};

}  // namespace rigkiln::cli
