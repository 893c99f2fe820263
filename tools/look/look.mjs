// Draws a GLB with three.js, in a browser without a window, onto one PNG: see --help or README.md.

import { access, writeFile } from 'node:fs/promises';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HELP, parseOptions, UsageError } from './options.mjs';
import { startServer } from './server.mjs';

const EXIT = { drawn: 0, failed: 1, usage: 2, environment: 3 };
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];
const DRAWING_TIMEOUT_MS = 300_000;

// Remarks of the browser on drawing without a graphics card; they say nothing about the file.
const DRIVER_REMARKS = /GL Driver Message|software WebGL|GPU stall/;

const here = path.dirname(fileURLToPath(import.meta.url));

/** What is missing on the machine, as opposed to wrong with the file. */
class EnvironmentError extends Error {}

function moduleFolder() {
    return path.resolve(process.env.RIGKILN_LOOK_MODULES ?? path.join(here, '..', '..', 'build', 'look', 'node_modules'));
}

function loadPuppeteer(modules) {
    try {
        return createRequire(modules + path.sep)('puppeteer-core');
    } catch (error) {
        throw new EnvironmentError(`no puppeteer-core in ${modules}: run tools/setup view (${error.message.split('\n')[0]})`);
    }
}

function isExecutable(file) {
    try {
        accessSync(file, constants.X_OK);
        return true;
    } catch {
        return false;
    }
}

function findBrowser() {
    if (process.env.RIGKILN_BROWSER) return process.env.RIGKILN_BROWSER;
    const folders = (process.env.PATH ?? '').split(path.delimiter);
    const found = BROWSERS.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
    if (found === undefined) throw new EnvironmentError(`none of ${BROWSERS.join(', ')} in PATH: run tools/setup view`);
    return found;
}

async function launchBrowser(puppeteer) {
    const args = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'];
    // Chromium refuses to run its sandbox as root.
    if (process.getuid?.() === 0) args.push('--no-sandbox');
    try {
        const executablePath = findBrowser();
        return await puppeteer.launch({ executablePath, headless: true, args, protocolTimeout: DRAWING_TIMEOUT_MS });
    } catch (error) {
        if (error instanceof EnvironmentError) throw error;
        throw new EnvironmentError(`the browser did not start: ${error.message.split('\n')[0]}`);
    }
}

/** Draws, and resolves to the report of the page with `remarks`: what three.js said, `[{ type, text }]`. */
async function look(options, puppeteer, modules) {
    const server = await startServer({ page: here, three: path.join(modules, 'three'), model: path.resolve(options.file) });
    let browser;
    try {
        browser = await launchBrowser(puppeteer);
        const page = await browser.newPage();
        const remarks = [];
        page.on('console', (message) => {
            const text = message.text();
            if (!DRIVER_REMARKS.test(text)) remarks.push({ type: message.type(), text });
        });
        page.on('pageerror', (error) => remarks.push({ type: 'error', text: error.message }));
        await page.goto(server.url);
        await page.waitForFunction('window.look !== undefined');
        const answer = await page.evaluate(
            (given) => window.look(given).then((report) => ({ report }), (error) => ({ problem: error.message })), options);
        return { ...answer, remarks };
    } finally {
        await browser?.close();
        await server.close();
    }
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
    const modules = moduleFolder();
    const { report, problem, remarks } = await look(options, loadPuppeteer(modules), modules);
    for (const { type, text } of remarks) console.error(`${options.file}: three.js ${type}: ${text}`);
    if (problem !== undefined) throw new Error(problem);

    if (report.picture) await writeFile(options.output, Buffer.from(report.picture, 'base64'));
    // The standard output belongs to the JSON when there is some.
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
