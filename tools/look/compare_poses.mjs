// Measures the distance between the joints of two GLBs in three.js, animation by animation.
//
//     node tools/look/compare_poses.mjs A.glb B.glb
//
// Compares three points 3 cm from every joint, 480 times a second. Skeletons are scaled as if they were 1.8 m tall.
// Prints the largest distance in millimetres at that scale. Needs the modules of tools/setup view.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const three = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../build/look/node_modules/three');
const load = (file) => import(pathToFileURL(path.join(three, file)).href);
const HEIGHT = 1.8;
const SHELL = 0.03;
const RATE = 480;

globalThis.self = globalThis;
globalThis.ProgressEvent = class {};
const THREE = await load('build/three.module.js');
const { GLTFLoader } = await load('examples/jsm/loaders/GLTFLoader.js');

// Reads a GLB without images and materials, which need a browser.
async function read(file) {
    const data = readFileSync(file);
    const size = data.readUInt32LE(12);
    const gltf = JSON.parse(data.subarray(20, 20 + size).toString());
    for (const member of ['images', 'textures', 'materials']) delete gltf[member];
    for (const mesh of gltf.meshes ?? []) for (const primitive of mesh.primitives) delete primitive.material;
    gltf.buffers[0].uri = `data:application/octet-stream;base64,${data.subarray(28 + size).toString('base64')}`;
    return new Promise((done, fail) => new GLTFLoader().parse(JSON.stringify(gltf), '', done, fail));
}

function jointsOf(scene) {
    const joints = [];
    scene.updateMatrixWorld(true);
    scene.traverse((node) => node.isBone && joints.push(node));
    return joints;
}

function unitOf(joints) {
    const box = new THREE.Box3();
    for (const joint of joints) box.expandByPoint(new THREE.Vector3().setFromMatrixPosition(joint.matrixWorld));
    return Math.max(...box.getSize(new THREE.Vector3()).toArray()) / HEIGHT;
}

function player(gltf, clip) {
    const mixer = new THREE.AnimationMixer(gltf.scene);
    const action = mixer.clipAction(clip);
    action.setLoop(THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    return (seconds) => {
        mixer.setTime(seconds);
        gltf.scene.updateMatrixWorld(true);
    };
}

// Current place of a point at `distance` from a joint along its axis `axis` (0 to 2).
function place(joint, axis, distance) {
    const point = new THREE.Vector3().setComponent(axis, distance);
    return point.applyMatrix4(joint.matrixWorld);
}

const [left, right] = await Promise.all(process.argv.slice(2, 4).map(read));
const pairs = jointsOf(left.scene).map((joint, index) => [joint, jointsOf(right.scene)[index]]);
const unit = unitOf(pairs.map(([joint]) => joint));
const distances = pairs.map(([joint]) => (SHELL * unit) / joint.getWorldScale(new THREE.Vector3()).x);
for (const clip of left.animations) {
    const other = right.animations.find(({ name }) => name === clip.name);
    const players = [player(left, clip), player(right, other)];
    let worst = { distance: 0, seconds: 0 };
    for (let frame = 0; frame / RATE < clip.duration; ++frame) {
        for (const show of players) show(frame / RATE);
        pairs.forEach(([one, two], index) => {
            for (let axis = 0; axis < 3; ++axis) {
                const distance = place(one, axis, distances[index]).distanceTo(place(two, axis, distances[index]));
                if (distance > worst.distance) worst = { distance, seconds: frame / RATE };
            }
        });
    }
    console.log(`${clip.name}: ${((1000 * worst.distance) / unit).toFixed(3)} mm at ${worst.seconds.toFixed(3)} s`);
}
