"""python3 -m unittest discover -s tools/checks"""

import tempfile
import unittest
from graphlib import TopologicalSorter
from pathlib import Path

from check_layers import LAYERED, MAY_INCLUDE, Checker, below, layer_of, may_include


class MayInclude(unittest.TestCase):
    def test_layers_point_one_way(self):
        self.assertTrue(may_include("pipeline/scene", "pipeline/base"))
        self.assertFalse(may_include("pipeline/base", "pipeline/scene"))
        self.assertTrue(may_include("pipeline/plan", "pipeline/settings"))
        self.assertFalse(may_include("pipeline/settings", "pipeline/plan"))

    def test_rooms_of_the_pipeline_build_on_those_above_them_only(self):
        rooms = ["files", "images", "plan", "run"]
        for place, room in enumerate(rooms):
            for later in rooms[place + 1:]:
                self.assertFalse(may_include(f"pipeline/{room}", f"pipeline/{later}"), f"{room} includes {later}")
        self.assertFalse(may_include("pipeline/plan", "pipeline/images"))
        self.assertTrue(may_include("pipeline/run", "pipeline/files"))

    def test_no_folder_reaches_itself(self):
        def reached(folder, path):
            for target in MAY_INCLUDE.get(folder, ()):
                self.assertNotIn(target, path, f"a circle: {' -> '.join([*path, target])}")
                reached(target, [*path, target])

        for folder in MAY_INCLUDE:
            if folder not in ("tools", "tests"):  # their own folders are among those they may include
                reached(folder, [folder])

    def test_formats_do_not_know_each_other_or_exporters(self):
        self.assertTrue(may_include("formats/alamo", "pipeline/binary"))
        self.assertFalse(may_include("formats/alamo", "formats/gltf"))
        self.assertFalse(may_include("formats/alamo", "exporters/gltf"))
        self.assertFalse(may_include("formats/alamo", "formats"))

    def test_registries_know_all_of_their_kind(self):
        self.assertTrue(may_include("formats", "formats/alamo"))
        self.assertFalse(may_include("formats", "exporters/gltf"))

    def test_folders_of_bfres_include_only_those_below_them(self):
        row = [f"formats/bfres/{name}" for name in ("base", "textures", "materials", "model", "animation", "file")] + ["formats/bfres"]
        for place, folder in enumerate(row):
            for above in row[place + 1:]:
                self.assertFalse(may_include(folder, above), f"{folder} includes {above}")
        self.assertTrue(may_include("formats/bfres/animation", "formats/bfres/model"))
        self.assertTrue(may_include("formats/bfres", "formats/bfres/base"))
        self.assertFalse(may_include("formats/alamo", "formats/bfres/base"))
        self.assertIsNone(layer_of("formats/bfres/mystery"))

    def test_no_circle_of_folders(self):
        TopologicalSorter({folder: allowed for folder, allowed in MAY_INCLUDE.items() if below(folder, LAYERED)}).prepare()

    def test_exporter_may_use_the_file_model_of_its_own_format_only(self):
        self.assertTrue(may_include("exporters/swat3", "formats/swat3"))
        self.assertFalse(may_include("exporters/swat3", "formats/alamo"))
        self.assertFalse(may_include("exporters/gltf", "formats/gltf"))
        self.assertTrue(may_include("exporters/gltf", "pipeline/animation"))
        self.assertFalse(may_include("exporters/gltf", "pipeline/binary"))

    def test_ways_back_share_a_library_that_knows_no_format(self):
        self.assertTrue(may_include("exporters/swat3", "pipeline/wayback"))
        self.assertTrue(may_include("pipeline/wayback", "pipeline/process"))
        self.assertFalse(may_include("pipeline/wayback", "formats/swat3"))
        self.assertFalse(may_include("pipeline/wayback", "pipeline/run"))
        self.assertFalse(may_include("exporters/gltf", "pipeline/wayback"))
        self.assertFalse(may_include("formats/swat3", "pipeline/wayback"))

    def test_only_tools_and_tests_include_tools(self):
        self.assertTrue(may_include("tools/cli", "tools/corpus"))
        self.assertTrue(may_include("tests/unit/tools/corpus", "tools/corpus"))
        self.assertFalse(may_include("pipeline/run", "tools/cli"))
        self.assertFalse(may_include("tools/cli", "tests/support"))


class CheckerOnFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.write("pipeline/base/text.hpp", "#pragma once\n#include <string>\n")
        self.write("pipeline/base/CMakeLists.txt", "project_library(pipeline_base\n  HEADERS text.hpp\n  DEPENDS fmt::fmt)\n")

    def write(self, path, text):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def problems(self):
        return Checker(self.root).run()

    def test_accepts_what_is_right(self):
        self.write("pipeline/scene/scene.cpp", '#include "pipeline/base/text.hpp"\n\n#include <glm/vec3.hpp>\n')
        self.write("pipeline/scene/CMakeLists.txt",
                   "project_library(pipeline_scene SOURCES scene.cpp DEPENDS pipeline_base glm::glm) # why\n")
        self.assertEqual(self.problems(), [])

    def test_names_file_and_line_of_a_wrong_direction(self):
        self.write("pipeline/scene/scene.hpp", "#pragma once\n")
        self.write("pipeline/scene/CMakeLists.txt", "project_library(pipeline_scene HEADERS scene.hpp DEPENDS pipeline_base)\n")
        self.write("pipeline/base/text.hpp", '#pragma once\n#include "pipeline/scene/scene.hpp"\n')
        self.assertEqual(self.problems(), ["pipeline/base/text.hpp:2: pipeline/base may not include pipeline/scene"])

    def test_misses_a_dependency_that_cmake_does_not_list(self):
        self.write("pipeline/scene/scene.cpp", '#include "pipeline/base/text.hpp"\n')
        self.write("pipeline/scene/CMakeLists.txt", "project_library(pipeline_scene SOURCES scene.cpp)\n")
        self.assertEqual(self.problems(),
                         ["pipeline/scene/scene.cpp:1: pipeline_base is not among the DEPENDS of pipeline_scene"])

    def test_packages_stay_behind_their_folder(self):
        self.write("pipeline/base/text.hpp", "#include <yaml-cpp/yaml.h>\n")
        problems = self.problems()
        self.assertEqual(problems[0], "pipeline/base/text.hpp:1: yaml-cpp stays behind pipeline/settings")

    def test_package_may_come_through_another_library(self):
        self.write("pipeline/scene/scene.cpp", '#include "pipeline/base/text.hpp"\n#include <fmt/format.h>\n')
        self.write("pipeline/scene/CMakeLists.txt", "project_library(pipeline_scene SOURCES scene.cpp DEPENDS pipeline_base)\n")
        self.assertEqual(self.problems(), [])

    def test_unknown_package_is_a_failure(self):
        self.write("pipeline/base/text.hpp", "#include <boost/any.hpp>\n")
        self.assertIn("<boost/any.hpp> is of no package", self.problems()[0])

    def test_unknown_folder_is_a_failure(self):
        self.write("pipeline/mystery/thing.hpp", "#pragma once\n")
        self.assertIn("folder pipeline/mystery is in no layer", self.problems()[0])

    def test_source_outside_any_library_is_a_failure(self):
        self.write("pipeline/base/forgotten.cpp", "\n")
        self.assertEqual(self.problems(),
                         ["pipeline/base/forgotten.cpp:1: is in no project_library of the CMakeLists.txt beside it"])

    def test_include_that_does_not_start_at_the_root_is_a_failure(self):
        self.write("pipeline/base/text.hpp", '#include "result.hpp"\n')
        self.assertIn('"result.hpp" is no file', self.problems()[0])


if __name__ == "__main__":
    unittest.main()
