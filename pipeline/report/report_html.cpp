#include "pipeline/report/report_html.hpp"

#include <cassert>
#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

#include "pipeline/report/issue_advice.hpp"
#include "pipeline/report/report_json.hpp"
#include "pipeline/report/texts.hpp"

namespace rigkiln {
namespace {

/// Inside of a script element only "<" can end it or begin a comment. In JSON it stands in strings alone.
std::string scriptSafe(std::string_view json) {
    std::string safe;
    safe.reserve(json.size());
    for (const char character : json) {
        if (character == '<') {
            safe += "\\u003c";
        } else {
            safe += character;
        }
    }
    return safe;
}

/// Advice about each kind of issue of the run, by id.
std::string adviceJson(const RunReport& report, OptionPlace place) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const IssueTotal& total : issueTotals(report)) {
        if (const std::string_view advice = adviceFor(total.id); !advice.empty())
            json[total.id] = adviceText(advice, place);
    }
    return json.dump();
}

void replaceMark(std::string& page, std::string_view mark, std::string_view content) {
    const std::size_t at = page.find(mark);
    assert(at != std::string::npos);
    page.replace(at, mark.size(), content);
}

}  // namespace

std::string toHtmlPage(const RunReport& report, OptionPlace place, const ReplayCommand& replay) {
    std::string page(texts::pageHtml());
    replaceMark(page, "<!-- page.css -->\n", texts::pageCss());
    replaceMark(page, "<!-- page.js -->\n", texts::pageScript());
    // Last, because the names in it may look like a mark.
    replaceMark(page, "<!-- run -->",
                scriptSafe("{\"advice\": " + adviceJson(report, place) +
                           ", \"report\": " + toReportJson(report, true, replay) + "}"));
    return page;
}

}  // namespace rigkiln
