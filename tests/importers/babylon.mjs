// Babylon.js: its glTF loader with NullEngine, animation groups, and the positions that it skins for picking.

import { arrayBufferOf, transformed } from './glb.mjs';
import { load } from './modules.mjs';

const { NullEngine } = await load('@babylonjs/core/Engines/nullEngine.js');
const { Scene } = await load('@babylonjs/core/scene.js');
const { ImportMeshAsync, SceneLoader } = await load('@babylonjs/core/Loading/sceneLoader.js');
const { MeshoptCompression } = await load('@babylonjs/core/Meshes/Compression/meshoptCompression.js');
await load('@babylonjs/core/Animations/animatable.js');
await load('@babylonjs/loaders/glTF/index.js');
const { MeshoptDecoder } = await load('three/examples/jsm/libs/meshopt_decoder.module.js');

export const version = NullEngine.Version;

const FRAMES_PER_SECOND = 60; // that of its loader

// Its own decoder would come from the network.
MeshoptCompression._Default = {
    decodeGltfBufferAsync: (source, count, stride, mode, filter) => MeshoptDecoder.decodeGltfBufferAsync(count, stride, source, mode, filter),
};

const engine = new NullEngine();

/** Index of the node or primitive that an object was made of; undefined if it is another kind of object. */
function indexOf(object, pattern) {
    const pointer = object._internalMetadata?.gltf?.pointers?.find((one) => pattern.test(one));
    return pointer === undefined ? undefined : Number(pattern.exec(pointer)[1]);
}

const isNode = (object) => indexOf(object, /^\/nodes\/(\d+)$/) !== undefined;

export async function open(glb) {
    const scene = new Scene(engine);
    scene.useRightHandedSystem = true;
    const skinned = new Map(); // nodes of the file to what shows their meshes
    const observer = SceneLoader.OnPluginActivatedObservable.add((loader) => {
        loader.animationStartMode = 0; // none
        loader.onSkinLoadedObservable?.add(({ node, skinnedNode }) => skinned.set(node, skinnedNode));
    });
    const read = await ImportMeshAsync(new Uint8Array(arrayBufferOf(glb)), scene, { pluginExtension: '.glb', name: 'model.glb' });
    observer.remove();
    const showsSkins = new Set(skinned.values());
    const nodes = [];
    const drawn = new Map();
    const rest = [];
    const all = [...scene.transformNodes, ...scene.meshes];
    for (const node of all) {
        rest.push({ node, position: node.position.clone(), rotation: node.rotationQuaternion?.clone(), scaling: node.scaling.clone() });
        const index = indexOf(node, /^\/nodes\/(\d+)$/);
        if (index === undefined) continue;
        nodes[index] = node;
        const holder = skinned.get(node) ?? node;
        for (const mesh of [holder, ...holder.getChildren()]) {
            const primitive = indexOf(mesh, /^\/meshes\/\d+\/primitives\/(\d+)$/);
            // A skinned mesh is below the parent of its skeleton, not below its node.
            const isOwn = mesh === holder || !(isNode(mesh) || showsSkins.has(mesh));
            if (primitive !== undefined && isOwn) drawn.set(`${index}/${primitive}`, { mesh });
        }
    }
    const materials = new Set(Array.from(drawn.values(), ({ mesh }) => indexOf(mesh.material ?? {}, /^\/materials\/(\d+)/)));
    materials.delete(undefined);
    return {
        counts: { clips: read.animationGroups.length, skins: read.skeletons.length, primitives: drawn.size, materials: materials.size },
        show(clip, time) {
            for (const { node, position, rotation, scaling } of rest) {
                node.position.copyFrom(position);
                if (rotation) node.rotationQuaternion.copyFrom(rotation);
                node.scaling.copyFrom(scaling);
            }
            if (clip !== undefined) {
                const group = read.animationGroups[clip];
                group.start(false);
                group.goToFrame(time * FRAMES_PER_SECOND);
                group.stop();
            }
            for (const node of all) node.computeWorldMatrix(true);
            for (const skeleton of read.skeletons) skeleton.prepare(true);
            for (const entry of drawn.values()) {
                entry.positions = entry.mesh.getPositionData(true, false);
                entry.world = entry.mesh.getWorldMatrix().asArray();
            }
        },
        matrix: (node) => nodes[node]?.getWorldMatrix().asArray(),
        vertex(node, primitive, index) {
            const { positions, world } = drawn.get(`${node}/${primitive}`);
            return transformed(world, positions.slice(index * 3, index * 3 + 3));
        },
        vertices: (node, primitive) => drawn.get(`${node}/${primitive}`)?.mesh.getTotalVertices(),
    };
}
