// Runs in the browser: sheet.mjs begins a sheet, adds files one by one, and gets the sheet as PNG.

import { AnimationMixer } from 'three';
import { encodePng, makeSheet, putMessage, putPicture, replaceLabel } from './canvas.js';
import { measureShownBox } from './measure.js';
import { loadModel } from './model.js';
import { makeCameras, makeRenderer, makeStage } from './stage.js';

const FAILED = '#b01818';
const NOTHING = '#5a6068';

let work;

function begin({ columns, rows, size }) {
    work = { sheet: makeSheet(columns, rows, size, 'below'), columns, added: 0, renderer: makeRenderer(size) };
}

function locateCell(number) {
    return [number % work.columns, Math.floor(number / work.columns)];
}

const nextCell = () => locateCell(work.added++);

function poseInTheMiddle({ gltf, root }) {
    const [clip] = gltf.animations;
    if (clip === undefined) return;
    const mixer = new AnimationMixer(root);
    mixer.clipAction(clip).play();
    mixer.setTime(clip.duration / 2);
    root.updateMatrixWorld(true);
}

/** Frees the resources of a model in the browser, as a sheet has many models. */
function release(object) {
    object.traverse(({ geometry, material, skeleton }) => {
        geometry?.dispose();
        skeleton?.dispose();
        for (const one of [material ?? []].flat()) {
            Object.values(one).forEach((value) => value?.isTexture && value.dispose());
            one.dispose();
        }
    });
}

function draw(root, box) {
    const { scene } = makeStage(work.renderer, box);
    const [camera] = makeCameras(['three-quarter'], box, 1);
    scene.add(root);
    work.renderer.render(scene, camera);
    release(scene);
}

/** Draws a file into the next cell. Throws when that fails; the cell then stays free for `fail`. */
async function add({ url, label, isPlaying }) {
    const model = await loadModel(url);
    if (isPlaying) poseInTheMiddle(model);
    const box = measureShownBox(model.meshes);
    if (box.isEmpty()) {
        putMessage(work.sheet, 'nothing is shown', NOTHING, label, ...nextCell());
        return;
    }
    if (![...box.min.toArray(), ...box.max.toArray()].every(Number.isFinite)) {
        throw new Error('positions that are shown must be finite numbers');
    }
    draw(model.root, box);
    putPicture(work.sheet, work.renderer.domElement, label, ...nextCell());
}

function fail({ label, message }) {
    putMessage(work.sheet, message, FAILED, label, ...nextCell());
}

/** Marks the file added last as drawn with errors. */
function blame({ label, message }) {
    replaceLabel(work.sheet, `${label}: ${message}`, FAILED, ...locateCell(work.added - 1));
}

window.sheet = { begin, add, fail, blame, finish: () => encodePng(work.sheet) };
