// Modules of others that tests need: those of tests/importers, which `tools/setup test` puts into build/importers, or those in the folder
// $RIGKILN_IMPORTER_MODULES.

import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.resolve(process.env.RIGKILN_IMPORTER_MODULES ?? path.join(here, '..', '..', '..', 'build', 'importers'));

/** Imports a module by a path below its package, such as `three/build/three.module.js`. Says what to do if it is not there. */
export async function load(name) {
    try {
        return await import(pathToFileURL(path.join(folder, 'node_modules', name)).href);
    } catch (error) {
        throw new Error(`no ${name} in ${folder}: run tools/setup test`, { cause: error });
    }
}
