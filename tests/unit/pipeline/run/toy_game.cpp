#include "tests/unit/pipeline/run/toy_game.hpp"

#include <vector>

#include <fmt/format.h>

#include "formats/containers/meg.hpp"
#include "tests/support/containers/container_builders.hpp"

namespace rigkiln::test {

void putToyGame(MemoryDisk& disk) {
    const auto model = [&](const std::string& path, int joints, const std::string& words = "") {
        disk.put("/w/in/" + path + ".smodel", fmt::format("model {} {}", joints, words));
    };
    model("a/hero", 3, "texture=skin.dds");
    disk.put("/w/in/a/hero_run.sclip", "clip 1");
    disk.put("/w/in/a/hero_walk.sclip", "clip 2");
    model("a/bat", 3, "issue");
    model("a/bat_wing", 1);  // has not all joints of the next clip, which therefore goes to the bat
    disk.put("/w/in/a/bat_wing_flap.sclip", "clip 2");
    model("a/cat", 2, "texture=fur.bmp");
    model("b/dog", 2, "texture=far.tga");
    model("b/elk", 1, "texture=packed.bmp");
    model("b/fox", 3, "texture=skin.dds texture=nowhere.dds");
    model("b/gnu", 3, "beside=parts/gnu.dat");
    model("c/hen", 2);
    model("c/ibex", 1);
    model("c/jay", 3);
    disk.put("/w/in/hidden/kiwi.smodel", "model 2");
    disk.put("/w/in/b/parts/gnu.dat", "beside");
    disk.put("/w/in/Textures/skin.png", "toy image skin");
    disk.put("/w/in/Textures/fur.bmp", "\x89PNG\r\n\x1A\nas it is");
    disk.put("/w/art/far.dds", "toy image far");
    disk.put("/w/preface.txt", "preface\n");
    const auto putMeg = [&](const std::string& path, const std::vector<containers::MegMember>& members) {
        disk.put(path, textOfBytes(encodeMeg(members, containers::MegVersion::One)));
    };
    putMeg("/w/in/pack.meg", {{.name = "D/LAMA.SMODEL", .bytes = bytesOfText("model 2 texture=inside.bmp")},
                              {.name = "D/MOLE.SMODEL", .bytes = bytesOfText("model 3")},
                              {.name = "D/NEWT.SMODEL", .bytes = bytesOfText("model 1 texture=skin.dds")},
                              {.name = "D/INSIDE.BMP", .bytes = bytesOfText("toy image inside")}});
    putMeg("/w/packed/more.meg", {{.name = "IMAGES/PACKED.BMP", .bytes = bytesOfText("toy image packed")}});
    putToyLinks(disk);
}

void putToyLinks(MemoryDisk& disk) {
    disk.putLink("/w/in/c/kiwi.smodel", "../hidden/kiwi.smodel");
}

bool isBehindToyLink(const std::string& source, const std::string& link) {
    return source == "/w/in/hidden/kiwi.smodel" && ("/w/in/c/kiwi.smodel" == link || link == "/w/in/c");
}

}  // namespace rigkiln::test
