#include "pipeline/report/report_html.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "pipeline/report/issue_advice.hpp"
#include "pipeline/report/issue_totals.hpp"
#include "pipeline/report/texts.hpp"

namespace rigkiln {
namespace {

/// Writes JSON to a script element, where only "<" can end it or begin a comment. It stands in strings alone.
void writeScriptSafe(std::string_view json, const TextSink& sink) {
    while (!json.empty()) {
        const std::size_t length = std::min(json.find('<'), json.size());
        sink(json.substr(0, length));
        if (length < json.size()) sink("\\u003c");
        json.remove_prefix(std::min(length + 1, json.size()));
    }
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

std::string toHtmlPage(const RunReport& report, std::string_view reportJson, OptionPlace place) {
    std::string page;
    HtmlPage writer(report, place, [&page](std::string_view piece) { page += piece; });
    writer.addReport(reportJson);
    writer.finish();
    return page;
}

HtmlPage::HtmlPage(const RunReport& report, OptionPlace place, TextSink sink) : sink_(std::move(sink)) {
    std::string page(texts::pageHtml());
    replaceMark(page, "<!-- page.css -->\n", texts::pageCss());
    replaceMark(page, "<!-- page.js -->\n", texts::pageScript());
    constexpr std::string_view kPlaceOfRun = "<!-- run -->";
    const std::size_t at = page.find(kPlaceOfRun);
    end_ = page.substr(at + kPlaceOfRun.size());
    page.resize(at);
    sink_(page);
    sink_("{\"advice\": ");
    writeScriptSafe(adviceJson(report, place), sink_);
    sink_(", \"report\": ");
}

void HtmlPage::addReport(std::string_view json) {
    writeScriptSafe(json, sink_);
}

void HtmlPage::finish() {
    sink_("}" + end_);
}

}  // namespace rigkiln
