"""python3 -m unittest discover -s tools/bench"""

import json
import pathlib
import struct
import tempfile
import unittest

from gltf_animation import NoGlb, animation_sizes, json_of, plain_bytes, stored_bytes

SAMPLER = {"input": 0, "output": 1, "interpolation": "LINEAR"}
CHANNEL = {"sampler": 0, "target": {"node": 0, "path": "rotation"}}


def times(count, **place):
    return {"bufferView": 0, "componentType": 5126, "count": count, "type": "SCALAR", **place}


def rotations(count, **place):
    return {"bufferView": 0, "componentType": 5122, "count": count, "type": "VEC4", **place}


def document(accessors, views=({"byteLength": 100},), samplers=(SAMPLER,)):
    animation = {"channels": [CHANNEL] * len(samplers), "samplers": list(samplers), "extras": {"rigkiln": {"frame_count": 7}}}
    return {"animations": [animation], "accessors": list(accessors), "bufferViews": list(views)}


class StoredBytes(unittest.TestCase):
    def test_counts_what_animations_use_and_nothing_else(self):
        mesh = {"bufferView": 0, "componentType": 5126, "count": 1000, "type": "VEC3", "byteOffset": 500}
        self.assertEqual(stored_bytes(document([times(3), rotations(3, byteOffset=12), mesh])), 3 * 4 + 3 * 8)
        self.assertEqual(stored_bytes({"asset": {}}), 0)

    def test_counts_a_range_of_bytes_once(self):
        samplers = [SAMPLER, {"input": 0, "output": 2}]
        same = document([times(3), rotations(3, byteOffset=12), rotations(3, byteOffset=12)], samplers=samplers)
        self.assertEqual(stored_bytes(same), 3 * 4 + 3 * 8)
        other = document([times(3), rotations(3, byteOffset=12), rotations(3, byteOffset=36)], samplers=samplers)
        self.assertEqual(stored_bytes(other), 3 * 4 + 2 * 3 * 8)

    def test_counts_a_compressed_view_once_as_the_file_has_it(self):
        packed = {"byteLength": 1000, "extensions": {"EXT_meshopt_compression": {"byteLength": 40}}}
        samplers = [SAMPLER, {"input": 0, "output": 2}]
        accessors = [times(3), rotations(3, bufferView=1), rotations(3, bufferView=1, byteOffset=24)]
        self.assertEqual(stored_bytes(document(accessors, [{"byteLength": 12}, packed], samplers)), 3 * 4 + 40)

    def test_counts_accessors_without_a_view(self):
        constant = {"componentType": 5126, "count": 2, "type": "VEC3"}
        self.assertEqual(stored_bytes(document([times(2), constant])), 2 * 4 + 2 * 12)


class AnimationSizes(unittest.TestCase):
    def test_counts_channels_and_the_json_of_what_they_use(self):
        accessor = {"componentType": 5126, "count": 1, "type": "SCALAR"}
        size, json_bytes, channels = animation_sizes(document([accessor, accessor]))
        self.assertEqual(size, 4)
        self.assertEqual(channels, 1)
        expected = 2 * (len('{"componentType":5126,"count":1,"type":"SCALAR"}') + 1)
        expected += len('[{"sampler":0,"target":{"node":0,"path":"rotation"}}]')
        expected += len('[{"input":0,"output":1,"interpolation":"LINEAR"}]')
        self.assertEqual(json_bytes, expected)

    def test_knows_what_plain_samples_would_take(self):
        self.assertEqual(plain_bytes(document([times(1), rotations(1)]), joints=5), 7 * 5 * 40)


class JsonOf(unittest.TestCase):
    def test_reads_the_first_chunk_and_refuses_other_files(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "a.glb"
            text = json.dumps({"asset": {"version": "2.0"}}).encode()
            file.write_bytes(struct.pack("<4sIIII", b"glTF", 2, 20 + len(text), len(text), 0x4E4F534A) + text)
            self.assertEqual(json_of(file), {"asset": {"version": "2.0"}})
            file.write_bytes(b"FBX " + bytes(16))
            with self.assertRaises(NoGlb):
                json_of(file)


if __name__ == "__main__":
    unittest.main()
