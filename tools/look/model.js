// Loads a glTF file with three.js.

import { LoadingManager } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** Returns a manager, and `idle`, whose promise resolves when nothing is being loaded. */
function watchLoading() {
    const manager = new LoadingManager();
    let idle = Promise.resolve();
    manager.onStart = () => {
        idle = new Promise((resolve) => { manager.onLoad = resolve; });
    };
    return { manager, idle: () => idle };
}

async function parse(bytes, folder) {
    const { manager, idle } = watchLoading();
    try {
        return await new GLTFLoader(manager).setMeshoptDecoder(MeshoptDecoder).parseAsync(bytes, folder);
    } catch (error) {
        // Wait for the other requests: their errors must not appear while the next file is loaded.
        await idle();
        throw error;
    }
}

/** Loads the file at `url`. Files that it refers to are loaded relative to `url`. */
export async function loadModel(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error('the file could not be read');
    const gltf = await parse(await response.arrayBuffer(), new URL('.', response.url).href);
    const meshes = [];
    gltf.scene.traverse((object) => {
        if (object.isMesh && object.geometry.attributes.position !== undefined) meshes.push(object);
        // All files are lit only by the stage.
        if (object.isLight) object.intensity = 0;
        // Culling would use bounding boxes of a single pose for skinned meshes.
        object.frustumCulled = false;
    });
    gltf.scene.updateMatrixWorld(true);
    return { gltf, root: gltf.scene, meshes };
}
