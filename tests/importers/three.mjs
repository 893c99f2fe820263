// three.js: GLTFLoader, AnimationMixer and the positions that its raycaster would use.

import { arrayBufferOf } from './glb.mjs';
import { load } from './modules.mjs';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class {};
const THREE = await load('three/build/three.module.js');
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { MeshoptDecoder } = await load('three/examples/jsm/libs/meshopt_decoder.module.js');

export const version = THREE.REVISION;

/** Gives every texture no image, because Node has nothing that decodes images. */
const noImages = () => ({ name: 'no images', loadTexture: async () => new THREE.Texture() });

export async function open(glb) {
    const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).register(noImages);
    const gltf = await loader.parseAsync(arrayBufferOf(glb), '');
    const nodes = [];
    const drawn = new Map();
    const materials = new Set();
    const skeletons = new Set();
    for (const [object, { nodes: node, primitives: primitive, materials: material }] of gltf.parser.associations) {
        if (material !== undefined && object.isMaterial) materials.add(material);
        // A mesh of one primitive is the node itself; more are below a group that is the node.
        if (node !== undefined && (!object.isMesh || object.userData.name !== undefined || primitive === undefined)) nodes[node] = object;
    }
    gltf.scene.traverse((object) => {
        const association = gltf.parser.associations.get(object);
        if (association?.nodes !== undefined) nodes[association.nodes] = object;
        if (!object.isMesh) return;
        const owner = association.nodes ?? gltf.parser.associations.get(object.parent).nodes;
        drawn.set(`${owner}/${association.primitives ?? 0}`, object);
        if (object.isSkinnedMesh) skeletons.add(object.skeleton);
    });
    const mixer = new THREE.AnimationMixer(gltf.scene);
    let action;
    const point = new THREE.Vector3();
    return {
        counts: { clips: gltf.animations.length, skins: skeletons.size, primitives: drawn.size, materials: materials.size },
        show(clip, time) {
            action?.stop(); // back to the pose at rest
            if (clip !== undefined) {
                action = mixer.clipAction(gltf.animations[clip]).setLoop(THREE.LoopOnce);
                action.clampWhenFinished = true;
                action.play();
                mixer.setTime(time);
            }
            gltf.scene.updateMatrixWorld(true);
            for (const skeleton of skeletons) skeleton.update();
        },
        matrix: (node) => nodes[node]?.matrixWorld.elements,
        vertex(node, primitive, index) {
            const mesh = drawn.get(`${node}/${primitive}`);
            return mesh.getVertexPosition(index, point).applyMatrix4(mesh.matrixWorld).toArray();
        },
        vertices: (node, primitive) => drawn.get(`${node}/${primitive}`)?.geometry.attributes.position.count,
    };
}
