// Assimp: its command reads a file, and writes what it read as JSON. Clips are evaluated here, linearly between the keys.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { jsonOf, transformed } from './glb.mjs';

const run = promisify(execFile);

/** Output of the command. Complains of what it says of errors and warnings, and fails as it does. */
async function assimp(...words) {
    const { stdout, stderr } = await run('assimp', words).catch((error) => {
        if (error.code === 'ENOENT') {
            console.log('no assimp in PATH: run tools/setup test');
            process.exit(2);
        }
        const line = `${error.stdout}${error.stderr}`.split('\n').find((one) => /error|failure/i.test(one));
        throw new Error(line ?? error.message);
    });
    for (const line of `${stdout}${stderr}`.split('\n')) if (/warn|error/i.test(line)) console.warn(line);
    return stdout;
}

export const version = /Version (\S+)/.exec(await assimp('version'))?.[1];

/**
 * A copy without what nodes have beside their places: lights and extras. The command reads them, but copies the scene before it writes, and
 * that fails when there is an object in them (code/Common/SceneCombiner.cpp, Copy of aiMetadata).
 */
function withoutExtras(glb) {
    const gltf = jsonOf(glb);
    for (const node of gltf.nodes) delete node.extensions;
    const text = JSON.stringify(gltf, (name, value) => (name === 'extras' ? undefined : value));
    const length = Buffer.byteLength(text);
    const json = Buffer.concat([Buffer.from(text), Buffer.alloc((4 - (length % 4)) % 4, ' ')]);
    const rest = glb.subarray(20 + glb.readUInt32LE(12));
    const head = Buffer.alloc(20);
    [0x46546c67, 2, 20 + json.length + rest.length, json.length, 0x4e4f534a].forEach((word, i) => head.writeUInt32LE(word, i * 4));
    return Buffer.concat([head, json, rest]);
}

async function readScene(glb, file) {
    await assimp('info', file, '--silent');
    const folder = await mkdtemp(path.join(tmpdir(), 'assimp-'));
    try {
        const copy = path.join(folder, 'model.glb');
        const output = path.join(folder, 'model.json');
        await writeFile(copy, withoutExtras(glb));
        await assimp('export', copy, output, '-fassjson');
        return JSON.parse(await readFile(output, 'utf8'));
    } finally {
        await rm(folder, { recursive: true });
    }
}

const transposed = (rows) => rows.map((_, i) => rows[(i % 4) * 4 + Math.floor(i / 4)]);

function product(a, b) {
    const columns = [];
    for (let column = 0; column < 4; ++column)
        for (let row = 0; row < 4; ++row)
            columns.push([0, 1, 2, 3].reduce((sum, k) => sum + a[k * 4 + row] * b[column * 4 + k], 0));
    return columns;
}

/** Matrix in columns of a translation, a rotation [w, x, y, z] and a scale. */
function composed([tx, ty, tz], rotation, [sx, sy, sz]) {
    const length = Math.hypot(...rotation);
    const [w, x, y, z] = rotation.map((value) => value / length);
    return [
        sx * (1 - 2 * (y * y + z * z)), sx * 2 * (x * y + w * z), sx * 2 * (x * z - w * y), 0,
        sy * 2 * (x * y - w * z), sy * (1 - 2 * (x * x + z * z)), sy * 2 * (y * z + w * x), 0,
        sz * 2 * (x * z + w * y), sz * 2 * (y * z - w * x), sz * (1 - 2 * (x * x + y * y)), 0,
        tx, ty, tz, 1,
    ];
}

const mixed = (from, to, part) => from.map((value, i) => value + (to[i] - value) * part);

function slerp(from, to, part) {
    let cosine = from.reduce((sum, value, i) => sum + value * to[i], 0);
    const other = cosine < 0 ? to.map((value) => -value) : to;
    cosine = Math.abs(cosine);
    if (cosine > 0.999999) return mixed(from, other, part);
    const angle = Math.acos(cosine);
    return from.map((value, i) => (value * Math.sin((1 - part) * angle) + other[i] * Math.sin(part * angle)) / Math.sin(angle));
}

function valueAt(keys, ticks, mix) {
    const after = keys.findIndex(([time]) => time > ticks);
    if (after === 0) return keys[0][1];
    if (after < 0) return keys.at(-1)[1];
    const [[from, first], [to, second]] = [keys[after - 1], keys[after]];
    return mix(first, second, (ticks - from) / (to - from));
}

export async function open(glb, file) {
    const gltf = jsonOf(glb);
    const scene = await readScene(glb, file);
    const parts = []; // all nodes, parents first
    const visit = (node, parent) => {
        parts.push({ node, parent, local: transposed(node.transformation) });
        const index = parts.length - 1;
        for (const child of node.children ?? []) visit(child, index);
    };
    visit(scene.rootnode, -1);
    const partOf = (name) => parts.findIndex(({ node }) => node.name === name);
    const partOfNode = gltf.nodes.map(({ name }) => partOf(name));
    const drawn = new Map();
    gltf.nodes.forEach(({ mesh }, node) => {
        if (mesh === undefined) return;
        const meshes = parts[partOfNode[node]]?.node.meshes ?? [];
        meshes.forEach((number, primitive) => drawn.set(`${node}/${primitive}`, { mesh: scene.meshes[number], node, number }));
    });
    const numbers = new Set(Array.from(drawn.values(), ({ mesh }) => mesh.materialindex));
    // Skins are not kept: a mesh has bones. Meshes of one skin have the same.
    const skins = new Set(gltf.nodes.filter((node, i) => node.skin !== undefined &&
        parts[partOfNode[i]].node.meshes.some((number) => scene.meshes[number].bones)).map(({ skin }) => skin));
    for (const entry of drawn.values()) {
        entry.pulls = [];
        for (const bone of entry.mesh.bones ?? []) {
            const offset = transposed(bone.offsetmatrix);
            for (const [vertex, weight] of bone.weights) (entry.pulls[vertex] ??= []).push({ part: partOf(bone.name), offset, weight });
        }
    }
    return {
        counts: {
            clips: scene.animations?.length ?? 0, skins: skins.size, primitives: drawn.size,
            materials: Array.from(numbers).filter((number) => number < (gltf.materials?.length ?? 0)).length,
        },
        show(clip, time) {
            const channels = new Map();
            const animation = clip === undefined ? undefined : scene.animations[clip];
            for (const channel of animation?.channels ?? []) channels.set(channel.name, channel);
            // Keys are in milliseconds whatever the file says (glTF2Importer.cpp, CreateNodeAnim).
            const ticks = time * (animation?.tickspersecond || 1000);
            for (const part of parts) {
                const channel = channels.get(part.node.name);
                const local = channel === undefined ? part.local : composed(valueAt(channel.positionkeys, ticks, mixed),
                    valueAt(channel.rotationkeys, ticks, slerp), valueAt(channel.scalingkeys, ticks, mixed));
                part.world = part.parent < 0 ? local : product(parts[part.parent].world, local);
            }
        },
        matrix: (node) => parts[partOfNode[node]]?.world,
        vertex(node, primitive, index) {
            const { mesh, pulls } = drawn.get(`${node}/${primitive}`);
            const point = mesh.vertices.slice(index * 3, index * 3 + 3);
            if (mesh.bones === undefined) return transformed(parts[partOfNode[node]].world, point);
            const sum = [0, 0, 0];
            for (const { part, offset, weight } of pulls[index] ?? [])
                transformed(parts[part].world, transformed(offset, point)).forEach((value, i) => (sum[i] += weight * value));
            return sum;
        },
        vertices: (node, primitive) => {
            const entry = drawn.get(`${node}/${primitive}`);
            return entry && entry.mesh.vertices.length / 3;
        },
    };
}
