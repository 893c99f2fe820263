// Loads the modules of the importers from the folder in $RIGKILN_IMPORTER_MODULES, or from build/importers of this repository.

import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.resolve(process.env.RIGKILN_IMPORTER_MODULES ?? path.join(here, '..', '..', 'build', 'importers'), 'node_modules');

/** Loads a file of a module, such as `three/build/three.module.js`. Ends the process with 2 when it is not installed. */
export async function load(file) {
    try {
        return await import(pathToFileURL(path.join(folder, file)).href);
    } catch (error) {
        console.log(`no ${file} in ${folder}: run tools/setup test (${error.message.split('\n')[0]})`);
        process.exit(2);
    }
}
