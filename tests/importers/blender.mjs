// Blender: one run reads all files of a folder, and computes all poses (blender.py).

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { jsonOf } from './glb.mjs';

const run = promisify(execFile);
const script = path.join(path.dirname(fileURLToPath(import.meta.url)), 'blender.py');

export let version;
/** Axes of bones are not those of the file: Blender turns bones along their children. */
export const hasAxes = false;

let results;

/** Reads all files. Returns a reason when there is no Blender. */
export async function prepare(folder) {
    const home = await mkdtemp(path.join(tmpdir(), 'blender-')); // keeps out the user's settings
    try {
        const output = path.join(home, 'out.json');
        const words = ['--background', '--factory-startup', '--python-exit-code', '1', '--python', script, '--', folder, output];
        const { stdout } = await run('blender', words, { env: { ...process.env, HOME: home }, maxBuffer: 2 ** 28 });
        version = /Blender ([\d.]+)/.exec(stdout)?.[1];
        results = JSON.parse(await readFile(output, 'utf8'));
    } catch (error) {
        if (error.code === 'ENOENT' && error.syscall?.startsWith('spawn')) return 'Blender is not installed (tools/setup blender)';
        throw error;
    } finally {
        await rm(home, { recursive: true });
    }
}

export async function open(glb, file) {
    const gltf = jsonOf(glb);
    const result = results[path.basename(file)];
    if (result.error) throw new Error(result.error.trim());
    const countOf = ({ attributes }) => gltf.accessors[attributes.POSITION].count;
    const sum = (primitives) => primitives.reduce((count, primitive) => count + countOf(primitive), 0);
    const primitivesOf = (node) => gltf.meshes[gltf.nodes[node].mesh].primitives;
    let pose;
    // Blender has no two objects of one name, and makes the armature, which has the name of the skin, first.
    const meshOf = (node) => pose.meshes[gltf.nodes[node].name] ?? pose.meshes[`${gltf.nodes[node].name}.001`];
    return {
        counts: result.counts,
        show(clip, time, number) {
            pose = result.poses[number];
            return pose !== null;
        },
        matrix(node) {
            // The specification ignores the place of a node with a skin, and Blender moves it below the armature.
            if (gltf.nodes[node].skin !== undefined) return null;
            const place = pose.nodes[gltf.nodes[node].name];
            return place && [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...place, 1];
        },
        // The primitives of a mesh are one mesh, one after the other.
        vertex: (node, primitive, index) => meshOf(node)[sum(primitivesOf(node).slice(0, primitive)) + index],
        vertices(node, primitive) {
            const isWhole = meshOf(node)?.length === sum(primitivesOf(node));
            return isWhole ? countOf(primitivesOf(node)[primitive]) : undefined;
        },
    };
}
