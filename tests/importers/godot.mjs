// Godot 3.2 without a window (godot3-server): its editor imports the files into a project (godot/), and a script plays them.

import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonOf } from './glb.mjs';
import { objectsOfNodes } from './godot_names.mjs';

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), 'godot');

/** An editor that waits for something would wait for ever. */
const LIMIT_SECONDS = 120;
const VERTICES_OF_PRIMITIVE = 200; // as in write_samples.cpp
const FLOATS_OF_PLACE = 12;

/** Debian's build says this in every run: of the locale, and of memory that it frees twice. */
const NOISE = /^ERROR: (get_language_code|set_locale|free_static):/;

export let version;

let results;
let floats;
let messages;

/** Runs Godot in a project, and returns what it wrote to the standard error. */
function godot(folder, ...words) {
    return new Promise((done, fail) => {
        const env = { ...process.env, HOME: folder };
        for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME']) delete env[name];
        const child = spawn('godot3-server', ['--path', folder, ...words], { env, timeout: LIMIT_SECONDS * 1000, killSignal: 'SIGKILL' });
        const text = { stdout: '', stderr: '' };
        for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (chunk) => (text[name] += chunk));
        child.on('error', (error) => {
            if (error.code !== 'ENOENT') return fail(error);
            console.log('no godot3-server in PATH: run tools/setup test');
            process.exit(2);
        });
        child.on('close', () => {
            version = /Godot Engine v(\d+(?:\.\d+)*)/.exec(text.stdout)?.[1];
            done(text.stderr);
        });
    });
}

/** Errors and warnings, each once, of each file. A line that `marker` matches names the file of the lines before it. */
function complaintsOfFiles(stderr, marker) {
    const complaints = new Map();
    let lines = new Set();
    for (const line of stderr.split('\n')) {
        const file = marker.exec(line)?.[1];
        if (/^(SCRIPT |USER )?(ERROR|WARNING)/.test(line) && !NOISE.test(line)) lines.add(line);
        if (file === undefined) continue;
        complaints.set(file, [...lines]);
        lines = new Set();
    }
    complaints.set('', [...lines]);
    return complaints;
}

/** Makes a project, imports files into it, and returns the complaints of each. */
async function importFiles(folder, home, files) {
    await cp(project, home, { recursive: true });
    for (const file of files) await cp(path.join(folder, file), path.join(home, file));
    return complaintsOfFiles(await godot(home, '--editor'), /^IMPORTED (.*)/);
}

async function playAll(folder, home, samples) {
    const imported = await importFiles(folder, home, samples.map(({ file }) => file));
    const job = {
        vertices: VERTICES_OF_PRIMITIVE,
        samples: samples.map(({ file, poses, clip_names: names }) => ({
            file, poses: poses.map(({ clip, time }) => ({ clip: names[clip] ?? null, time: time ?? 0 })),
        })),
    };
    await writeFile(path.join(home, 'job.json'), JSON.stringify(job));
    const played = complaintsOfFiles(await godot(home, '--script', path.join(home, 'poses.gd')), /^PLAYED (.*)/);
    results = JSON.parse(await readFile(path.join(home, 'out.json'), 'utf8'));
    const bytes = await readFile(path.join(home, 'out.bin'));
    floats = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    for (const { file } of samples) messages.set(file, [...new Set([...imported.get(file) ?? [], ...played.get(file) ?? []])]);
}

const isOfExtensions = async (file) => jsonOf(await readFile(file)).extensionsRequired !== undefined;

/** Imports and plays all files. Those that require an extension have a project of their own: the editor dies of some. */
export async function prepare(folder) {
    const samples = JSON.parse(await readFile(path.join(folder, 'expected.json'), 'utf8'));
    const top = await mkdtemp(path.join(tmpdir(), 'godot-'));
    messages = new Map();
    try {
        const played = [];
        const refused = [];
        for (const sample of samples) ((await isOfExtensions(path.join(folder, sample.file))) ? refused : played).push(sample);
        await Promise.all([playAll(folder, path.join(top, 'played'), played), ...refused.map(async ({ file }) => {
            messages.set(file, [...(await importFiles(folder, path.join(top, file), [file])).values()].flat());
        })]);
    } finally {
        await rm(top, { recursive: true });
    }
}

/** Where the numbers of each thing are among those of a pose. */
function layoutOf({ objects, skeletons, drawn }) {
    const bones = skeletons.flat().length;
    let at = (objects.length + bones) * FLOATS_OF_PLACE;
    const surfaces = drawn.map(({ object, sizes }) => ({
        object,
        surfaces: sizes.map((size) => {
            const step = Math.max(1, Math.ceil(size / VERTICES_OF_PRIMITIVE));
            const surface = { size, step, at };
            at += Math.ceil(size / step) * 3;
            return surface;
        }),
    }));
    return { surfaces: new Map(surfaces.map(({ object, surfaces: all }) => [object, all])), length: at };
}

export async function open(glb, file) {
    const gltf = jsonOf(glb);
    const name = path.basename(file);
    const result = results[name];
    if (!result) throw new Error(messages.get(name)?.[0] ?? 'it is not imported, and nothing is said');
    messages.get(name).forEach((line) => console.warn(line));
    const layout = layoutOf(result);
    const places = objectsOfNodes(gltf, result);
    let at;
    const surface = (node, primitive) => layout.surfaces.get(result.objects[places[node]])?.[primitive];
    return {
        counts: {
            clips: result.clips.length, skins: result.skins, materials: result.materials, bodies: result.bodies.length,
            primitives: result.drawn.reduce((sum, { sizes }) => sum + sizes.length, 0),
        },
        show: (clip, time, number) => (at = result.offset / Float32Array.BYTES_PER_ELEMENT + number * layout.length),
        matrix(node) {
            // The specification ignores the place of a node with a skin, and Godot moves it below the skeleton.
            if (gltf.nodes[node].skin !== undefined) return null;
            if (places[node] === undefined) return undefined;
            const numbers = floats.subarray(at + places[node] * FLOATS_OF_PLACE);
            const column = (i, last) => [numbers[i * 3], numbers[i * 3 + 1], numbers[i * 3 + 2], last];
            return [...column(1, 0), ...column(2, 0), ...column(3, 0), ...column(0, 1)];
        },
        vertex(node, primitive, index) {
            const { step, at: start } = surface(node, primitive);
            return floats.subarray(at + start + (index / step) * 3);
        },
        vertices: (node, primitive) => (result.bodies.includes(result.objects[places[node]]) ? null : surface(node, primitive)?.size),
    };
}
