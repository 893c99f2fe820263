// Compares what `rigkiln validate` and the Khronos glTF validator find in the same files:
//
//     node compare.mjs RIGKILN FOLDER_OR_FILE...
//
// Prints each finding that only one of them has, and how long both took. Exit code 1 when there is any.

import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { filesBelow, linesOf, loadValidator } from './khronos.mjs';

const MAX_FINDINGS = 1000;

const [program, ...targets] = process.argv.slice(2);
const validator = loadValidator();

/** Findings of rigkiln by file, in the form of linesOf. */
async function linesOfRigkiln() {
    const options = ['validate', '--json', '--severity', 'hint', '--max-findings', String(MAX_FINDINGS)];
    const run = promisify(execFile)(program, [...options, ...targets], { maxBuffer: 2 ** 30 });
    const { stdout } = await run.catch((error) => error); // exit code 1 says that there are errors
    const found = new Map();
    for (const { path: file, findings, is_cut: isCut } of JSON.parse(stdout).files) {
        const lines = findings.map(({ code, pointer, offset }) => `${code}\t${pointer ?? '@' + offset}`);
        if (isCut) lines.push('TRUNCATED\t');
        found.set(path.resolve(file), new Set(lines));
    }
    return found;
}

const start = performance.now();
const ours = await linesOfRigkiln();
const middle = performance.now();
const theirs = new Map();
for (const target of targets) {
    const root = path.resolve((await stat(target)).isDirectory() ? target : path.dirname(target));
    for (const file of await filesBelow(target))
        theirs.set(path.resolve(file), new Set(await linesOf(validator, file, root, MAX_FINDINGS)));
}
const end = performance.now();

let same = 0;
let different = ours.size === theirs.size ? 0 : 1;
for (const [file, expected] of theirs) {
    const found = ours.get(file) ?? new Set();
    // Each stops after so many findings, and in another order.
    if (expected.has('TRUNCATED\t') && found.has('TRUNCATED\t')) continue;
    for (const line of expected) {
        if (found.has(line)) ++same;
        else console.log(`${file}: only Khronos: ${line}`), ++different;
    }
    for (const line of found) if (!expected.has(line)) console.log(`${file}: only rigkiln: ${line}`), ++different;
}
const seconds = (milliseconds) => (milliseconds / 1000).toFixed(2);
console.log(`${theirs.size} files: ${same} findings are the same, ${different} differ; rigkiln took ${seconds(middle - start)} s, ` +
    `the Khronos validator ${seconds(end - middle)} s`);
process.exitCode = different === 0 && theirs.size > 0 ? 0 : 1;
