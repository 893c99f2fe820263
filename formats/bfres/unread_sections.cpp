#include "formats/bfres/unread_sections.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/bfres/base/bfres_issues.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::bfres {

Properties unreadSections(const BfresFile& file, Diagnostics& diagnostics) {
    Properties unread;
    for (std::size_t group = 0; group < file.unread.size(); ++group) {
        const std::vector<std::string>& names = file.unread[group];
        if (names.empty()) continue;
        ValueList list;
        for (const std::string& name : names)
            list.emplace_back(toUtf8(name));
        const std::string title(groupTitle(static_cast<Group>(group)));
        diagnostics.add(kNotConverted, title, fmt::format("{} sections", names.size()));
        unread.set(title, std::move(list));
    }
    ValueList embedded;
    for (const EmbeddedFile& one : file.embeddedFiles)
        embedded.emplace_back(toUtf8(one.name));
    if (!embedded.empty()) {
        const std::string title(groupTitle(Group::EmbeddedFiles));
        diagnostics.add(kNotConverted, title, fmt::format("{} files", embedded.size()));
        unread.set(title, std::move(embedded));
    }
    return unread;
}

}  // namespace rigkiln::bfres
