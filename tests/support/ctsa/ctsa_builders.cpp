#include "tests/support/ctsa/ctsa_builders.hpp"

namespace rigkiln::ctsa {

CtsaFile walkFile(std::size_t frames) {
    CtsaFile file;
    file.name = u"Walk";
    file.topV = 1;
    file.frameWidth = 1 / static_cast<float>(frames);
    file.frames.assign(frames, {.time = 50});
    return file;
}

CtsaFile waveFile() {
    CtsaFile file;
    file.name = u"Wave";
    file.leftU = 0.25F;
    file.bottomV = 0.5F;
    file.topV = 0.75F;
    file.frameWidth = 0.125F;
    file.frames = {{.time = 100}, {.time = 0, .updates = 6, .swapType = kSwapByUpdates}, {.time = 33.5F}};
    return file;
}

CtsaFile emptyFile() {
    CtsaFile file;
    file.name = u"Rest";
    file.leftU = -1;
    file.bottomV = -1;
    file.topV = -1;
    file.frameWidth = -1;
    return file;
}

CtsaFile fileWithLongName(std::size_t letters) {
    CtsaFile file = walkFile();
    file.name.assign(letters, u'n');
    file.prefixSize = shortestPrefix(letters);
    return file;
}

}  // namespace rigkiln::ctsa
