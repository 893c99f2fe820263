// A glTF file, loaded with three.js.

import { LoadingManager } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** A manager and `idle`, which resolves when nothing is being loaded. */
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
        // What else is on its way would be complained about while another file is loaded.
        await idle();
        throw error;
    }
}

/** What a file names lies beside `url`. */
export async function loadModel(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error('the file could not be read');
    const gltf = await parse(await response.arrayBuffer(), new URL('.', response.url).href);
    const meshes = [];
    gltf.scene.traverse((object) => {
        if (object.isMesh && object.geometry.attributes.position !== undefined) meshes.push(object);
        // The light of the stage is the same for every file.
        if (object.isLight) object.intensity = 0;
        // Boxes of skinned meshes are those of one pose.
        object.frustumCulled = false;
    });
    gltf.scene.updateMatrixWorld(true);
    return { gltf, root: gltf.scene, meshes };
}
