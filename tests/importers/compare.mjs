// Compares what importers make of the files in a folder with what expected.json says of them:
//
//     node compare.mjs FOLDER IMPORTER...
//
// Prints a line for each file with the largest distance as a fraction of the model's size, or what is different. Exit code 1 when
// something differs that known_limits.mjs does not list, or something does not that it lists; 2 when an importer is not installed, 77 when
// the tests do without it.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { jsonOf, pointsOf } from './glb.mjs';
import { expectedCounts, Limited, refusalOf, sayingsOf } from './known_limits.mjs';

const [folder, ...importers] = process.argv.slice(2);
const SKIPPED = 77;
const samples = JSON.parse(await readFile(path.join(folder, 'expected.json'), 'utf8'));

let complaints = new Set();
// Before the importers are loaded: some keep these functions.
console.warn = console.error = (...words) => complaints.add(words.map(String).join(' ').split('\n')[0]);

/** Runs a function and returns the lines that importers print as warnings and errors, each once. */
async function complaintsOf(run) {
    complaints = new Set();
    await run();
    return [...complaints];
}

/** The largest distance between a place and where it is expected. */
class Worst {
    distance = 0;
    where = '';
    count = 0;

    add(distance, where) {
        ++this.count;
        const larger = Number.isNaN(distance) ? Infinity : distance;
        if (larger <= this.distance) return;
        this.distance = larger;
        this.where = where();
    }
}

const distanceTo = ([x, y, z], numbers, at) => Math.hypot(x - numbers[at], y - numbers[at + 1], z - numbers[at + 2]);

function compareNodes(model, sample, pose, moment, worstOf) {
    sample.nodes.forEach((node, number) => {
        if (node < 0) return;
        const matrix = model.matrix(node);
        if (matrix === null) return; // not a promise of the importer
        const worst = worstOf.node(node);
        const name = () => `node ${sample.names[number]} ${moment}`;
        if (matrix === undefined) return worst.add(Infinity, name);
        const points = pointsOf(matrix, sample.axis);
        points.slice(0, model.hasAxes === false ? 1 : points.length).forEach((point, i) => worst.add(distanceTo(point, pose.nodes, number * 12 + i * 3), name));
    });
}

function compareVertices(model, sample, pose, moment, worstOf) {
    sample.drawn.forEach(({ node, primitive, vertices }, i) => {
        const worst = worstOf.primitive(node, primitive);
        const count = model.vertices(node, primitive);
        if (count === null) return; // is something else there, which is counted
        if (count === undefined) return worst.add(Infinity, () => `no primitive ${node}/${primitive}`);
        // A file of rounded positions has other vertices, in another order: the nearest one counts.
        const all = sample.rounded ? Array.from({ length: count }, (_, vertex) => model.vertex(node, primitive, vertex)) : undefined;
        vertices.forEach((vertex, number) => {
            const candidates = all ?? [model.vertex(node, primitive, vertex)];
            const distance = Math.min(...candidates.map((place) => distanceTo(place, pose.drawn[i], number * 3)));
            worst.add(distance, () => `vertex ${vertex} of ${node}/${primitive} ${moment}`);
        });
    });
}

function comparePoses(model, sample, limited, worst, worstLimited) {
    for (const [number, pose] of sample.poses.entries()) {
        const { clip, time } = pose;
        if (model.show(clip, time, number) === false) continue;
        const moment = clip === undefined ? 'at rest' : `of clip ${clip} at ${time.toFixed(4)} s`;
        const worstOf = {
            node: (node) => (limited.hasNode(clip, node) ? worstLimited : worst),
            primitive: (node, primitive) => (limited.hasPrimitive(clip, node, primitive) ? worstLimited : worst),
        };
        compareNodes(model, sample, pose, moment, worstOf);
        compareVertices(model, sample, pose, moment, worstOf);
    }
}

/** Tells complaints that are not known, and known ones that are not made. */
function compareSayings(sayings, printed, differences, known) {
    const isKnown = (complaint) => sayings.some(({ says }) => says.test(complaint));
    differences.push(...printed.filter((complaint) => !isKnown(complaint)).map((complaint) => `says: ${complaint}`));
    for (const { reason, says } of sayings) {
        if (printed.some((complaint) => says.test(complaint))) known.push(reason);
        else differences.push(`does not say: ${reason}`);
    }
}

/** Opens a file in an importer and compares it. Returns the largest distance, unexpected differences, and what is known. */
async function compareFile(name, importer, sample) {
    const file = path.join(folder, sample.file);
    const glb = await readFile(file);
    const refusal = refusalOf(name, jsonOf(glb));
    const limited = new Limited(name, jsonOf(glb));
    const worst = new Worst();
    const worstLimited = new Worst();
    const differences = [];
    const known = [];
    const printed = await complaintsOf(async () => {
        try {
            const model = { hasAxes: importer.hasAxes, ...(await importer.open(glb, file)) };
            for (const [what, count] of Object.entries(expectedCounts(name, sample.counts, jsonOf(glb))))
                if (count !== model.counts[what]) differences.push(`${model.counts[what]} ${what}, not ${count}`);
            comparePoses(model, sample, limited, worst, worstLimited);
            if (refusal) differences.push(`can be read, in spite of ${refusal.reason}`);
        } catch (error) {
            if (refusal?.says.test(error)) known.push(`cannot be read: ${refusal.reason}`);
            else differences.push(`cannot be read: ${String(error.stack ?? error).split('\n').slice(0, 2).join(' ')}`);
        }
    });
    const isRight = ({ distance }) => distance <= sample.tolerance;
    if (!isRight(worst)) differences.push(`${(worst.distance / sample.size).toExponential(1)} of the size: ${worst.where}`);
    if (worstLimited.count > 0) {
        const reasons = [...limited.reasons].join(', ');
        if (isRight(worstLimited)) differences.push(`is right in spite of ${reasons}`);
        known.push(`${worstLimited.count} of ${worst.count + worstLimited.count} places are not compared: ${reasons}`);
    }
    compareSayings(refusal ? [] : sayingsOf(name, glb, jsonOf(glb)), printed, differences, known);
    return { distance: worst.distance / sample.size, compared: worst.count, differences, known };
}

let unexpected = 0;
for (const name of importers) {
    const importer = await import(`./${name}.mjs`);
    const start = performance.now();
    const reason = await importer.prepare?.(folder);
    if (reason) {
        console.log(`${name}: Skipped\n${reason}`); // as report_skips.py reads it
        process.exit(SKIPPED);
    }
    console.log(`${name} ${importer.version}`);
    for (const sample of samples) {
        const { distance, compared, differences, known } = await compareFile(name, importer, sample);
        const isCompared = compared > 0 || known.length > 0;
        if (differences.length > 0 || !isCompared) ++unexpected;
        const state = [];
        if (compared > 0) state.push(`${distance.toExponential(1)} (${compared} places)`);
        state.push(...differences.map((difference) => `UNEXPECTED: ${difference}`), ...known);
        console.log(`  ${sample.model.padEnd(8)} ${sample.row.padEnd(16)} ${state.join('; ')}`);
    }
    console.log(`  ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
const files = samples.length * importers.length;
console.log(`${files} files, ${unexpected} with unexpected differences`);
process.exit(unexpected > 0 || files === 0 ? 1 : 0); // an importer may keep threads
