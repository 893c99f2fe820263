#include "tests/revisions/output_digests.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace rigkiln::test {
namespace {

using Json = nlohmann::json;
using Code = std::set<std::string>;

std::string quoted(const std::string& text) {
    return Json(text).dump();
}

/// The code that every output has. Stated once, because it would make up half of the file.
Code sharedCode(const OutputDigests& digests) {
    std::optional<Code> shared;
    for (const auto& [name, conversion] : digests.conversions) {
        for (const auto& [path, output] : conversion.outputs) {
            Code both;
            if (!shared) shared = output.code;
            std::ranges::set_intersection(*shared, output.code, std::inserter(both, both.end()));
            shared = std::move(both);
        }
    }
    return shared.value_or(Code());
}

Code without(const Code& all, const Code& some) {
    Code rest;
    std::ranges::set_difference(all, some, std::inserter(rest, rest.end()));
    return rest;
}

Code joinedCode(const Code& left, const Code& right) {
    Code all = left;
    all.insert(right.begin(), right.end());
    return all;
}

/// Code that only one of both has.
Code difference(const Code& left, const Code& right) {
    return joinedCode(without(left, right), without(right, left));
}

std::string codeText(const Code& code) {
    return fmt::format("{}", fmt::join(code, " "));
}

Code codeFromText(const std::string& text) {
    std::istringstream words(text);
    return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
}

/// Joins lines that are elements of an object.
std::string members(const std::vector<std::string>& lines, std::size_t indent) {
    const std::string space(indent, ' ');
    return fmt::format("{{\n{}{}\n{}}}", space, fmt::join(lines, ",\n" + space), space.substr(2));
}

std::string conversionJson(const ConversionDigests& conversion, const Code& shared) {
    std::vector<std::string> lines;
    for (const auto& [path, output] : conversion.outputs) {
        lines.push_back(fmt::format(R"({}: {{"digest": "{}", "code": "{}"}})", quoted(path), output.digest,
                                    codeText(without(output.code, shared))));
    }
    return members({fmt::format(R"("input": "{}")", conversion.input), R"("outputs": )" + members(lines, 8)},
                   6);
}

/// Revision of code on each side; null where it has none.
struct RevisionPair {
    const std::uint32_t* golden = nullptr;
    const std::uint32_t* built = nullptr;

    [[nodiscard]] bool isRaised() const {
        if (golden == nullptr || built == nullptr) return golden != built;
        return *built > *golden;
    }
    [[nodiscard]] bool isLowered() const { return golden != nullptr && built != nullptr && *built < *golden; }
    [[nodiscard]] std::string text() const {
        if (built == nullptr) return "gone";
        if (golden == nullptr) return fmt::format("new, {}", *built);
        return *golden == *built ? fmt::format("{}", *built) : fmt::format("{} -> {}", *golden, *built);
    }
};

class Comparison {
public:
    Comparison(const OutputDigests& golden, const OutputDigests& built) : golden_(golden), built_(built) {}

    DigestProblems compare() && {
        checkCoverage();
        compareRevisions();
        for (const auto& [name, golden] : golden_.conversions) {
            const auto built = built_.conversions.find(name);
            if (built == built_.conversions.end())
                note("the conversion {} is no longer in the golden set", name);
            else
                compareConversions(name, golden, built->second);
        }
        for (const auto& conversion : built_.conversions) {
            if (!golden_.conversions.contains(conversion.first))
                note("the conversion {} is new", conversion.first);
        }
        return std::move(problems_);
    }

private:
    template <class... Arguments>
    void blame(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        problems_.faults.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
    }
    template <class... Arguments>
    void note(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        problems_.outdated.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
    }

    [[nodiscard]] RevisionPair revisionsOf(const std::string& id) const {
        const auto golden = golden_.revisions.find(id);
        const auto built = built_.revisions.find(id);
        return {.golden = golden == golden_.revisions.end() ? nullptr : &golden->second,
                .built = built == built_.revisions.end() ? nullptr : &built->second};
    }

    [[nodiscard]] std::string textOf(const Code& code) const {
        std::vector<std::string> texts;
        for (const std::string& id : code)
            texts.push_back(fmt::format("{} ({})", id, revisionsOf(id).text()));
        return fmt::format("{}", fmt::join(texts, ", "));
    }

    /// Every piece of code needs an output that would show its changes.
    void checkCoverage() {
        Code covered;
        for (const auto& [name, conversion] : built_.conversions) {
            for (const auto& [path, output] : conversion.outputs)
                covered.insert(output.code.begin(), output.code.end());
        }
        for (const auto& revision : built_.revisions) {
            if (!covered.contains(revision.first))
                blame("{} makes no output of the golden set; add a conversion with it", revision.first);
        }
        for (const std::string& id : covered) {
            if (!built_.revisions.contains(id)) blame("{} has no revision", id);
        }
    }

    void compareRevisions() {
        Code all;
        for (const OutputDigests* side : {&golden_, &built_}) {
            for (const auto& revision : side->revisions)
                all.insert(revision.first);
        }
        for (const std::string& id : all) {
            const RevisionPair pair = revisionsOf(id);
            if (pair.isLowered()) {
                blame(
                    "the revision of {} was lowered ({}); outputs of revision {} would be taken for new "
                    "ones: use {}",
                    id, pair.text(), *pair.golden, *pair.golden + 1);
            } else if (pair.isRaised()) {
                note("the revision of {} differs ({})", id, pair.text());
            }
        }
    }

    void compareConversions(const std::string& name, const ConversionDigests& golden,
                            const ConversionDigests& built) {
        if (golden.input != built.input) {
            note("the input or the options of {} changed, so its outputs cannot be compared", name);
            return;
        }
        for (const auto& [path, output] : golden.outputs) {
            const std::string where = name + "/" + path;
            const auto found = built.outputs.find(path);
            if (found == built.outputs.end())
                judge(where, "is missing", output.code);
            else if (found->second.digest != output.digest)
                judge(where, "has other bytes", joinedCode(output.code, found->second.code));
            else if (found->second.code != output.code)
                note("the code of {} differs by {}", where,
                     textOf(difference(output.code, found->second.code)));
        }
        for (const auto& [path, output] : built.outputs) {
            if (!golden.outputs.contains(path)) judge(name + "/" + path, "is new", output.code);
        }
    }

    /// A changed output is a fault unless some of its code was raised.
    void judge(const std::string& where, std::string_view change, const Code& code) {
        Code raised;
        std::ranges::copy_if(code, std::inserter(raised, raised.end()),
                             [&](const std::string& id) { return revisionsOf(id).isRaised(); });
        if (!raised.empty()) {
            note("{} {}, as expected from {}", where, change, textOf(raised));
            return;
        }
        blame(
            "{} {}, and no revision of its code was raised: {}. If the change is wanted, raise the revision "
            "of the code that changed; otherwise undo it",
            where, change, textOf(code));
    }

    const OutputDigests& golden_;
    const OutputDigests& built_;
    DigestProblems problems_;
};

std::string listed(const std::vector<std::string>& sentences) {
    constexpr std::size_t kShown = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(sentences.size(), kShown); ++i)
        text += fmt::format("  {}\n", sentences[i]);
    if (sentences.size() > kShown) text += fmt::format("  and {} more\n", sentences.size() - kShown);
    return text;
}

}  // namespace

std::string digestsToJson(const OutputDigests& digests) {
    const Code shared = sharedCode(digests);
    std::vector<std::string> revisions;
    for (const auto& [id, revision] : digests.revisions)
        revisions.push_back(fmt::format("{}: {}", quoted(id), revision));
    std::vector<std::string> conversions;
    for (const auto& [name, conversion] : digests.conversions)
        conversions.push_back(fmt::format("{}: {}", quoted(name), conversionJson(conversion, shared)));
    return members({R"("revisions": )" + members(revisions, 4),
                    fmt::format(R"("code of every output": "{}")", codeText(shared)),
                    R"("conversions": )" + members(conversions, 4)},
                   2) +
           "\n";
}

OutputDigests digestsFromJson(const std::string& json) {
    const Json root = Json::parse(json);
    const Code shared = codeFromText(root.at("code of every output"));
    OutputDigests digests{.revisions = root.at("revisions").get<Revisions>(), .conversions = {}};
    for (const auto& [name, conversion] : root.at("conversions").items()) {
        ConversionDigests& read = digests.conversions[name];
        read.input = conversion.at("input");
        for (const auto& [path, output] : conversion.at("outputs").items()) {
            read.outputs[path] = {.digest = output.at("digest"),
                                  .code = joinedCode(shared, codeFromText(output.at("code")))};
        }
    }
    return digests;
}

DigestProblems compareDigests(const OutputDigests& golden, const OutputDigests& built) {
    return Comparison(golden, built).compare();
}

std::string describe(const DigestProblems& problems, std::string_view file, std::string_view update) {
    std::string text;
    if (!problems.faults.empty())
        text += fmt::format("faults, with which {} cannot be updated:\n{}", file, listed(problems.faults));
    if (!problems.outdated.empty())
        text += fmt::format("{} is out of date; {} writes it:\n{}", file, update, listed(problems.outdated));
    return text;
}

}  // namespace rigkiln::test
