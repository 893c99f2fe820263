// Runs in the browser: sprites.mjs opens a file and asks for pictures of it, played and drawn by three.js.

import { AnimationMixer, LoopOnce, LoopRepeat, OrthographicCamera, REVISION, Scene, WebGLRenderer } from 'three';
import { isShown } from './measure.js';
import { loadModel } from './model.js';
import { encodeBase64, makeCanvas } from './pixels.js';

let stage;

function makeRenderer(canvas) {
    const renderer = new WebGLRenderer({ canvas, antialias: false, alpha: true, premultipliedAlpha: false });
    renderer.setPixelRatio(1);
    renderer.setSize(canvas.width, canvas.height, false);
    renderer.setClearColor(0x000000, 0);
    return renderer;
}

function makeCamera({ right, top }) {
    const camera = new OrthographicCamera(-right, right, top, -top, 0.1, 20);
    camera.position.set(0, 0, 10);
    return camera;
}

function close() {
    stage?.renderer.dispose();
    stage?.renderer.forceContextLoss();
    stage?.renderer.domElement.remove();
    stage = undefined;
}

/** Opens a file. `view`: `width`, `height` of the picture in pixels; `right`, `top` of its edge in the file's units. */
async function open(url, view) {
    close();
    const { gltf, root, meshes } = await loadModel(url);
    const scene = new Scene();
    scene.add(root);
    const renderer = makeRenderer(makeCanvas(view));
    stage = { renderer, scene, root, meshes, camera: makeCamera(view), clips: gltf.animations };
    return { engine: `three.js r${REVISION}`, durations: gltf.animations.map(({ duration }) => duration) };
}

function pose(seconds, isLooping) {
    const mixer = new AnimationMixer(stage.root);
    const action = mixer.clipAction(stage.clips[0]);
    action.setLoop(isLooping ? LoopRepeat : LoopOnce, isLooping ? Infinity : 1);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(seconds);
    return mixer;
}

function readPixels(renderer) {
    const gl = renderer.getContext();
    const { width, height } = renderer.domElement;
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
}

/** Draws the first clip at `seconds`, or the rest pose when null. Pixels start with the lowest row. */
function shoot({ seconds, isLooping }) {
    const { renderer, scene, root, meshes, camera } = stage;
    const mixer = seconds === null ? undefined : pose(seconds, isLooping);
    root.updateMatrixWorld(true);
    renderer.render(scene, camera);
    const picture = { shown: meshes.filter(isShown).length, pixels: encodeBase64(readPixels(renderer)) };
    mixer?.stopAllAction();
    return picture;
}

window.sprite = { open, shoot };
