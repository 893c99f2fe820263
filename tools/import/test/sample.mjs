// A GLB as rigkiln writes it: a node that moves for one second in the clips `walk`, which repeats, and `die`, and a grip.

const RECORDS = {
    walk: { duration: 1, frame_rate: 4, loop: true, events: [{ frame: 1, time: 0.25, name: 'left' }, { frame: 3, time: 0.75, name: 'right' }] },
    die: { duration: 1, frame_rate: 4, loop: false, events: [{ frame: 0, time: 0, name: 'scream' }, { frame: 4, time: 1, name: 'thud' }] },
};

/** Content of FILE.events.json of the sample. */
export const SIDECAR = {
    rigkiln_events: 1,
    file: 'sample.glb',
    clips: RECORDS,
    attachments: [{ node: 'gun grip', parent: 'body', kind: 'grip' }],
};

function document({ hasExtras, hasCopy }) {
    const animation = (name) => ({
        name,
        samplers: [{ input: 0, output: 1 }],
        channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
        ...(hasExtras && { extras: { rigkiln: RECORDS[name] } }),
    });
    return {
        asset: { version: '2.0' },
        scene: 0,
        scenes: [{ nodes: [0] }],
        nodes: [
            { name: 'body', children: [1], ...(hasExtras && hasCopy && { extras: { rigkiln_clips: JSON.stringify(RECORDS) } }) },
            { name: 'gun grip', ...(hasExtras && { extras: { rigkiln_attachment: '{"kind":"grip"}' } }) },
        ],
        animations: [animation('walk'), animation('die')],
        buffers: [{ byteLength: 32 }],
        bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 24 }],
        accessors: [
            { bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
            { bufferView: 1, componentType: 5126, count: 2, type: 'VEC3' },
        ],
    };
}

/** Bytes of the GLB. Files of profile `web` have no copy of the records on a node. */
export function sampleGlb({ hasExtras = true, hasCopy = true } = {}) {
    const text = JSON.stringify(document({ hasExtras, hasCopy }));
    const json = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4, ' '));
    const binary = new Uint8Array(new Float32Array([0, 1, 0, 0, 0, 1, 0, 0]).buffer);
    const glb = new Uint8Array(12 + 8 + json.length + 8 + binary.length);
    const view = new DataView(glb.buffer);
    [0x46546c67, 2, glb.length, json.length, 0x4e4f534a].forEach((word, i) => view.setUint32(4 * i, word, true));
    glb.set(json, 20);
    view.setUint32(20 + json.length, binary.length, true);
    view.setUint32(24 + json.length, 0x004e4942, true);
    glb.set(binary, 28 + json.length);
    return glb;
}
