// The modules that read reports, for the other scripts of this folder. They are loaded from the folder in
// $RIGKILN_REPORT_MODULES, or from build/reports of this repository.

import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
export const repository = path.join(here, '..', '..');

/** Loads a module, such as `ajv/dist/2020.js`. Ends the process with 2 when it is not installed. */
export async function load(name) {
    const folder = path.resolve(process.env.RIGKILN_REPORT_MODULES ?? path.join(repository, 'build', 'reports'));
    try {
        const require = createRequire(folder + path.sep);
        return await import(pathToFileURL(name === 'junit2json' ? moduleFile(folder, name) : require.resolve(name)).href);
    } catch (error) {
        console.error(`no ${name} in ${folder}: run tools/setup test (${error.message.split('\n')[0]})`);
        process.exit(2);
    }
}

/** A module that can only be imported, and therefore not be resolved by `require`. */
function moduleFile(folder, name) {
    const root = path.join(folder, 'node_modules', name);
    return path.join(root, JSON.parse(readFileSync(path.join(root, 'package.json'))).exports['.'].default);
}

/** Finds the browser. Ends the process with 2 when there is none. */
export function findBrowser() {
    if (process.env.RIGKILN_BROWSER) return process.env.RIGKILN_BROWSER;
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
        for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
            try {
                accessSync(path.join(folder, name), constants.X_OK);
                return path.join(folder, name);
            } catch {
                // the next one
            }
        }
    }
    console.error('no chromium in PATH: run tools/setup test');
    process.exit(2);
}

/** Folders of runs below `folder`, sorted: each has what one run of the program left. */
export function runsBelow(folder) {
    return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => ({ name: entry.name, file: (name) => path.join(folder, entry.name, name) }))
        .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Collects problems and says them at the end. */
export class Findings {
    #problems = [];
    #checked = 0;

    expect(condition, text) {
        ++this.#checked;
        if (!condition) this.#problems.push(text);
    }

    /** Sets the exit code of the process; nothing checked is a problem too. */
    end() {
        for (const problem of this.#problems) console.log(problem);
        console.log(`${this.#checked} checks, ${this.#problems.length} problems`);
        process.exitCode = this.#checked === 0 || this.#problems.length > 0 ? 1 : 0;
    }
}
