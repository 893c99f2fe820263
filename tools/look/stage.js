// Makes the scene around a model: neutral light, a grid on the ground, axes, a camera per view, an overlay of joints.

import {
    AmbientLight, AxesHelper, BufferGeometry, Color, DirectionalLight, Float32BufferAttribute, GridHelper, LineBasicMaterial,
    LineSegments, OrthographicCamera, PMREMGenerator, Points, PointsMaterial, Scene, Vector3, WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';

const BACKGROUND = 0x5a6068;
const MARGIN = 1.2;
const SMALLEST_RADIUS = 1e-6;

// Direction from the middle of the model to the camera; glTF models face +Z.
const DIRECTIONS = {
    front: [0, 0, 1],
    back: [0, 0, -1],
    side: [1, 0, 0],
    top: [0, 1, 0],
    'three-quarter': [0.7, 0.55, 1],
};

export function makeRenderer(size) {
    const renderer = new WebGLRenderer({ antialias: true });
    renderer.setSize(size, size);
    return renderer;
}

/** A power of ten that divides an extent into 4 to 40 squares. */
function chooseGridStep(extent) {
    return 10 ** Math.floor(Math.log10(extent / 4));
}

// Kept, because making an environment takes longer than drawing a model.
const environments = new WeakMap();

function findEnvironment(renderer) {
    if (!environments.has(renderer)) {
        const generator = new PMREMGenerator(renderer);
        environments.set(renderer, generator.fromScene(new RoomEnvironment(), 0.04).texture);
    }
    return environments.get(renderer);
}

/** Makes a scene with everything but the model, sized for `box`. */
export function makeStage(renderer, box) {
    const radius = Math.max(box.getSize(new Vector3()).length() / 2, SMALLEST_RADIUS);
    const scene = new Scene();
    scene.background = new Color(BACKGROUND);
    scene.environment = findEnvironment(renderer);
    scene.environmentIntensity = 0.35;
    scene.add(new AmbientLight(0xffffff, 0.15));
    const sun = new DirectionalLight(0xffffff, 0.9);
    sun.position.set(0.8, 1, 0.5);
    scene.add(sun);

    const step = chooseGridStep(2 * radius);
    const squares = 2 * Math.ceil((2 * radius) / step);
    scene.add(new GridHelper(squares * step, squares, 0xd0d0d0, 0x7d858e));
    const axes = new AxesHelper(radius * 0.5);
    axes.setColors(0xff2020, 0x20ff20, 0x2040ff); // x, y, z
    axes.material.depthTest = false;
    axes.renderOrder = 1;
    scene.add(axes);
    return { scene, gridStep: step };
}

function makeCamera(view, center, radius) {
    const distance = radius * 50;
    const camera = new OrthographicCamera(-1, 1, 1, -1, radius * 0.01, distance * 2);
    camera.position.set(...DIRECTIONS[view]).setLength(distance).add(center);
    if (view === 'top') camera.up.set(0, 0, -1); // the model's front points down in the picture
    camera.lookAt(center);
    camera.updateMatrixWorld();
    return camera;
}

/** Half the side of the smallest centred square that shows the box in the camera. */
function measureHalfSide(camera, box) {
    let half = 0;
    const point = new Vector3();
    for (let corner = 0; corner < 8; ++corner) {
        point.set(...['x', 'y', 'z'].map((axis, bit) => (corner & (1 << bit) ? box.max : box.min)[axis]));
        point.applyMatrix4(camera.matrixWorldInverse);
        half = Math.max(half, Math.abs(point.x), Math.abs(point.y));
    }
    return half;
}

/** Makes a camera per view. All show the whole box at one scale and without perspective, so that lengths compare. */
export function makeCameras(views, box, zoom) {
    const center = box.getCenter(new Vector3());
    const radius = Math.max(box.getSize(new Vector3()).length() / 2, SMALLEST_RADIUS);
    const cameras = views.map((view) => makeCamera(view, center, radius));
    const largest = Math.max(SMALLEST_RADIUS, ...cameras.map((camera) => measureHalfSide(camera, box)));
    const half = (largest * MARGIN) / zoom;
    for (const camera of cameras) {
        Object.assign(camera, { left: -half, right: half, top: half, bottom: -half });
        camera.updateProjectionMatrix();
    }
    return cameras;
}

/** Lists the nodes that are joints: of a skin, or by extras of rigkiln. Without any, all nodes without a mesh. */
function listJoints(root) {
    const nodes = [];
    root.traverse((object) => nodes.push(object));
    const joints = nodes.filter((node) => node.isBone || node.userData.rigkiln_joint !== undefined);
    return joints.length > 0 ? joints : nodes.filter((node) => !node.isMesh);
}

function nearestJointAbove(node, joints) {
    let ancestor = node.parent;
    while (ancestor !== null && !joints.has(ancestor)) ancestor = ancestor.parent;
    return ancestor;
}

function makeOverlay(Kind, material) {
    const overlay = new Kind(new BufferGeometry(), material);
    overlay.frustumCulled = false;
    overlay.renderOrder = 2;
    return overlay;
}

/** Draws lines from joint to joint over everything. Call `update` after each pose. */
export function makeSkeletonOverlay(scene, root) {
    const joints = new Set(listJoints(root));
    const seeThrough = { depthTest: false, transparent: true };
    const lines = makeOverlay(LineSegments, new LineBasicMaterial({ color: 0xffe040, ...seeThrough }));
    const dots = makeOverlay(Points, new PointsMaterial({ color: 0xff4020, size: 4, sizeAttenuation: false, ...seeThrough }));
    scene.add(lines, dots);
    const place = (node) => new Vector3().setFromMatrixPosition(node.matrixWorld).toArray();
    const update = () => {
        const ends = [];
        const places = [];
        for (const joint of joints) {
            places.push(...place(joint));
            const above = nearestJointAbove(joint, joints);
            if (above !== null) ends.push(...place(above), ...place(joint));
        }
        lines.geometry.setAttribute('position', new Float32BufferAttribute(ends, 3));
        dots.geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
    };
    return { update };
}
