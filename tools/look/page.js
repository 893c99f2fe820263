// Runs in the browser. look.mjs calls look.draw(options) and gets a report, and the sheet as PNG.

import { AnimationMixer, Box3, LoopOnce, Vector3 } from 'three';
import { encodePng, makeSheet, putPicture } from './canvas.js';
import { applyChecker } from './checker.js';
import { countTriangles, isShown, measureShownBox, measureTextureCoordinates } from './measure.js';
import { loadModel } from './model.js';
import { makeCameras, makeRenderer, makeSkeletonOverlay, makeStage } from './stage.js';

function findClip(clips, wanted) {
    const found = clips.find((clip) => clip.name === wanted) ?? (/^\d+$/.test(wanted) ? clips[Number(wanted)] : undefined);
    if (found === undefined) {
        const names = clips.map((clip, index) => `${index} ${clip.name}`).join(', ');
        throw new Error(`no clip '${wanted}': there are ${names || 'none'}`);
    }
    return found;
}

function chooseTimes(clip, options) {
    if (options.times) return options.times;
    if (clip.duration === 0) return [0];
    if (options.frames === 1) return [clip.duration / 2];
    return Array.from({ length: options.frames }, (_, i) => (clip.duration * i) / (options.frames - 1));
}

/** Returns the clips and times to show, `[{ clip, times }]`; a clip of null means the rest pose. */
function choosePerformances(clips, options) {
    if (options.allClips && clips.length === 0) throw new Error('--all-clips: the file has no clip');
    const chosen = options.allClips ? clips : options.clip === undefined ? [] : [findClip(clips, options.clip)];
    if (chosen.length === 0) return [{ clip: null, times: [0] }];
    return chosen.map((clip) => ({ clip, times: chooseTimes(clip, options) }));
}

/** Poses the model at each time and calls `visit(index of the performance, index of the time)`. Leaves it at rest. */
function perform(root, performances, visit) {
    performances.forEach(({ clip, times }, performance) => {
        const mixer = new AnimationMixer(root);
        const action = clip && mixer.clipAction(clip);
        if (action) {
            // A looping clip would show its first pose at its end.
            action.setLoop(LoopOnce, 1);
            action.clampWhenFinished = true;
        }
        times.forEach((seconds, time) => {
            action?.reset().play();
            mixer.setTime(seconds);
            root.updateMatrixWorld(true);
            visit(performance, time);
        });
        mixer.stopAllAction();
        root.updateMatrixWorld(true);
    });
}

/** Lists the glTF nodes with their names in the file and their objects, in file order: three.js changes names. */
function listNodes({ gltf, root }) {
    const nodes = [];
    root.traverse((object) => {
        const index = gltf.parser.associations.get(object)?.nodes;
        if (index === undefined || nodes[index] !== undefined) return;
        nodes[index] = { index, name: gltf.parser.json.nodes[index].name, object };
    });
    return nodes.filter((node) => node !== undefined);
}

function recordPoses(model, performances) {
    const nodes = listNodes(model).filter((node) => node.name !== undefined);
    const poses = performances.map(({ clip, times }) => (
        { clip: clip?.name ?? null, times, nodes: nodes.map(({ index, name }) => ({ index, name, positions: [] })) }));
    perform(model.root, performances, (performance) => {
        const { nodes: records } = poses[performance];
        nodes.forEach(({ object }, i) => {
            records[i].positions.push(new Vector3().setFromMatrixPosition(object.matrixWorld).toArray());
        });
    });
    return poses;
}

/** Lays out the cells: a column per time and a row per view; views lie side by side when there is only one time. */
function layOut(performances, views) {
    const longest = Math.max(...performances.map(({ times }) => times.length));
    if (longest === 1) {
        const place = (performance, view) => ({ column: view, row: performance });
        return { columns: views.length, rows: performances.length, place };
    }
    const place = (performance, view, time) => ({ column: time, row: performance * views.length + view });
    return { columns: longest, rows: performances.length * views.length, place };
}

function drawSheet({ root, meshes }, box, performances, options) {
    const { views, size } = options;
    const layout = layOut(performances, views);
    const sheet = makeSheet(layout.columns, layout.rows, size);
    const framed = box.isEmpty() ? new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : box;
    const renderer = makeRenderer(size);
    const { scene, gridStep } = makeStage(renderer, framed);
    scene.add(root);
    const overlay = options.skeleton ? makeSkeletonOverlay(scene, root) : undefined;
    if (options.uv) applyChecker(meshes);
    const cameras = makeCameras(views, framed, options.zoom);
    perform(root, performances, (performance, time) => {
        overlay?.update();
        const { clip, times } = performances[performance];
        const pose = clip ? `${clip.name} ${times[time].toFixed(3)} s` : 'rest pose';
        cameras.forEach((camera, view) => {
            renderer.render(scene, camera);
            const { column, row } = layout.place(performance, view, time);
            putPicture(sheet, renderer.domElement, `${pose}, ${views[view]}`, column, row);
        });
    });
    return { picture: encodePng(sheet), gridStep };
}

function describe({ gltf, meshes }, box) {
    const { json } = gltf.parser;
    const shown = meshes.filter(isShown);
    const sum = (list) => list.reduce((total, mesh) => total + countTriangles(mesh), 0);
    return {
        nodes: json.nodes?.length ?? 0,
        meshes: meshes.length,
        hiddenMeshes: meshes.length - shown.length,
        skinnedMeshes: meshes.filter((mesh) => mesh.isSkinnedMesh).length,
        triangles: sum(meshes),
        shownTriangles: sum(shown),
        box: box.isEmpty() ? null : { low: box.min.toArray(), high: box.max.toArray() },
        clips: gltf.animations.map(({ name, duration, tracks }, index) => ({ index, name, duration, tracks: tracks.length })),
    };
}

async function draw(options) {
    const model = await loadModel('/model/0');
    const box = measureShownBox(model.meshes);
    const report = describe(model, box);
    const performances = choosePerformances(model.gltf.animations, options);
    if (options.uv) report.textureCoordinates = measureTextureCoordinates(model.meshes);
    if (options.poses) report.poses = recordPoses(model, performances);
    if (options.output !== undefined) Object.assign(report, drawSheet(model, box, performances, options));
    return report;
}

window.look = { draw };
