// Modules of others that tests need: those of tools/look, in build/look or in the folder $RIGKILN_LOOK_MODULES.

import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.resolve(process.env.RIGKILN_LOOK_MODULES ?? path.join(here, '..', '..', '..', 'build', 'look'));

/** Says why tests with these packages are skipped; false if they are not. */
export function reasonToSkip(...packages) {
    const missing = packages.filter((name) => !existsSync(path.join(folder, 'node_modules', name, 'package.json')));
    return missing.length > 0 && `no ${missing.join(', no ')} below ${folder}: run tools/setup view`;
}

/** Imports a module by a path below its package, such as `three/build/three.module.js`. */
export async function load(name) {
    return import(pathToFileURL(path.join(folder, 'node_modules', name)).href);
}

/** Imports a module by its name, as a page would. */
export async function loadByName(name) {
    return import(pathToFileURL(createRequire(folder + path.sep).resolve(name)).href);
}
