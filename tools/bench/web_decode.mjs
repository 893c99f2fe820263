// Measures how long three.js takes to load the models of folders, and to decode their streams.
//
//     node tools/bench/web_decode.mjs [--rounds N] FOLDER...
//
// Takes the .glb files that all folders have under the same path. Loads each of them N times (default 15): one file of each folder in turn, so
// that all folders meet the same load of the machine. Prints for each folder the bytes of the files, the sums of the medians in milliseconds for
// `decode` (MeshoptDecoder over all streams) and `load` (GLTFLoader, which decodes too; images are not decoded), and the ratios to the first folder.
// Needs build/importers (tests/importers/README.md).

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { arrayBufferOf, jsonOf } from '../../tests/importers/glb.mjs';
import { load } from '../../tests/importers/modules.mjs';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class {};
const THREE = await load('three/build/three.module.js');
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { MeshoptDecoder } = await load('three/examples/jsm/libs/meshopt_decoder.module.js');
await MeshoptDecoder.ready;

const EXTENSION = 'EXT_meshopt_compression';
const CHUNK_HEADER = 8;
const FILE_HEADER = 12;

const folders = process.argv.slice(2);
let rounds = 15;
if (folders[0] === '--rounds') {
    rounds = Number(folders[1]);
    folders.splice(0, 2);
}
if (folders.length === 0 || !(rounds > 0)) {
    console.error('usage: web_decode.mjs [--rounds N] FOLDER...');
    process.exit(2);
}

const filesIn = (folder) => readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.glb')).sort();
const names = filesIn(folders[0]).filter((name) => folders.every((folder) => statSync(path.join(folder, name), { throwIfNoEntry: false })));
const noImages = () => ({ name: 'no images', loadTexture: async () => new THREE.Texture() });

/** Decodes all streams of a file, as loaders do. */
function decode(glb, json) {
    const binary = FILE_HEADER + CHUNK_HEADER + glb.readUInt32LE(FILE_HEADER) + CHUNK_HEADER;
    for (const view of json.bufferViews ?? []) {
        const stream = view.extensions?.[EXTENSION];
        if (stream === undefined) continue;
        const first = binary + (stream.byteOffset ?? 0);
        const source = new Uint8Array(glb.buffer, glb.byteOffset + first, stream.byteLength);
        MeshoptDecoder.decodeGltfBuffer(new Uint8Array(stream.count * stream.byteStride), stream.count, stream.byteStride, source, stream.mode, stream.filter);
    }
}

async function timed(work) {
    const start = performance.now();
    await work();
    return performance.now() - start;
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const sums = folders.map(() => ({ bytes: 0, decode: 0, load: 0 }));
for (const name of names) {
    const models = folders.map((folder) => {
        const glb = readFileSync(path.join(folder, name));
        return { glb, json: jsonOf(glb), decode: [], load: [] };
    });
    for (let round = 0; round < rounds; ++round) {
        for (const model of models) {
            model.decode.push(await timed(() => decode(model.glb, model.json)));
            const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).register(noImages);
            model.load.push(await timed(() => loader.parseAsync(arrayBufferOf(model.glb), '')));
        }
    }
    models.forEach((model, i) => {
        sums[i].bytes += model.glb.length;
        sums[i].decode += median(model.decode);
        sums[i].load += median(model.load);
    });
}
console.log(`three ${THREE.REVISION}, ${names.length} files, medians of ${rounds} rounds`);
sums.forEach((sum, i) => {
    const ratio = (kind) => (sum[kind] / sums[0][kind]).toFixed(2);
    console.log(`${folders[i]}: ${sum.bytes} bytes, decode ${sum.decode.toFixed(1)} ms (${ratio('decode')}), load ${sum.load.toFixed(1)} ms (${ratio('load')})`);
});
