// What importers do not read as the specification asks. What is listed here must really be different; everything else must not.

import { floatsOf } from './glb.mjs';

const FLOAT = 5126;

/** Keys of rotations as integers: CreateNodeAnim reads every key as four floats. */
const integerRotations = {
    reason: 'rotations as integers',
    source: 'code/AssetLib/glTF2/glTF2Importer.cpp, CreateNodeAnim',
    isChannel: ({ target }, sampler, { accessors }) => target.path === 'rotation' && accessors[sampler.output].componentType !== FLOAT,
};

/** Steps and splines: the kind of interpolation is not kept, and keys are meant to be mixed. */
const interpolation = {
    reason: 'steps and splines',
    source: 'code/AssetLib/glTF2/glTF2Importer.cpp, CreateNodeAnim',
    isChannel: (channel, sampler) => (sampler.interpolation ?? 'LINEAR') !== 'LINEAR',
};

/** Weights as integers: BuildVertexWeightMapping reads every weight as a float. */
const integerWeights = {
    reason: 'weights as integers',
    source: 'code/AssetLib/glTF2/glTF2Importer.cpp, BuildVertexWeightMapping',
    isPrimitive: ({ attributes }, { accessors }) =>
        attributes.WEIGHTS_0 !== undefined && accessors[attributes.WEIGHTS_0].componentType !== FLOAT,
};

/** Splines: Blender 3.4 keeps the values, and makes tangents of its own. */
const tangents = {
    reason: 'tangents of splines',
    source: 'io_scene_gltf2/blender/imp, gltf2_blender_animation_node.py (values) and gltf2_blender_animation_utils.py (handles)',
    isChannel: (channel, sampler) => sampler.interpolation === 'CUBICSPLINE',
};

/** Splines: Godot 3.2 takes the tangents of glTF for those of a Bezier curve, and turns without any. */
const splines = {
    reason: 'tangents of splines',
    source: 'editor/import/editor_scene_importer_gltf.cpp, _interpolate_track',
    isChannel: (channel, sampler) => sampler.interpolation === 'CUBICSPLINE',
};

const isJoint = (node, { skins = [] }) => skins.some(({ joints }) => joints.includes(node));

/** Bones that are hidden at rest: a pose is a rest transform times a key, and nothing times 0 is 1. */
const hiddenBones = {
    reason: 'bones with a scale of 0 at rest',
    source: 'editor/import/editor_scene_importer_gltf.cpp, _import_animation: affine_inverse of the rest transform',
    isChannel: ({ target: { node } }, sampler, gltf) => isJoint(node, gltf) && (gltf.nodes[node].scale ?? []).includes(0),
};

const limits = { assimp: [integerRotations, interpolation, integerWeights], blender: [tangents], godot: [splines, hiddenBones] };

/** Whether a joint has a scale of 0 at rest or in a key. */
function hasFlatJoint(glb, gltf) {
    const isFlatAtRest = gltf.nodes.some(({ scale = [] }, node) => scale.includes(0) && isJoint(node, gltf));
    const isFlatInKeys = ({ channels, samplers }) => channels.some(({ target, sampler: index }) => {
        const { output, interpolation: kind } = samplers[index];
        if (target.path !== 'scale' || kind === 'CUBICSPLINE' || !isJoint(target.node, gltf)) return false; // tangents may be 0
        return floatsOf(glb, gltf, output).includes(0);
    });
    return isFlatAtRest || (gltf.animations ?? []).some(isFlatInKeys);
}

/** What importers say of files as they are meant to be. */
const sayings = [
    {
        importer: 'godot', reason: 'complains of bones with a scale of 0', isFile: hasFlatJoint,
        says: /get_quat: Basis must be normalized|invert: Condition "det == 0" is true/,
    },
];

/** What an importer says of a file, and the reason. */
export const sayingsOf = (importer, glb, gltf) => sayings.filter((one) => one.importer === importer && one.isFile(glb, gltf));

const requiresMeshopt = ({ extensionsRequired = [] }) => extensionsRequired.includes('EXT_meshopt_compression');

/** Files that cannot be read at all, and what the importer says of them. */
const refusals = [
    {
        importer: 'assimp', isFile: requiresMeshopt, reason: 'EXT_meshopt_compression', says: /missing the "uri" attribute/,
        source: 'code/AssetLib/glTF2/glTF2Asset.inl, Buffer::Read',
    },
    {
        importer: 'assimp', isFile: ({ meshes }) => meshes === undefined, reason: 'no meshes', says: /No materials remaining/,
        source: 'code/PostProcessing/RemoveRedundantMaterials.cpp, Execute: a scene without materials',
    },
    {
        importer: 'blender', isFile: requiresMeshopt, reason: 'EXT_meshopt_compression', says: /EXT_meshopt_compression is not available/,
        source: 'io_scene_gltf2/io/imp/gltf2_io_gltf.py, extensionsRequired',
    },
    {
        importer: 'godot', isFile: requiresMeshopt, reason: 'EXT_meshopt_compression', says: /_decode_buffer_view: Index bv.buffer = 1 is out of bounds/,
        source: 'editor/import/editor_scene_importer_gltf.cpp: it does not look at extensionsRequired, and dies of some of these files',
    },
];

/** Counts skins of which none has a joint of another. */
function countSeparate(skins) {
    const groups = [];
    for (const { joints } of skins) {
        const touched = groups.filter((group) => joints.some((joint) => group.has(joint)));
        for (const group of touched) groups.splice(groups.indexOf(group), 1);
        groups.push(new Set([joints, ...touched].flatMap((group) => [...group])));
    }
    return groups.length;
}

/** Importers that show nodes outside of the scene, as coarser levels of detail are with MSFT_lod: Babylon.js knows that extension. */
const showingAll = ['babylon', 'blender', 'godot'];

/** Nodes of bodies by their names, of which Godot makes shapes instead of meshes. */
const isBody = ({ name, mesh }) => mesh !== undefined && /-(conv)?colonly$/.test(name);

const ofNodes = (nodes, gltf) => {
    const primitives = nodes.flatMap(({ mesh }) => (mesh === undefined ? [] : gltf.meshes[mesh].primitives));
    const materials = new Set(primitives.map(({ material }) => material).filter((material) => material !== undefined));
    return { primitives: primitives.length, materials: materials.size };
};

/** Counts that an importer must find. In Blender, skins with the same joints are one armature. */
export function expectedCounts(importer, counts, gltf) {
    const all = showingAll.includes(importer) ? { ...counts, ...ofNodes(gltf.nodes, gltf) } : { ...counts };
    if (importer === 'blender' && counts.skins > 0) all.skins = countSeparate(gltf.skins);
    if (importer === 'godot') {
        const bodies = gltf.nodes.filter(isBody);
        Object.assign(all, ofNodes(gltf.nodes.filter((node) => !isBody(node)), gltf), { bodies: bodies.length });
    }
    return all;
}

export const refusalOf = (importer, gltf) => refusals.find((one) => one.importer === importer && one.isFile(gltf));

/** Adds the nodes below those of a set. */
function withDescendants(nodes, gltf) {
    for (const node of nodes) for (const child of gltf.nodes[node].children ?? []) nodes.add(child); // a set visits what is added
    return nodes;
}

/** What the limits of an importer concern in a file, for each clip. */
export class Limited {
    reasons = new Set();
    #gltf;
    #limits;
    #nodes = new Map();

    constructor(importer, gltf) {
        this.#gltf = gltf;
        this.#limits = limits[importer] ?? [];
    }

    hasNode(clip, node) {
        return this.#nodesOf(clip).has(node);
    }

    hasPrimitive(clip, node, primitive) {
        const { mesh, skin } = this.#gltf.nodes[node];
        const limit = this.#limits.find(({ isPrimitive }) => isPrimitive?.(this.#gltf.meshes[mesh].primitives[primitive], this.#gltf));
        if (limit) this.reasons.add(limit.reason);
        const holders = skin === undefined ? [node] : this.#gltf.skins[skin].joints;
        return limit !== undefined || holders.some((holder) => this.hasNode(clip, holder));
    }

    #nodesOf(clip) {
        if (!this.#nodes.has(clip)) this.#nodes.set(clip, withDescendants(this.#targetsOf(clip), this.#gltf));
        return this.#nodes.get(clip);
    }

    #targetsOf(clip) {
        const targets = new Set();
        if (clip === undefined) return targets;
        const { channels, samplers } = this.#gltf.animations[clip];
        for (const channel of channels) {
            const limit = this.#limits.find(({ isChannel }) => isChannel?.(channel, samplers[channel.sampler], this.#gltf));
            if (limit === undefined) continue;
            this.reasons.add(limit.reason);
            targets.add(channel.target.node);
        }
        return targets;
    }
}
