#!/usr/bin/env python3
"""Checks that includes follow the layers in ARCHITECTURE.

    tools/checks/check_layers.py [ROOT]

Reads every source below pipeline, formats, exporters, library, tools and tests, and the CMakeLists.txt beside it. Prints one line
per violation, `file:line: what is wrong`, and exits with 1 when there is any.
"""

import re
import sys
from pathlib import Path

TOP_FOLDERS = ("pipeline", "formats", "exporters", "library", "tools", "tests")
LAYERED = ("pipeline", "formats", "exporters", "library")

# Folder -> the folders it may include besides itself. "formats/*" stands for each folder below formats that has no
# entry of its own; likewise "exporters/*".
MAY_INCLUDE = {
    "pipeline/base": (),
    "pipeline/binary": ("pipeline/base",),
    "pipeline/scene": ("pipeline/base",),
    "pipeline/packing": ("pipeline/scene", "pipeline/base"),
    "pipeline/animation": ("pipeline/scene", "pipeline/base"),
    "pipeline/reduction": ("pipeline/packing", "pipeline/animation", "pipeline/scene", "pipeline/base"),
    "pipeline/process": ("pipeline/animation", "pipeline/scene", "pipeline/base"),
    "pipeline/conversion": ("pipeline/scene", "pipeline/base"),
    "pipeline/compare": ("pipeline/conversion", "pipeline/animation", "pipeline/scene", "pipeline/base"),
    "pipeline/inspect": ("pipeline/conversion", "pipeline/animation", "pipeline/scene", "pipeline/base"),
    "pipeline/wayback": ("pipeline/conversion", "pipeline/process", "pipeline/animation", "pipeline/scene", "pipeline/base"),
    "pipeline/settings": ("pipeline/conversion", "pipeline/process", "pipeline/animation", "pipeline/scene",
                          "pipeline/base"),
    "pipeline/report": ("pipeline/settings", "pipeline/conversion", "pipeline/process", "pipeline/animation",
                        "pipeline/scene", "pipeline/base"),
    "pipeline/files": ("pipeline/conversion", "pipeline/base"),
    "pipeline/workers": ("pipeline/files", "pipeline/base"),
    "pipeline/images": ("pipeline/files", "pipeline/report", "pipeline/settings", "pipeline/conversion", "pipeline/base"),
    "pipeline/recipe": ("pipeline/reduction", "pipeline/process", "pipeline/conversion", "pipeline/base"),
    "pipeline/state": ("pipeline/images", "pipeline/files", "pipeline/report", "pipeline/settings", "pipeline/conversion", "pipeline/base"),
    "pipeline/cache": ("pipeline/state", "pipeline/recipe", "pipeline/images", "pipeline/files", "pipeline/report", "pipeline/conversion",
                       "pipeline/base"),
    "pipeline/reading": ("pipeline/recipe", "pipeline/images", "pipeline/files", "pipeline/report", "pipeline/settings",
                         "pipeline/reduction", "pipeline/process", "pipeline/conversion", "pipeline/animation", "pipeline/scene",
                         "pipeline/base"),
    "pipeline/plan": ("pipeline/recipe", "pipeline/files", "pipeline/settings", "pipeline/reduction", "pipeline/process", "pipeline/conversion",
                      "pipeline/base"),
    "pipeline/run": ("pipeline/workers", "pipeline/plan", "pipeline/cache", "pipeline/state", "pipeline/reading", "pipeline/recipe", "pipeline/images", "pipeline/files", "pipeline/report", "pipeline/settings",
                     "pipeline/reduction", "pipeline/process", "pipeline/conversion", "pipeline/animation", "pipeline/scene",
                     "pipeline/base"),
    "pipeline/farm": ("pipeline/run", "pipeline/plan", "pipeline/state", "pipeline/recipe", "pipeline/files", "pipeline/report", "pipeline/settings",
                      "pipeline/conversion", "pipeline/base"),
    "formats": ("formats/*", "formats/bfres", "formats/bfres/textures", "formats/gltf", "pipeline/conversion", "pipeline/base"),
    "formats/bfres/base": ("pipeline/base", "pipeline/binary"),
    "formats/bfres/textures": ("formats/bfres/base", "formats/image", "pipeline/conversion", "pipeline/base", "pipeline/binary"),
    "formats/bfres/materials": ("formats/bfres/textures", "formats/bfres/base", "pipeline/conversion", "pipeline/scene",
                                "pipeline/base"),
    "formats/bfres/model": ("formats/bfres/materials", "formats/bfres/base", "pipeline/scene", "pipeline/base"),
    "formats/bfres/animation": ("formats/bfres/model", "formats/bfres/materials", "formats/bfres/base", "pipeline/animation",
                                "pipeline/scene", "pipeline/base", "pipeline/binary"),
    "formats/bfres/file": ("formats/bfres/animation", "formats/bfres/model", "formats/bfres/materials", "formats/bfres/textures",
                           "formats/bfres/base", "pipeline/binary"),
    "formats/bfres": ("formats/bfres/file", "formats/bfres/animation", "formats/bfres/model", "formats/bfres/materials",
                      "formats/bfres/textures", "formats/bfres/base", "pipeline/conversion", "pipeline/scene", "pipeline/base",
                      "pipeline/binary"),
    "formats/*": ("pipeline/conversion", "pipeline/scene", "pipeline/base", "pipeline/binary"),
    "formats/gltf": ("pipeline/conversion", "pipeline/packing", "pipeline/scene", "pipeline/base", "pipeline/binary"),
    "formats/gltf/validate": ("formats/gltf", "pipeline/conversion", "pipeline/base"),
    "formats/gltf/engine_rules": ("formats/gltf/validate", "formats/gltf", "pipeline/base"),
    "exporters": ("exporters/*", "exporters/gltf", "pipeline/conversion", "pipeline/base"),
    "exporters/gltf": ("pipeline/conversion", "pipeline/packing", "pipeline/process", "pipeline/animation", "pipeline/scene",
                       "pipeline/base"),
    "exporters/*": ("pipeline/wayback", "pipeline/conversion", "pipeline/process", "pipeline/animation", "pipeline/scene", "pipeline/base"),
    "library/conversion": ("formats", "exporters", "pipeline/plan", "pipeline/files", "pipeline/settings", "pipeline/conversion",
                           "pipeline/base"),
    "library/rigkiln": ("library/conversion", "pipeline/run", "pipeline/plan", "pipeline/report", "pipeline/files", "pipeline/settings",
                        "pipeline/conversion", "pipeline/base"),
    "tools": ("library", "pipeline", "formats", "exporters", "tools"),
    "tests": ("library", "pipeline", "formats", "exporters", "tools", "tests"),
}

# Package -> pattern of its headers, folders that may include it, CMake target.
PACKAGES = {
    "fmt": (r"fmt/", TOP_FOLDERS, "fmt::fmt"),
    "glm": (r"glm/", ("pipeline/scene", "pipeline/packing", "pipeline/animation", "pipeline/reduction", "pipeline/process", "pipeline/compare", "pipeline/inspect", "pipeline/wayback", "formats", "exporters", "tools",
                      "tests"), "glm::glm"),
    "yaml-cpp": (r"yaml-cpp/", ("pipeline/settings",), "yaml-cpp"),
    "oneTBB": (r"(tbb|oneapi)/", ("pipeline/run",), "TBB::tbb"),
    "tinygltf": (r"tiny_gltf\.h$", ("formats/gltf", "tests/support"), "tinygltf"),
    "CLI11": (r"CLI/", ("tools",), "CLI11::CLI11"),
    "nlohmann-json": (r"nlohmann/", ("pipeline/settings", "pipeline/report", "pipeline/images", "pipeline/recipe", "pipeline/farm", "formats/gltf", "tools", "tests"),
                      "nlohmann_json::nlohmann_json"),
    "pugixml": (r"pugixml\.hpp$", ("pipeline/report",), "pugixml::pugixml"),
    "xxhash": (r"xxh(ash|_x86dispatch)\.h$", ("exporters/gltf", "formats/gltf", "pipeline/farm", "pipeline/files", "pipeline/images", "pipeline/packing", "pipeline/plan", "pipeline/reading", "pipeline/recipe", "pipeline/report", "pipeline/run", "pipeline/state", "pipeline/base", "tools/optimize", "tests"), "xxhash"),
    "libspng": (r"spng\.h$", ("formats/image",), "libspng"),
    "libdeflate": (r"libdeflate\.h$", ("formats/image", "formats/containers"), "libdeflate"),
    "libzip": (r"zip\.h$", ("formats/containers",), "libzip"),
    "libsodium": (r"sodium\.h$", ("pipeline/images",), "libsodium"),
    "jemalloc": (r"jemalloc/", ("tools/allocator", "tools/cli"), "project_allocator"),
    "SQLite": (r"sqlite3\.h$", ("pipeline/state", "tests"), "sqlite3"),
    "libseccomp": (r"seccomp\.h$", ("pipeline/workers", "tests"), "libseccomp"),
    "utf8proc": (r"utf8proc\.h$", ("pipeline/base",), "libutf8proc"),
    "zlib": (r"zlib\.h$", ("formats/containers",), "zlib"),
    "zstd": (r"zstd\.h$", ("formats/containers",), "libzstd"),
    "libjpeg-turbo": (r"turbojpeg\.h$", ("formats/image", "tools/corpus", "tests"), "libturbojpeg"),
    "libwebp": (r"webp/", ("formats/image", "tests"), "libwebp"),
    "stb": (r"stb/", ("formats/image",), "stb"),
    "meshoptimizer": (r"meshoptimizer\.h$", ("pipeline/packing",), "meshoptimizer::meshoptimizer"),
    "libsquish": (r"squish\.h$", ("tests",), None),
    "GoogleTest": (r"(gtest|gmock)/", ("tests",), None),
    "clang-tidy": (r"clang(-tidy)?/", ("tools/checks",), None),
    "sanitizers": (r"sanitizer/", ("tests/fuzz",), None),
    "google-benchmark": (r"benchmark/", ("tests", "tools/bench"), None),
    "threads": (r"pthread\.h$", ("pipeline/base", "tools", "tests"), None),
    "the operating system": (r"(sys/.*|linux/fs|linux/landlock|linux/magic|unistd|fcntl|dirent|dlfcn|sched|signal|malloc|limits|poll|errno|spawn|pty)\.h$|sys/",
                             ("pipeline/files", "pipeline/run", "pipeline/state", "pipeline/workers", "tools", "tests"), None),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
LIBRARY = re.compile(r"project_library\s*\(([^)]*)\)")
LINKED = re.compile(r"target_link_libraries\s*\(([^)]*)\)")


def below(folder, roots):
    """Whether the folder is one of `roots` or below one of them."""
    return any(folder == root or folder.startswith(root + "/") for root in roots)


def layer_of(folder):
    """Key of MAY_INCLUDE for a folder, or None."""
    if folder in MAY_INCLUDE:
        return folder
    top, _, rest = folder.partition("/")
    if f"{top}/*" in MAY_INCLUDE and rest and "/" not in rest:
        return f"{top}/*"
    return top if top in ("tools", "tests") else None


def may_include(folder, target):
    if folder == target:
        return True
    layer = layer_of(folder)
    allowed = MAY_INCLUDE[layer]
    if layer == "exporters/*" and target == "formats/" + folder.split("/")[1] and target != "formats/gltf":
        return True  # an exporter to a game's format may use that format's file model
    if layer in ("tools", "tests"):
        return below(target, allowed)
    return target in allowed or layer_of(target) in allowed and (layer_of(target) or "").endswith("/*")


def read_includes(path):
    """Yields (line, is quoted, path) of every include."""
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        found = INCLUDE.match(line)
        if found:
            yield number, found.group(1) == '"', found.group(2)


def parse_libraries(path):
    """Maps the name of each project_library call in a CMakeLists.txt to (files, dependencies)."""
    text = re.sub(r"#[^\n]*", "", path.read_text(encoding="utf-8"))
    libraries = {}
    for call in LIBRARY.finditer(text):
        name, *words = call.group(1).split()
        section, files, depends = None, set(), set()
        for word in words:
            if word in ("HEADERS", "SOURCES", "DEPENDS"):
                section = word
            elif section == "DEPENDS":
                depends.add(word)
            else:
                files.add(word)
        libraries[name] = (files, depends)
    for call in LINKED.finditer(text):
        name, *words = call.group(1).split()
        if name in libraries:
            libraries[name][1].update(word for word in words if word not in ("PUBLIC", "PRIVATE", "INTERFACE"))
    return libraries


class Checker:
    def __init__(self, root):
        self.root = Path(root)
        self.problems = []
        self.library_of_file = {}
        self.depends = {}

    def report(self, path, line, text):
        self.problems.append(f"{path.relative_to(self.root)}:{line}: {text}")

    def run(self):
        sources = sorted(path for top in TOP_FOLDERS for pattern in ("*.cpp", "*.hpp")
                         for path in (self.root / top).rglob(pattern) if "node_modules" not in path.parts)
        for top in TOP_FOLDERS:
            for path in sorted((self.root / top).rglob("CMakeLists.txt")):
                self.read_cmake(path)
        for path in sources:
            self.check_file(path)
        return self.problems

    def read_cmake(self, path):
        for name, (files, depends) in parse_libraries(path).items():
            self.depends[name] = depends
            for file in files:
                self.library_of_file[path.parent / file] = name

    def check_file(self, path):
        folder = path.parent.relative_to(self.root).as_posix()
        if layer_of(folder) is None:
            self.report(path, 1, f"folder {folder} is in no layer: say in tools/checks/check_layers.py what it may include")
            return
        if below(folder, LAYERED) and path not in self.library_of_file:
            self.report(path, 1, "is in no project_library of the CMakeLists.txt beside it")
        for line, quoted, target in read_includes(path):
            if quoted:
                self.check_project_include(path, folder, line, target)
            else:
                self.check_package_include(path, folder, line, target)

    def check_project_include(self, path, folder, line, target):
        if not (self.root / target).is_file():
            self.report(path, line, f'"{target}" is no file: project paths start at the root')
            return
        target_folder = Path(target).parent.as_posix()
        if not may_include(folder, target_folder):
            self.report(path, line, f"{folder} may not include {target_folder}")
            return
        library = self.library_of_file.get(path)
        needed = self.library_of_file.get(self.root / target)
        if library and needed and needed != library and needed not in self.depends[library]:
            self.depends[library].add(needed)  # report it only once
            self.report(path, line, f"{needed} is not among the DEPENDS of {library}")

    def check_package_include(self, path, folder, line, target):
        if re.fullmatch(r"[a-z0-9_]+", target):
            return  # the standard library
        for name, (pattern, folders, cmake_target) in PACKAGES.items():
            if not re.match(pattern, target):
                continue
            if not below(folder, folders):
                self.report(path, line, f"{name} stays behind {', '.join(folders)}")
            library = self.library_of_file.get(path)
            if library and cmake_target and not self.reaches(library, cmake_target):
                self.depends[library].add(cmake_target)  # report it only once
                self.report(path, line, f"{cmake_target} is not among the DEPENDS of {library} or of those")
            return
        self.report(path, line, f"<{target}> is of no package tools/checks/check_layers.py knows")

    def reaches(self, library, target):
        """Whether the library depends on the target, directly or through others."""
        seen, waiting = set(), [library]
        while waiting:
            current = waiting.pop()
            if current == target or current.startswith(target + "::"):
                return True
            if current not in seen:
                seen.add(current)
                waiting.extend(self.depends.get(current, ()))
        return False


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    problems = Checker(root).run()
    for problem in problems:
        print(problem)
    print(f"layers: {len(problems)} violations" if problems else "layers: includes point the right way")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
