#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/importers/samples.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/gltf_pose.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Converts models with every preset and other options into the folder $RIGKILN_IMPORTER_SAMPLES, and writes
/// what importers must make of each file to expected.json (README.md describes it).
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;

/// Times of each clip. The first and the last are the ends of the clip, the others are beside its frames.
constexpr int kTimes = 10;
constexpr double kBesideFrames = 0.173;
constexpr std::size_t kVerticesOfPrimitive = 200;
/// Points on the axes of a node, as far from it as this fraction of the model's size, show how it is turned.
constexpr double kAxisLength = 0.1;
/// Fractions of the model's size.
constexpr double kTolerance = 1e-4;
/// Metres: `position_error` of profile web, which rounds positions.
constexpr double kPositionError = 1e-4;

fs::path samplesFolder() {
    const char* folder =
        std::getenv("RIGKILN_IMPORTER_SAMPLES");  // NOLINT(concurrency-mt-unsafe): one thread
    return folder == nullptr ? fs::path() : fs::path(folder);
}

ReadGltf readFile(const fs::path& path) {
    const std::vector<std::byte> bytes = readBytes(path);
    OutputSet set(1);
    set[0].name = path.filename().string();
    set[0].pieces.emplace_back(bytes);
    Result<ReadGltf> read = readGltf(set);
    if (!read) throw std::runtime_error(read.error().text());
    return *std::move(read);
}

void append(nlohmann::json& numbers, const glm::dvec3& point) {
    for (int i = 0; i < 3; ++i)
        numbers.push_back(static_cast<float>(point[i]));
}

/// A primitive on a node, and the vertices that are compared.
struct Drawn {
    std::size_t node = 0;
    std::size_t primitive = 0;
    std::vector<std::size_t> vertices;
};

/// Nodes of the scene: coarser levels of detail are outside of it with MSFT_lod.
std::set<std::size_t> nodesOfScene(const nlohmann::json& json) {
    std::vector<std::size_t> open = json.at("scenes").at(0).at("nodes");
    std::set<std::size_t> nodes;
    while (!open.empty()) {
        const std::size_t node = open.back();
        open.pop_back();
        nodes.insert(node);
        for (const std::size_t child :
             json.at("nodes").at(node).value("children", std::vector<std::size_t>()))
            open.push_back(child);
    }
    return nodes;
}

std::vector<Drawn> drawnBy(const ReadGltf& file, const std::set<std::size_t>& scene) {
    std::vector<Drawn> drawn;
    for (const std::size_t node : scene) {
        if (file.nodes[node].mesh < 0) continue;
        const auto& primitives = file.meshes.at(static_cast<std::size_t>(file.nodes[node].mesh)).primitives;
        for (std::size_t i = 0; i < primitives.size(); ++i) {
            const std::size_t count = primitives[i].attributes.at("POSITION").size();
            Drawn& made = drawn.emplace_back();
            made = {.node = node, .primitive = i, .vertices = {}};
            const std::size_t step =
                std::max<std::size_t>(1, (count + kVerticesOfPrimitive - 1) / kVerticesOfPrimitive);
            for (std::size_t vertex = 0; vertex < count; vertex += step)
                made.vertices.push_back(vertex);
        }
    }
    return drawn;
}

/// Diagonal of the bounding box of all vertices at rest; of all nodes in a file without meshes.
double sizeOf(const ReadGltf& file, const std::vector<Drawn>& drawn) {
    const auto worlds = nodeWorlds(file, nullptr, 0);
    std::vector<glm::dvec3> points;
    for (const Drawn& one : drawn) {
        const auto placed = placedVertices(file, one.node, one.primitive, worlds);
        points.insert(points.end(), placed.begin(), placed.end());
    }
    if (drawn.empty()) {
        for (const glm::dmat4& world : worlds)
            points.emplace_back(world[3]);
    }
    glm::dvec3 low(std::numeric_limits<double>::max());
    glm::dvec3 high(std::numeric_limits<double>::lowest());
    for (const glm::dvec3& point : points) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    return glm::distance(low, high);
}

/// Where everything is at a moment. `clip` null: at rest.
nlohmann::json poseAt(const ReadGltf& file, const ReadAnimation* clip, float time,
                      const std::vector<Drawn>& drawn, double axis) {
    nlohmann::json pose = {{"nodes", nlohmann::json::array()}, {"drawn", nlohmann::json::array()}};
    const auto worlds = nodeWorlds(file, clip, time);
    for (const glm::dmat4& world : worlds) {
        append(pose["nodes"], world[3]);
        for (int i = 0; i < 3; ++i)
            append(pose["nodes"], world[3] + world[i] * axis);
    }
    for (const Drawn& one : drawn) {
        const std::vector<glm::dvec3> placed = placedVertices(file, one.node, one.primitive, worlds);
        nlohmann::json numbers = nlohmann::json::array();
        for (const std::size_t vertex : one.vertices)
            append(numbers, placed.at(vertex));
        pose["drawn"].push_back(std::move(numbers));
    }
    return pose;
}

nlohmann::json posesOf(const ReadGltf& file, const std::vector<Drawn>& drawn, double axis) {
    nlohmann::json poses = nlohmann::json::array();
    poses.push_back(poseAt(file, nullptr, 0, drawn, axis));
    for (std::size_t number = 0; number < file.animations.size(); ++number) {
        const ReadAnimation& clip = file.animations[number];
        const float duration = durationOf(clip);
        for (int i = 0; i < kTimes; ++i) {
            const bool isEnd = i == 0 || i == kTimes - 1;
            const double part = (i + (isEnd ? 0 : kBesideFrames)) / (kTimes - 1);
            const auto time = static_cast<float>(duration * part);
            nlohmann::json pose = poseAt(file, &clip, time, drawn, axis);
            pose["clip"] = number;
            pose["time"] = time;
            poses.push_back(std::move(pose));
        }
    }
    return poses;
}

/// Numbers of things in the scene, from the JSON of the file.
nlohmann::json countsOf(const nlohmann::json& file, const std::set<std::size_t>& scene) {
    std::set<int> skins;
    std::set<int> materials;
    std::size_t drawn = 0;
    for (const std::size_t number : scene) {
        const nlohmann::json& node = file.at("nodes").at(number);
        if (!node.contains("mesh")) continue;
        if (node.contains("skin")) skins.insert(node.at("skin").get<int>());
        for (const nlohmann::json& primitive :
             file.at("meshes").at(node.at("mesh").get<std::size_t>()).at("primitives")) {
            ++drawn;
            if (primitive.contains("material")) materials.insert(primitive.at("material").get<int>());
        }
    }
    return {{"clips", file.value("animations", nlohmann::json::array()).size()},
            {"skins", skins.size()},
            {"primitives", drawn},
            {"materials", materials.size()}};
}

/// The index of each node in the file that importers read. -1: a mesh without a skin, whose node holds the
/// scale of rounded positions, or a node outside of the scene.
nlohmann::json nodesOf(const ReadGltf& file, const nlohmann::json& read, bool isRounded) {
    nlohmann::json nodes = nlohmann::json::array();
    const std::set<std::size_t> scene = nodesOfScene(read);
    for (const ReadNode& node : file.nodes) {
        const auto& others = read.at("nodes");
        const auto found = std::ranges::find_if(others, [&](const nlohmann::json& other) {
            return other.value("name", std::string()) == node.name;
        });
        if (found == others.end()) throw std::runtime_error("no node " + node.name);
        const auto index = std::distance(others.begin(), found);
        const bool isScaled = isRounded && node.mesh >= 0 && node.skin < 0;
        const bool isOutside = !scene.contains(static_cast<std::size_t>(index));
        nodes.push_back(isScaled || isOutside ? -1 : static_cast<int>(index));
    }
    return nodes;
}

/// Returns the counts and places that importers must find in a file. `same` is the file with positions that
/// are not rounded.
nlohmann::json expectationOf(const ImporterSample& sample, const fs::path& output, const fs::path& same) {
    const ReadGltf file = readFile(same);
    const nlohmann::json read = jsonOfGlb(readBytes(output));
    if (read.dump().find(sample.proof) == std::string::npos)
        throw std::runtime_error(output.string() + " has no " + sample.proof);
    const std::vector<Drawn> drawn = drawnBy(file, nodesOfScene(jsonOfGlb(readBytes(same))));
    const double size = sizeOf(file, drawn);
    nlohmann::json expected = {{"file", output.filename().string()},
                               {"model", sample.model},
                               {"row", sample.row},
                               {"size", size},
                               {"axis", kAxisLength * size},
                               {"tolerance", kTolerance * size + (sample.isRounded ? kPositionError : 0)},
                               {"rounded", sample.isRounded},
                               {"counts", countsOf(read, nodesOfScene(read))},
                               {"nodes", nodesOf(file, read, sample.isRounded)},
                               {"names", nlohmann::json::array()},
                               {"clip_names", nlohmann::json::array()},
                               {"drawn", nlohmann::json::array()},
                               {"poses", posesOf(file, drawn, kAxisLength * size)}};
    for (const ReadNode& node : file.nodes)
        expected["names"].push_back(node.name);
    for (const ReadAnimation& clip : file.animations)
        expected["clip_names"].push_back(clip.name);
    const nlohmann::json indexOfNode = nodesOf(file, read, false);
    for (const Drawn& one : drawn)
        expected["drawn"].push_back(
            {{"node", indexOfNode.at(one.node)}, {"primitive", one.primitive}, {"vertices", one.vertices}});
    return expected;
}

class ImporterSamples : public testing::Test {
protected:
    ImporterSamples() { writeInputs(art); }

    void convert(const ImporterSample& sample, const std::string& output,
                 const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments = {"convert"};
        arguments.insert(arguments.end(), sample.inputs.begin(), sample.inputs.end());
        arguments.insert(arguments.end(), sample.options.begin(), sample.options.end());
        arguments.insert(arguments.end(), more.begin(), more.end());
        arguments.insert(arguments.end(), {"-o", output});
        const Finished finished =
            runRigkiln(arguments, {.folder = art.path(), .environment = {}, .program = {}});
        if (finished.exitCode != cli::kDone) throw std::runtime_error(finished.text());
    }

    /// Converts a model. Clips in files of their own are further files.
    nlohmann::json makeSample(const ImporterSample& sample) const {
        std::string stem = sample.model + "_" + sample.row;
        std::ranges::replace(stem, ' ', '_');
        const fs::path output = samplesFolder() / (stem + ".glb");
        convert(sample, output.string());
        nlohmann::json expected = nlohmann::json::array();
        if (sample.isRounded) {
            const fs::path same = art.path() / output.filename();
            convert(sample, same.string(), {"--profile", "core"});
            expected.push_back(expectationOf(sample, output, same));
            return expected;
        }
        std::set<fs::path> outputs = {output};
        for (const auto& entry : fs::directory_iterator(samplesFolder())) {
            const std::string name = entry.path().filename().string();
            if (name.starts_with(stem + "@") && name.ends_with(".glb")) outputs.insert(entry.path());
        }
        for (const fs::path& one : outputs)
            expected.push_back(expectationOf(sample, one, one));
        return expected;
    }

    TemporaryFolder art;
};

void writeJson(const fs::path& path, const nlohmann::json& json) {
    std::ofstream stream(path);
    stream << json;
    stream.close();
    ASSERT_TRUE(stream) << path;
}

TEST_F(ImporterSamples, AreWritten) {
    ASSERT_FALSE(samplesFolder().empty()) << "RIGKILN_IMPORTER_SAMPLES names no folder";
    fs::remove_all(samplesFolder());
    fs::create_directories(samplesFolder());
    nlohmann::json all = nlohmann::json::array();
    for (const ImporterSample& sample : importerSamples()) {
        SCOPED_TRACE(sample.model + " " + sample.row);
        for (nlohmann::json& expected : makeSample(sample))
            all.push_back(std::move(expected));
    }
    writeJson(samplesFolder() / "expected.json", all);
}

/// Writes copies of a file, and to each what is not true of it, for the comparison to find.
TEST_F(ImporterSamples, AreWrittenWithMistakes) {
    const fs::path folder = samplesFolder() / "wrong";
    fs::create_directories(folder);
    const nlohmann::json right = makeSample(importerSamples().front()).at(0);
    const auto copyAs = [&](const std::string& name) {
        fs::copy_file(samplesFolder() / right.at("file").get<std::string>(), folder / name);
        nlohmann::json copy = right;
        copy["file"] = name;
        return copy;
    };
    nlohmann::json moved = copyAs("moved.glb");
    nlohmann::json& vertex = moved["poses"].back()["drawn"].back()[0];
    vertex = vertex.get<double>() + 2 * right.at("tolerance").get<double>();
    nlohmann::json late = copyAs("late.glb");
    late["poses"][2]["time"] = late["poses"][3]["time"];
    nlohmann::json more = copyAs("more.glb");
    more["counts"]["clips"] = 3;
    writeJson(folder / "expected.json", {moved, late, more});
}

}  // namespace
}  // namespace rigkiln::test
