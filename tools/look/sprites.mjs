// Plays converted sprites and compares every frame with the sheet, pixel by pixel: see --help or README.md.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { EnvironmentError, loadModule, withPage } from './browser.mjs';
import { parseWords, UsageError } from './options.mjs';
import { comparePicture, COLOR_TOLERANCE, countDistinct } from './sprite_compare.mjs';
import { chooseMoments, expectSprite, findRecord, needsPointers, readGlb } from './sprite_record.mjs';

const EXIT = { equal: 0, different: 1, usage: 2, environment: 3 };
const ENGINES = ['three', 'babylon'];
const MARGIN = 2; // pixels around a frame, which must stay clear
const EMPTY_SIZE = { width: 16, height: 16 };
const DURATION_TOLERANCE = 0.0005; // seconds

const HELP = `Plays converted sprites in a browser without a window, and compares every frame with the sheet.

  node sprites.mjs FILE.glb SHEET.png [FILE.glb SHEET.png ...] [options]

  --engine ENGINE       ${ENGINES.join(', ')} (default: three); three.js does not know KHR_animation_pointer, which
                        the modes pointer and extension need
  --quiet               print what differs only

Compared are all pixels at rest, 1 ms after the start of every frame, in its middle and 1 ms before its end, at the very
end of the clip and in its second round. Where a frame lies on the sheet and when it is shown is worked out from what the
file keeps of its .ctsa. Channels may differ by ${COLOR_TOLERANCE} of 255 levels, for engines round; of clear pixels alpha alone
counts. Pixels are compared and printed as they come to lie on a clear background: red, green and blue times alpha, then
alpha.

Exit codes: 0 all is equal, 1 something differs or did not load, 2 wrong usage, 3 no browser or modules.`;

const SPECIFICATION = {
    engine: { type: 'string', default: 'three' },
    quiet: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
};

function parsePairs(words) {
    if (words.length === 0 || words.length % 2 !== 0) {
        throw new UsageError(`pairs of FILE.glb and SHEET.png expected, ${words.length} names given`);
    }
    const pairs = [];
    for (let i = 0; i < words.length; i += 2) pairs.push({ file: words[i], sheet: words[i + 1] });
    for (const { file, sheet } of pairs) {
        if (!/\.glb$/i.test(file)) throw new UsageError(`${file}: the name must end in .glb`);
        if (!/\.png$/i.test(sheet)) throw new UsageError(`${sheet}: the name must end in .png`);
    }
    return pairs;
}

function parseOptions(words) {
    const { values, positionals } = parseWords(words, SPECIFICATION);
    if (values.help) return { help: true };
    if (!ENGINES.includes(values.engine)) throw new UsageError(`--engine ${values.engine}: there are ${ENGINES.join(', ')}`);
    return { pairs: parsePairs(positionals), engine: values.engine, isQuiet: values.quiet };
}

async function readSheet(file) {
    const { PNG } = loadModule('pngjs');
    try {
        return PNG.sync.read(await readFile(file));
    } catch (error) {
        throw new Error(`${file} is no PNG that can be read: ${error.message}`);
    }
}

/** View that shows a frame pixel by pixel, with a margin. */
function makeView(size, unit) {
    const width = size.width + 2 * MARGIN;
    const height = size.height + 2 * MARGIN;
    return { width, height, right: width / 2 / unit, top: height / 2 / unit };
}

/** Calls the page and returns the value. Throws on problems of the page or the engine. */
async function callPage(page, name, ...words) {
    const { value, problem } = await page.call(name, ...words);
    const errors = page.takeRemarks().filter(({ type }) => type === 'error').map(({ text }) => text);
    if (problem !== undefined || errors.length > 0) throw new Error([problem, ...errors].filter(Boolean).join('; '));
    return value;
}

/** Describes frames whose edges lie between pixels. `places`: the closest whole places found, as texts. */
function describeEdges({ frames }, places) {
    const number = frames.findIndex(({ lefts, tops }) => lefts.length > 1 || tops.length > 1);
    if (number < 0) return [];
    const { left, top } = frames[number];
    return [`frame ${number} begins between the pixels of the sheet, at ${left.toFixed(3)}, ${top.toFixed(3)}: `
        + `engines round as they like, here to ${[...places].join(' and to ')}`];
}

function describeDurations(durations, { duration, frames }) {
    const expected = frames.length > 0 ? 1 : 0;
    if (durations.length !== expected) return [`${durations.length} clips: must be ${expected}`];
    if (expected === 0 || Math.abs(durations[0] - duration) <= DURATION_TOLERANCE) return [];
    return [`the clip lasts ${durations[0].toFixed(4)} s: its frames last ${duration.toFixed(4)} s`];
}

/** Lists the whole pixels at which a frame may lie; `[null]` when nothing must be shown. */
function listPlaces(frame) {
    if (frame === undefined) return [null];
    return frame.lefts.flatMap((left) => frame.tops.map((top) => ({ left, top })));
}

/** Finds the place of a frame with the fewest differing pixels, and the difference there. */
function findPlace(picture, sheet, frame) {
    const places = listPlaces(frame).map((place) => ({ place, ...comparePicture(picture, sheet, place) }));
    return places.reduce((one, other) => (other.count < one.count ? other : one));
}

/** Lists the problems of the picture of a moment. `least`: the result of findPlace. */
function judge(least, shownQuads, moment) {
    const name = moment.frame === null ? 'no frame' : `frame ${moment.frame}`;
    const when = moment.seconds === null ? '' : `, ${moment.seconds.toFixed(4)} s`;
    const subject = `${name}${when}, ${moment.what}`;
    const lines = [];
    const expectedQuads = moment.frame === null ? 0 : 1;
    if (shownQuads !== expectedQuads) lines.push(`${subject}: ${shownQuads} quads are shown: must be ${expectedQuads}`);
    if (least.count > 0) {
        const { count, x, y, shown, expected } = least;
        lines.push(`${subject}: ${count} pixels differ, the first at ${x}, ${y}: `
            + `shown is ${shown.join(' ')}, on the sheet ${expected.join(' ')}`);
    }
    return lines;
}

/** Compares one file with its sheet. Resolves to `{ problems, summary }`. */
async function checkSprite(page, url, file, sheetFile) {
    const record = findRecord(readGlb(await readFile(file)));
    const sheet = await readSheet(sheetFile);
    const sprite = expectSprite(record, sheet);
    const view = makeView(sprite.size ?? EMPTY_SIZE, sprite.unit);
    const { engine, durations } = await callPage(page, 'open', url, view);
    const problems = describeDurations(durations, sprite);
    const places = new Set();
    // Without a clip only the rest pose can be compared.
    const moments = chooseMoments(sprite).filter(({ seconds }) => seconds === null || durations.length > 0);
    for (const moment of moments) {
        const { shown, pixels } = await callPage(page, 'shoot', moment);
        const picture = { width: view.width, height: view.height, margin: MARGIN, pixels: Buffer.from(pixels, 'base64') };
        const least = findPlace(picture, sheet, sprite.frames[moment.frame]);
        if (moment.frame === 0) places.add(`${least.place.left}, ${least.place.top}`);
        problems.push(...judge(least, shown, moment));
    }
    problems.push(...describeEdges(sprite, places));
    const count = sprite.frames.length;
    const frames = count === 0 ? 'no frames'
        : `${count} frames of ${sprite.size.width} by ${sprite.size.height} pixels, `
            + `${countDistinct(sheet, sprite.size, sprite.frames)} of them different`;
    return { problems, summary: `${frames}, ${moments.length} pictures by ${engine}` };
}

async function checkPair(page, number, { file, sheet }, { engine }) {
    try {
        if (engine === 'three' && needsPointers(readGlb(await readFile(file)))) {
            throw new Error('three.js does not play KHR_animation_pointer: use --engine babylon');
        }
        return await checkSprite(page, `/model/${number}`, file, sheet);
    } catch (error) {
        if (error instanceof EnvironmentError) throw error;
        return { problems: [error.message] };
    }
}

async function run(options) {
    const { pairs, engine, isQuiet } = options;
    const files = { script: `sprite_${engine}.js`, entry: 'sprite', models: pairs.map(({ file }) => path.resolve(file)) };
    return withPage(files, async (page) => {
        let exit = EXIT.equal;
        for (const [number, pair] of pairs.entries()) {
            const { problems, summary } = await checkPair(page, number, pair, options);
            if (problems.length > 0) exit = EXIT.different;
            for (const problem of problems) console.log(`${pair.file}: ${problem}`);
            if (isQuiet || summary === undefined) continue;
            console.log(`${pair.file}: ${summary}, ${problems.length === 0 ? 'all as on the sheet' : 'not as on the sheet'}`);
        }
        return exit;
    });
}

async function main(words) {
    try {
        const options = parseOptions(words);
        if (options.help) {
            console.log(HELP);
            return EXIT.equal;
        }
        return await run(options);
    } catch (error) {
        console.error(`sprites: ${error.message}`);
        if (error instanceof UsageError) return EXIT.usage;
        return error instanceof EnvironmentError ? EXIT.environment : EXIT.different;
    }
}

process.exitCode = await main(process.argv.slice(2));
