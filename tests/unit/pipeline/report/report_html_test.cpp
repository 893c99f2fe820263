#include "pipeline/report/report_html.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pipeline/report/report_json.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;
using testing::Not;

RunReport reportForPage(const std::string& output) {
    RunReport report;
    report.units.push_back({.output = output, .format = "alo", .exporter = "gltf"});
    report.units.back().issues.push_back({"texture.not-found", Severity::Warning, "sentence", "", ""});
    report.units.back().issueCounts["texture.not-found"] = 1;
    return report;
}

/// JSON in the page.
nlohmann::json dataOf(const std::string& page) {
    const std::string begin = "<script id=\"run\" type=\"application/json\">";
    const std::size_t at = page.find(begin) + begin.size();
    return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST(HtmlPage, HasTheReportAndAdvice) {
    const RunReport report = reportForPage("/o/a.glb");
    const nlohmann::json data = dataOf(toHtmlPage(report, toReportJson(report), OptionPlace::CommandLine));
    EXPECT_EQ(data.at("report"), nlohmann::json::parse(toReportJson(report)));
    EXPECT_THAT(data.at("advice").at("texture.not-found").get<std::string>(), HasSubstr("--textures"));
}

TEST(HtmlPage, HasNamesAsDataOnly) {
    const std::string name = "/o/</script><script>alert(1)</script><!-- page.js -->.glb";
    const RunReport report = reportForPage(name);
    const std::string page = toHtmlPage(report, toReportJson(report));
    EXPECT_EQ(dataOf(page).at("report").at("units").at(0).at("output"), name);
    EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
}

TEST(HtmlPage, NamesNoOtherFile) {
    const std::string page = toHtmlPage(RunReport{}, toReportJson(RunReport{}));
    for (const char* word : {"http:", "https:", "src=", "href=", "url(", "@import", "<!-- page", "<!-- run"})
        EXPECT_THAT(page, Not(HasSubstr(word)));
}

}  // namespace
}  // namespace rigkiln
