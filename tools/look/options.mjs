// The command line of look.mjs: text in, one plain object out, or a UsageError that says what would be right.

import { parseArgs } from 'node:util';

export const VIEWS = ['front', 'back', 'side', 'top', 'three-quarter'];

const SIZE_LIMITS = { low: 64, high: 2048 };
const MAX_FRAMES = 64;

export const HELP = `Draws a GLB with three.js in a browser without a window.

  node look.mjs FILE.glb -o PICTURE.png [options]    one picture per clip, view and time, on one sheet
  node look.mjs FILE.glb --poses [options]           where the nodes are, as JSON on the standard output

  --clip NAME|INDEX     play this clip (default: the rest pose)
  --all-clips           all clips, a row each
  --times 0,0.5,1       at these seconds
  --frames N            at N times from the first to the last key (default: 6; with --all-clips 1, in the middle)
  --view VIEW[,VIEW]    ${VIEWS.join(', ')} (default: three-quarter)
  --size PIXELS         of one picture (default: 480)
  --zoom FACTOR         2 shows half as much (default: 1, the visible meshes at rest and a margin)
  --skeleton            lines from joint to joint over the picture
  --uv                  a numbered checker on every material without a texture, and figures on texture coordinates
  --poses               see above; goes together with -o

Exit codes: 0 drawn, 1 the file did not load without errors, 2 wrong usage, 3 no browser or modules.`;

/** Error in the command line; the message is shown to the user. */
export class UsageError extends Error {}

const SPECIFICATION = {
    output: { type: 'string', short: 'o' },
    clip: { type: 'string' },
    'all-clips': { type: 'boolean', default: false },
    times: { type: 'string' },
    frames: { type: 'string' },
    view: { type: 'string', default: 'three-quarter' },
    size: { type: 'string', default: '480' },
    zoom: { type: 'string', default: '1' },
    skeleton: { type: 'boolean', default: false },
    uv: { type: 'boolean', default: false },
    poses: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
};

function parseNumber(name, text, low, high) {
    const value = Number(text);
    if (text.trim() === '' || !(value >= low && value <= high)) {
        throw new UsageError(`--${name} ${text}: must be a number from ${low} to ${high}`);
    }
    return value;
}

/** Parses a whole number within limits. Throws UsageError. */
export function parseWhole(name, text, low, high) {
    const value = parseNumber(name, text, low, high);
    if (!Number.isInteger(value)) throw new UsageError(`--${name} ${text}: must be a whole number`);
    return value;
}

function parseViews(text) {
    const views = text.split(',');
    const unknown = views.find((view) => !VIEWS.includes(view));
    if (unknown !== undefined) throw new UsageError(`--view ${unknown}: there are ${VIEWS.join(', ')}`);
    return views;
}

function checkCombination(values) {
    if (values.output === undefined && !values.poses) {
        throw new UsageError('nothing to do: name a picture with -o, or ask for --poses');
    }
    if (values.output !== undefined && !/\.png$/i.test(values.output)) {
        throw new UsageError(`-o ${values.output}: the name must end in .png`);
    }
    if (values.clip !== undefined && values['all-clips']) {
        throw new UsageError('--clip and --all-clips exclude each other');
    }
    if (values.times !== undefined && values.frames !== undefined) {
        throw new UsageError('--times and --frames exclude each other');
    }
    const plays = values.clip !== undefined || values['all-clips'];
    if (!plays && (values.times ?? values.frames) !== undefined) {
        throw new UsageError('--times and --frames need --clip or --all-clips');
    }
}

/** Splits the command line into options and file names with `parseArgs` of node. Throws UsageError. */
export function parseWords(words, specification) {
    try {
        return parseArgs({ args: words, options: specification, allowPositionals: true, strict: true });
    } catch (error) {
        throw new UsageError(error.message);
    }
}

/** Parses the options of a run; `{ help: true }` for --help. Throws UsageError. */
export function parseOptions(words) {
    const { values, positionals } = parseWords(words, SPECIFICATION);
    if (values.help) return { help: true };
    if (positionals.length !== 1) throw new UsageError(`one file expected, ${positionals.length} given`);
    if (!/\.glb$/i.test(positionals[0])) throw new UsageError(`${positionals[0]}: the name must end in .glb`);
    checkCombination(values);
    const defaultFrames = values['all-clips'] ? '1' : '6';
    return {
        file: positionals[0],
        output: values.output,
        clip: values.clip,
        allClips: values['all-clips'],
        times: values.times?.split(',').map((text) => parseNumber('times', text, 0, 86400)),
        frames: parseWhole('frames', values.frames ?? defaultFrames, 1, MAX_FRAMES),
        views: parseViews(values.view),
        size: parseWhole('size', values.size, SIZE_LIMITS.low, SIZE_LIMITS.high),
        zoom: parseNumber('zoom', values.zoom, 0.01, 100),
        skeleton: values.skeleton,
        uv: values.uv,
        poses: values.poses,
    };
}
