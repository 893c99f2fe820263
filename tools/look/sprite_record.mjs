// Computes what a converted sprite should show, from the record of its .ctsa in the file. It does not use the texture
// coordinates, keys or meshes, as these are to be checked.

const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const HEADER_SIZE = 12;
const CHUNK_HEADER_SIZE = 8;

const SWAP_BY_TIME = 0;
const MS = 0.001;

// Largest amount by which floats of the file may fall short of a whole pixel.
const PIXEL_TOLERANCE = 1e-3;
// An edge this close to the middle of a pixel may be rounded either way.
const MIDDLE_TOLERANCE = 0.05;

/** Returns the JSON of a GLB file. */
export function readGlb(bytes) {
    const isLongEnough = bytes.length >= HEADER_SIZE + CHUNK_HEADER_SIZE;
    if (!isLongEnough || bytes.readUInt32LE(0) !== GLB_MAGIC || bytes.readUInt32LE(HEADER_SIZE + 4) !== JSON_CHUNK) {
        throw new Error('not a GLB file: it must begin with glTF and a chunk of JSON');
    }
    const start = HEADER_SIZE + CHUNK_HEADER_SIZE;
    return JSON.parse(bytes.toString('utf8', start, start + bytes.readUInt32LE(HEADER_SIZE)));
}

/** Finds the record of the .ctsa in the first node (docs/extras.md). */
export function findRecord(json) {
    const text = json.nodes?.[0]?.extras?.rigkiln_joint;
    const record = text === undefined ? undefined : JSON.parse(text).ctsa;
    if (record === undefined) throw new Error('not a converted sprite: the first node has no rigkiln_joint with ctsa');
    return record;
}

/** Whether all channels of the first clip need KHR_animation_pointer. */
export function needsPointers({ animations: [clip] = [] }) {
    return clip !== undefined && clip.channels.every(({ target }) => target.path === 'pointer');
}

/** Rounds down to whole pixels, with a tolerance for rounding errors. */
const wholePixels = (pixels) => Math.floor(pixels + PIXEL_TOLERANCE);

function measureFrame({ row: [, bottomV, topV, frameWidth], sheet: [width, height] }) {
    const size = { width: wholePixels(frameWidth * width), height: wholePixels((topV - bottomV) * height) };
    if (!(size.width > 0 && size.height > 0)) {
        throw new Error(`a frame of ${size.width} by ${size.height} pixels: must have one at least`);
    }
    return size;
}

/** Times of the frames, `[{ start, end }]` in seconds. */
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

/** Whole pixels to which an edge may be rounded: one, or two when it lies in the middle of a pixel. */
function roundEdge(edge) {
    const low = Math.floor(edge);
    return Math.abs(edge - low - 0.5) < MIDDLE_TOLERANCE ? [low, low + 1] : [Math.round(edge)];
}

/** Place of frame `number` on an image of `image.width` by `image.height` pixels, from the upper left corner. */
function placeFrame({ row: [leftU, , topV, frameWidth], sheet_place: place }, number, image) {
    const [scaleU, offsetU, scaleV, offsetV] = place ?? [1, 0, 1, 0];
    const left = ((leftU + number * frameWidth) * scaleU + offsetU) * image.width;
    const top = (1 - (topV * scaleV + offsetV)) * image.height; // V grows upwards
    return { left, top, lefts: roundEdge(left), tops: roundEdge(top) };
}

/**
 * Returns `{ size, unit, duration, frames }`: pixels of a frame, pixels per unit, seconds of the clip, and for each frame
 * `start`, `end`, `left`, `top`, and `lefts`, `tops`, the whole pixels to which these may be rounded. Without frames `size`
 * is undefined.
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

/** Moments to compare, `[{ frame, seconds, isLooping, what }]`: seconds null at rest, frame null when nothing is shown. */
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
