// PlayCanvas: its parser of GLB with NullGraphicsDevice, AnimEvaluator and SkinInstance, in the build that prints warnings.

import { arrayBufferOf, transformed } from './glb.mjs';
import { load } from './modules.mjs';

const pc = await load('playcanvas/build/playcanvas.dbg/src/index.js');
const { GlbParser } = await load('playcanvas/build/playcanvas.dbg/src/framework/parsers/glb-parser.js');
const { MeshoptDecoder } = await load('three/examples/jsm/libs/meshopt_decoder.module.js');

export const version = pc.version;

const device = new pc.NullGraphicsDevice({ width: 1, height: 1 });
const loader = { _app: { graphicsDevice: device } };

/** Decodes a view by EXT_meshopt_compression, as a viewer must do for PlayCanvas. */
async function decodedView({ extensions }, buffers) {
    const packed = extensions?.EXT_meshopt_compression;
    if (packed === undefined) return null;
    const buffer = await buffers[packed.buffer];
    const source = new Uint8Array(buffer.buffer, buffer.byteOffset + (packed.byteOffset ?? 0), packed.byteLength);
    await MeshoptDecoder.ready;
    return MeshoptDecoder.decodeGltfBufferAsync(packed.count, packed.byteStride, source, packed.mode, packed.filter);
}

/** Has no images, which nothing in Node decodes, and no lights, which are components of an application. */
const options = {
    light: { process: () => null },
    image: { processAsync: (image, done) => done(null, { resource: new pc.Texture(device, { width: 1, height: 1 }) }) },
    buffer: {
        // The fallback of compressed views has no bytes and no address.
        processAsync: (buffer, done) => done(null, buffer.extensions?.EXT_meshopt_compression?.fallback ? new Uint8Array(0) : null),
    },
    bufferView: { processAsync: (view, buffers, done) => decodedView(view, buffers).then((bytes) => done(null, bytes), done) },
};

function parse(glb) {
    return new Promise((done, fail) => GlbParser.parse('model.glb', '', arrayBufferOf(glb), device, { loader }, options, [],
        (error, result) => (error ? fail(new Error(error)) : done(result))));
}

/** Values of a vertex attribute as a shader sees them: normalised integers become fractions. */
function streamOf(mesh, semantic) {
    const values = [];
    mesh.getVertexStream(semantic, values);
    const element = mesh.vertexBuffer.format.elements.find(({ name }) => name === semantic);
    if (!element?.normalize) return values;
    const largest = { [pc.TYPE_INT8]: 127, [pc.TYPE_UINT8]: 255, [pc.TYPE_INT16]: 32767, [pc.TYPE_UINT16]: 65535 }[element.dataType];
    return values.map((value) => Math.max(value / largest, -1));
}

function streamsOf(mesh) {
    return {
        positions: streamOf(mesh, pc.SEMANTIC_POSITION),
        joints: streamOf(mesh, pc.SEMANTIC_BLENDINDICES),
        weights: streamOf(mesh, pc.SEMANTIC_BLENDWEIGHT),
        count: mesh.vertexBuffer.numVertices,
    };
}

/** Sum of the weights' matrices applied to a vertex, as PlayCanvas' shader computes it. */
function skinnedVertex({ positions, joints, weights }, index, matrices) {
    const sum = [0, 0, 0];
    for (let k = 0; k < 4; ++k) {
        const weight = weights[index * 4 + k];
        if (weight === 0) continue;
        const point = transformed(matrices[joints[index * 4 + k]].data, positions.slice(index * 3, index * 3 + 3));
        for (let i = 0; i < 3; ++i) sum[i] += weight * point[i];
    }
    return sum;
}

export async function open(glb) {
    const read = await parse(glb);
    const root = read.scenes[0];
    const drawn = new Map();
    const skins = new Set();
    const materials = new Set();
    const inScene = new Set(root.find(() => true)); // nodes outside of it are read too
    read.gltf.nodes.forEach((gltfNode, node) => {
        if (gltfNode.mesh === undefined || !inScene.has(read.nodes[node])) return;
        const meshes = read.renders[gltfNode.mesh].meshes;
        meshes.forEach((mesh, primitive) => {
            const material = read.materials[read.meshDefaultMaterials[mesh.id]];
            if (material) materials.add(material);
            const skin = gltfNode.skin === undefined ? undefined : read.skins[gltfNode.skin];
            const entry = { node: read.nodes[node], ...streamsOf(mesh) };
            if (skin) {
                skins.add(skin);
                entry.instance = new pc.SkinInstance(skin);
                entry.instance.resolve(root, entry.node);
            }
            drawn.set(`${node}/${primitive}`, entry);
        });
    });
    const rest = read.nodes.map((node) => ({
        node, position: node.getLocalPosition().clone(), rotation: node.getLocalRotation().clone(), scale: node.getLocalScale().clone(),
    }));
    let turn = 0;
    return {
        counts: { clips: read.animations.length, skins: skins.size, primitives: drawn.size, materials: materials.size },
        show(clip, time) {
            for (const { node, position, rotation, scale } of rest) {
                node.setLocalPosition(position);
                node.setLocalRotation(rotation);
                node.setLocalScale(scale);
            }
            if (clip !== undefined) {
                const evaluator = new pc.AnimEvaluator(new pc.DefaultAnimBinder(root));
                evaluator.addClip(new pc.AnimClip(read.animations[clip], time, 0, true, false));
                evaluator.update(0);
            }
            ++turn;
            for (const { node, instance } of drawn.values()) instance?.updateMatrices(node, turn);
        },
        matrix: (node) => read.nodes[node]?.getWorldTransform().data,
        vertex(node, primitive, index) {
            const entry = drawn.get(`${node}/${primitive}`);
            const local = entry.instance ? skinnedVertex(entry, index, entry.instance.matrices) : entry.positions.slice(index * 3, index * 3 + 3);
            return transformed(entry.node.getWorldTransform().data, local);
        },
        vertices: (node, primitive) => drawn.get(`${node}/${primitive}`)?.count,
    };
}
