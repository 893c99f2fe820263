// Finds and starts the headless browser and the modules that its pages need, with clear errors when they are missing.

import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from './server.mjs';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];
const DRAWING_TIMEOUT_MS = 300_000;

// Messages of the browser about drawing without a graphics card, which do not concern the file.
const DRIVER_REMARKS = /GL Driver Message|software WebGL|GPU stall/;

const here = path.dirname(fileURLToPath(import.meta.url));

/** Error for something missing on the machine, as opposed to a problem of the file. */
export class EnvironmentError extends Error {}

function moduleFolder() {
    return path.resolve(process.env.RIGKILN_LOOK_MODULES ?? path.join(here, '..', '..', 'build', 'look', 'node_modules'));
}

/** Loads a module of build/look by `require`. */
export function loadModule(name) {
    const modules = moduleFolder();
    try {
        return createRequire(modules + path.sep)(name);
    } catch (error) {
        throw new EnvironmentError(`no ${name} in ${modules}: run tools/setup view (${error.message.split('\n')[0]})`);
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

async function launchBrowser() {
    const args = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'];
    // Chromium refuses to run its sandbox as root.
    if (process.getuid?.() === 0) args.push('--no-sandbox');
    const puppeteer = loadModule('puppeteer-core');
    try {
        const executablePath = findBrowser();
        return await puppeteer.launch({ executablePath, headless: true, args, protocolTimeout: DRAWING_TIMEOUT_MS });
    } catch (error) {
        if (error instanceof EnvironmentError) throw error;
        throw new EnvironmentError(`the browser did not start: ${error.message.split('\n')[0]}`);
    }
}

/** Opens the page and runs `script` in it, which must set `window[entry]` to an object of functions. */
async function openPage(browser, url, { script, entry }) {
    const page = await browser.newPage();
    let remarks = [];
    page.on('console', (message) => {
        const text = message.text();
        if (!DRIVER_REMARKS.test(text)) remarks.push({ type: message.type(), text });
    });
    page.on('pageerror', (error) => remarks.push({ type: 'error', text: error.message }));
    await page.goto(url);
    try {
        await page.addScriptTag({ url: `/${script}`, type: 'module' });
        await page.waitForFunction((name) => window[name] !== undefined, { timeout: DRAWING_TIMEOUT_MS }, entry);
    } catch {
        const said = remarks.map(({ text }) => text).join('; ');
        throw new EnvironmentError(`the page ${script} did not start: run tools/setup view (${said || 'it says nothing'})`);
    }
    return {
        /** Calls a function of the page. Resolves to `{ value }`, or to `{ problem }` when it threw. */
        call: (name, ...words) => page.evaluate(async (at, given) => {
            try {
                return { value: await window[at.entry][at.name](...given) };
            } catch (error) {
                return { problem: String(error?.message ?? error) };
            }
        }, { entry, name }, words),
        /** Returns and clears the messages of the page since the last call, `[{ type, text }]`. */
        takeRemarks: () => {
            const taken = remarks;
            remarks = [];
            return taken;
        },
    };
}

/**
 * Opens the page of `script` in a browser and resolves to the result of `visit(page)`. The page may load the files
 * `models` as `/model/0`, `/model/1` ..., and models, buffers and images below the folder `art` as `/art/PATH`.
 */
export async function withPage({ script, entry, models, art }, visit) {
    const server = await startServer({ page: here, modules: moduleFolder(), models, art });
    let browser;
    try {
        browser = await launchBrowser();
        return await visit(await openPage(browser, server.url, { script, entry }));
    } finally {
        await browser?.close();
        await server.close();
    }
}
