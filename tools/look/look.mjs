// Draws a GLB with three.js in a headless browser onto one PNG: see --help or README.md.

import { access, writeFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import path from 'node:path';
import { EnvironmentError, withPage } from './browser.mjs';
import { HELP, parseOptions, UsageError } from './options.mjs';

const EXIT = { drawn: 0, failed: 1, usage: 2, environment: 3 };

/** Draws the file. Resolves to the report of the page with `remarks`, the messages of three.js, `[{ type, text }]`. */
function look(options) {
    const files = { script: 'page.js', entry: 'look', models: [path.resolve(options.file)] };
    return withPage(files, async (page) => {
        const { value: report, problem } = await page.call('draw', options);
        return { report, problem, remarks: page.takeRemarks() };
    });
}

const round = (numbers) => numbers.map((number) => Number(number.toPrecision(5))).join(' ');

function formatReport(options, report) {
    const lines = [
        `${options.file}: ${report.nodes} nodes, ${report.meshes} meshes `
        + `(${report.skinnedMeshes} skinned, ${report.hiddenMeshes} hidden), `
        + `${report.triangles} triangles (${report.shownTriangles} shown)`,
        report.box ? `  box at rest: ${round(report.box.low)} to ${round(report.box.high)}` : '  nothing is shown at rest',
    ];
    if (report.gridStep) lines.push(`  grid: squares of ${report.gridStep}`);
    for (const clip of report.clips) {
        lines.push(`  clip ${clip.index} ${clip.name}: ${clip.duration.toFixed(3)} s, ${clip.tracks} tracks`);
    }
    const uv = report.textureCoordinates;
    if (uv) {
        const share = Math.round((100 * uv.readable) / (uv.readable + uv.mirrored));
        lines.push(`  texture coordinates: ${round(uv.low)} to ${round(uv.high)}, ${share} % of the triangles not mirrored`);
    }
    if (options.uv && !uv) lines.push('  texture coordinates: none');
    return lines.join('\n');
}

async function run(options) {
    try {
        await access(options.file, constants.R_OK);
    } catch {
        throw new Error('the file cannot be read');
    }
    const { report, problem, remarks } = await look(options);
    for (const { type, text } of remarks) console.error(`${options.file}: three.js ${type}: ${text}`);
    if (problem !== undefined) throw new Error(problem);

    if (report.picture) await writeFile(options.output, Buffer.from(report.picture, 'base64'));
    // With --poses only the JSON goes to standard output.
    const say = options.poses ? console.error : console.log;
    say(formatReport(options, report));
    if (report.picture) say(`  drawn to ${options.output}`);
    if (report.poses) process.stdout.write(`${JSON.stringify(report.poses)}\n`);
    return remarks.some(({ type }) => type === 'error') ? EXIT.failed : EXIT.drawn;
}

async function main(words) {
    let options;
    try {
        options = parseOptions(words);
        if (options.help) {
            console.log(HELP);
            return EXIT.drawn;
        }
        return await run(options);
    } catch (error) {
        const subject = options?.file ?? 'look';
        console.error(`${subject}: ${error.message}`);
        if (error instanceof UsageError) return EXIT.usage;
        return error instanceof EnvironmentError ? EXIT.environment : EXIT.failed;
    }
}

process.exitCode = await main(process.argv.slice(2));
