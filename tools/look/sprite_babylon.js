// Runs in the browser: sprites.mjs opens a file and asks for pictures of it, played and drawn by Babylon.js.

import { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { Camera } from '@babylonjs/core/Cameras/camera.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { AppendSceneAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { SceneLoaderFlags } from '@babylonjs/core/Loading/sceneLoaderFlags.js';
import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/core/Animations/animatable.js';
import '@babylonjs/core/Materials/Textures/Loaders/index.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import { encodeBase64, makeCanvas } from './pixels.js';

const TARGET_FPS = 60; // animation frames per second
const ANIMATION_START_NONE = 0;

// The loading screen needs styles, which the policy of the page forbids.
SceneLoaderFlags.ShowLoadingScreen = false;

let stage;

function makeEngine(canvas) {
    return new Engine(canvas, false, {
        alpha: true, premultipliedAlpha: false, preserveDrawingBuffer: true, stencil: false, antialias: false,
        useExactSrgbConversions: true, // otherwise it approximates sRGB by a gamma of 2.2
    }, false);
}

function addCamera(scene, { right, top }) {
    const camera = new FreeCamera('camera', new Vector3(0, 0, 10), scene);
    camera.setTarget(Vector3.Zero());
    camera.mode = Camera.ORTHOGRAPHIC_CAMERA;
    Object.assign(camera, { orthoLeft: -right, orthoRight: right, orthoTop: top, orthoBottom: -top, minZ: 0.1, maxZ: 20 });
    scene.activeCamera = camera;
}

function close() {
    stage?.scene.dispose();
    stage?.engine.dispose();
    stage?.canvas.remove();
    stage = undefined;
}

/** Opens a file. `view`: `width`, `height` of the picture in pixels; `right`, `top` of its edge in the file's units. */
async function open(url, view) {
    close();
    const canvas = makeCanvas(view);
    const engine = makeEngine(canvas);
    const scene = new Scene(engine);
    stage = { canvas, engine, scene };
    scene.useRightHandedSystem = true;
    scene.clearColor = new Color4(0, 0, 0, 0);
    scene.animationsEnabled = false;
    const gltf = { animationStartMode: ANIMATION_START_NONE, targetFps: TARGET_FPS };
    await AppendSceneAsync(url, scene, { pluginExtension: '.glb', pluginOptions: { gltf } });
    addCamera(scene, view);
    await scene.whenReadyAsync();
    return {
        engine: `Babylon.js ${AbstractEngine.Version}`,
        durations: scene.animationGroups.map(({ to }) => to / TARGET_FPS),
    };
}

/** Advances the time of the scene as playing would; drawing must not advance it. */
function advance(scene, seconds) {
    scene.animationsEnabled = true;
    scene._animate(seconds * 1000); // the public function uses the clock
    scene.animationsEnabled = false;
}

function pose({ scene }, seconds, isLooping) {
    const [group] = scene.animationGroups;
    group.start(isLooping);
    advance(scene, 0); // an animation starts at the first step after start()
    advance(scene, seconds);
    return group;
}

function countShown(scene) {
    const { data, length } = scene.getActiveMeshes();
    const isSeen = (mesh) => mesh.getTotalVertices() > 0 && mesh.getWorldMatrix().determinant() !== 0;
    return data.slice(0, length).filter(isSeen).length; // the list may be longer than its content
}

/** Draws the first clip at `seconds`, or the rest pose when null. Pixels start with the lowest row. */
async function shoot({ seconds, isLooping }) {
    const { canvas, engine, scene } = stage;
    const group = seconds === null ? undefined : pose(stage, seconds, isLooping);
    // A texture that is moved for the first time needs another shader, which drawing requests: draw, wait, draw again.
    scene.render();
    await scene.whenReadyAsync();
    scene.render();
    const pixels = await engine.readPixels(0, 0, canvas.width, canvas.height);
    const picture = { shown: countShown(scene), pixels: encodeBase64(new Uint8Array(pixels.buffer)) };
    group?.stop();
    return picture;
}

window.sprite = { open, shoot };
