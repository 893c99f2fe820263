#include "tools/cli/catalogue.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/base/text.hpp"

/// Tests the lists of all codes of errors and of all kinds of issues.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;

/// "file.too-large": lower-case words, one dot.
bool isId(std::string_view id) {
    const auto isAllowed = [](char character) {
        return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9') ||
               character == '.' || character == '-';
    };
    return std::ranges::count(id, '.') == 1 && !id.starts_with('.') && !id.ends_with('.') &&
           std::ranges::all_of(id, isAllowed);
}

void expectSentence(std::string_view id, std::string_view sentence) {
    EXPECT_TRUE(isId(id)) << id;
    EXPECT_GT(sentence.size(), 10U) << id;
    EXPECT_FALSE(sentence.ends_with('.')) << id;
    EXPECT_TRUE(isUtf8(sentence)) << id;
    EXPECT_EQ(sentence.find('|'), std::string_view::npos) << id << " would end a cell of a table";
}

template <class Entry>
std::set<std::string> idsOf(const std::vector<const Entry*>& entries) {
    std::set<std::string> ids;
    for (const Entry* entry : entries)
        EXPECT_TRUE(ids.insert(std::string(entry->id)).second) << entry->id << " is there twice";
    return ids;
}

std::string contentOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Adds the ids of constants of the type in a source: `ErrorCode kName{"id", ...` with or without a `=`.
void addIds(std::string_view source, std::string_view type, std::set<std::string>& ids) {
    const std::string begin = std::string(type) + " k";
    constexpr std::string_view kSpace = " =\n";
    for (std::size_t at = source.find(begin); at != std::string_view::npos; at = source.find(begin, at + 1)) {
        const std::size_t brace = source.find_first_of("{(,;&*)", at);
        if (brace == std::string_view::npos || source[brace] != '{') continue;
        const std::size_t quote = source.find_first_not_of(kSpace, brace + 1);
        if (quote == std::string_view::npos || source[quote] != '"') continue;
        ids.emplace(source.substr(quote + 1, source.find('"', quote + 1) - quote - 1));
    }
}

/// Returns the ids that the sources of the program declare. Tests run in the root of the repository.
std::set<std::string> idsInSources(std::string_view type) {
    std::set<std::string> ids;
    for (const char* folder : {"pipeline", "formats", "exporters", "library", "tools"}) {
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
            const fs::path extension = entry.path().extension();
            if (extension == ".hpp" || extension == ".cpp") addIds(contentOf(entry.path()), type, ids);
        }
    }
    return ids;
}

TEST(Catalogue, ErrorCodesHaveIdsOfTheirOwnAndASentence) {
    idsOf(cli::allErrorCodes());
    for (const ErrorCode* code : cli::allErrorCodes())
        expectSentence(code->id, code->sentence);
}

TEST(Catalogue, IssueKindsHaveIdsOfTheirOwnAndASentence) {
    idsOf(cli::allIssueKinds());
    for (const IssueKind* kind : cli::allIssueKinds())
        expectSentence(kind->id, kind->sentence);
}

TEST(Catalogue, NoIssueHasTheIdOfAnError) {
    std::vector<std::string> both;
    std::ranges::set_intersection(idsOf(cli::allErrorCodes()), idsOf(cli::allIssueKinds()),
                                  std::back_inserter(both));
    EXPECT_THAT(both, testing::IsEmpty());
}

TEST(Catalogue, HasEveryErrorCodeOfTheSources) {
    EXPECT_EQ(idsOf(cli::allErrorCodes()), idsInSources("ErrorCode"));
}

TEST(Catalogue, HasEveryIssueKindOfTheSources) {
    EXPECT_EQ(idsOf(cli::allIssueKinds()), idsInSources("IssueKind"));
}

}  // namespace
}  // namespace rigkiln::test
