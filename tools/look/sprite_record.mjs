// What a converted sprite should show, worked out from what the file keeps of its .ctsa: not from its texture
// coordinates, keys or meshes, which are what is to be checked.

const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const HEADER_SIZE = 12;
const CHUNK_HEADER_SIZE = 8;

const SWAP_BY_TIME = 0;
const MS = 0.001;

// Floats of the file leave what is a whole pixel this much short of it.
const PIXEL_TOLERANCE = 1e-3;
// An edge this close to the middle of a pixel can fall to either side of it.
const MIDDLE_TOLERANCE = 0.05;

/** The JSON of a GLB file. */
export function readGlb(bytes) {
    const isLongEnough = bytes.length >= HEADER_SIZE + CHUNK_HEADER_SIZE;
    if (!isLongEnough || bytes.readUInt32LE(0) !== GLB_MAGIC || bytes.readUInt32LE(HEADER_SIZE + 4) !== JSON_CHUNK) {
        throw new Error('not a GLB file: it must begin with glTF and a chunk of JSON');
    }
    const start = HEADER_SIZE + CHUNK_HEADER_SIZE;
    return JSON.parse(bytes.toString('utf8', start, start + bytes.readUInt32LE(HEADER_SIZE)));
}

/** What the first node keeps of its .ctsa (docs/extras.md). */
export function findRecord(json) {
    const text = json.nodes?.[0]?.extras?.rigkiln_joint;
    const record = text === undefined ? undefined : JSON.parse(text).ctsa;
    if (record === undefined) throw new Error('not a converted sprite: the first node has no rigkiln_joint with ctsa');
    return record;
}

/** Whether nothing of the first clip moves without KHR_animation_pointer. */
export function needsPointers({ animations: [clip] = [] }) {
    return clip !== undefined && clip.channels.every(({ target }) => target.path === 'pointer');
}

/** Pixels are cut off to whole ones, but what rounding left short of one counts. */
const wholePixels = (pixels) => Math.floor(pixels + PIXEL_TOLERANCE);

function measureFrame({ row: [, bottomV, topV, frameWidth], sheet: [width, height] }) {
    const size = { width: wholePixels(frameWidth * width), height: wholePixels((topV - bottomV) * height) };
    if (!(size.width > 0 && size.height > 0)) {
        throw new Error(`a frame of ${size.width} by ${size.height} pixels: must have one at least`);
    }
    return size;
}

/** `[{ start, end }]` in seconds. */
export function timeFrames({ frames, ticks }) {
    let start = 0;
    return frames.map(([time, updates, swap]) => {
        const stored = swap === SWAP_BY_TIME ? time * MS : updates / ticks;
        const end = start + (stored > 0 && Number.isFinite(stored) ? stored : 1 / ticks);
        const frame = { start, end };
        start = end;
        return frame;
    });
}

/** The whole numbers an edge may stand for: one, or both when it lies in the middle of a pixel. */
function roundEdge(edge) {
    const low = Math.floor(edge);
    return Math.abs(edge - low - 0.5) < MIDDLE_TOLERANCE ? [low, low + 1] : [Math.round(edge)];
}

/** Where frame `number` lies on an image of `image.width` by `image.height` pixels, from its upper left corner. */
function placeFrame({ row: [leftU, , topV, frameWidth], sheet_place: place }, number, image) {
    const [scaleU, offsetU, scaleV, offsetV] = place ?? [1, 0, 1, 0];
    const left = ((leftU + number * frameWidth) * scaleU + offsetU) * image.width;
    const top = (1 - (topV * scaleV + offsetV)) * image.height; // V grows upwards
    return { left, top, lefts: roundEdge(left), tops: roundEdge(top) };
}

/**
 * `{ size, unit, duration, frames }`: pixels of a frame, pixels per unit, seconds of the clip, and of each frame
 * `start`, `end`, `left`, `top` and the whole pixels these may stand for, `lefts`, `tops`. Without frames there is no size.
 */
export function expectSprite(record, image) {
    if (record.frames.length === 0) return { size: undefined, unit: record.ppu, duration: 0, frames: [] };
    if (record.sheet === undefined) throw new Error('no sheet was found when it was converted: there is nothing to compare');
    const [width, height] = record.sheet;
    if (record.sheet_place === undefined && (width !== image.width || height !== image.height)) {
        throw new Error(`the sheet has ${image.width} by ${image.height} pixels: converted was one of ${width} by ${height}`);
    }
    const times = timeFrames(record);
    const frames = times.map((time, number) => ({ ...time, ...placeFrame(record, number, image) }));
    return { size: measureFrame(record), unit: record.ppu, duration: times.at(-1).end, frames };
}

/** What to look at: `[{ frame, seconds, isLooping, what }]`, seconds null for rest; frame null where nothing is shown. */
export function chooseMoments({ frames, duration }) {
    const rest = { frame: frames.length > 0 ? 0 : null, seconds: null, isLooping: false, what: 'at rest' };
    if (frames.length === 0) return [rest];
    const within = frames.flatMap(({ start, end }, frame) => {
        const moments = [{ seconds: (start + end) / 2, what: 'in its middle' }];
        if (end - start > 2 * MS) {
            moments.unshift({ seconds: start + MS, what: '1 ms after its start' });
            moments.push({ seconds: end - MS, what: '1 ms before its end' });
        }
        return moments.map((moment) => ({ frame, isLooping: true, ...moment }));
    });
    const last = frames.length - 1;
    const again = Math.min(MS, frames[0].end / 2);
    return [
        rest,
        ...within,
        { frame: last, seconds: duration, isLooping: false, what: 'at the end, played once' },
        { frame: 0, seconds: duration + again, isLooping: true, what: 'in the second round' },
    ];
}
