// Modules of others that tests need: those of tools/look, in build/look or in the folder $RIGKILN_LOOK_MODULES.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.resolve(process.env.RIGKILN_LOOK_MODULES ?? path.join(here, '..', '..', '..', 'build', 'look'));

/** Says why tests with these packages are skipped, in the lines that tools/checks/report_skips.py reads; false if they are not. */
export function reasonToSkip(...packages) {
    if (packages.every((name) => existsSync(path.join(folder, 'node_modules', name, 'package.json')))) return false;
    const reason = 'three.js and Babylon.js are not installed (tools/setup view)';
    console.log(`${packages.join(', ')}: Skipped\n${reason}`);
    return reason;
}

/** Imports a module by a path below its package, such as `three/build/three.module.js`. */
export async function load(name) {
    return import(pathToFileURL(path.join(folder, 'node_modules', name)).href);
}
