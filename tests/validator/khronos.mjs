// The Khronos glTF validator for the other scripts of this folder. It is loaded from the folder in $RIGKILN_NODE_MODULES, or from
// build/validator of this repository.

import { readFile, readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Folder that holds node_modules. The variable may name that folder or node_modules itself. */
function moduleRoot() {
    const named = process.env.RIGKILN_NODE_MODULES ?? path.join(here, '..', '..', 'build', 'validator');
    const resolved = path.resolve(named);
    return path.basename(resolved) === 'node_modules' ? path.dirname(resolved) : resolved;
}

export function loadValidator() {
    const root = moduleRoot();
    try {
        return createRequire(root + path.sep)('gltf-validator');
    } catch (error) {
        console.error(`gltf-validator is not installed in ${root}: ${error.message.split('\n')[0]}`);
        process.exit(2);
    }
}

const isGltf = (name) => /\.(glb|gltf)$/i.test(name);

/** Lists all glTF files below a folder, sorted by path; a file stands for itself. */
export async function filesBelow(target) {
    if (!(await stat(target)).isDirectory()) return [target];
    const entries = await readdir(target, { recursive: true, withFileTypes: true });
    return entries
        .filter((entry) => entry.isFile() && isGltf(entry.name))
        .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
        .sort();
}

/** Returns a function that reads files a glTF refers to, only from below `root`. */
export function resourceReader(file, root) {
    const folder = path.resolve(path.dirname(file));
    return async (uri) => {
        const resource = path.resolve(folder, decodeURIComponent(uri));
        if (!resource.startsWith(root + path.sep)) throw new Error(`${uri} is outside the folder ${root}`);
        return new Uint8Array(await readFile(resource));
    };
}

/** Findings of the validator as sorted lines "CODE<tab>pointer", each once; a byte of the container is "@byte". */
export async function linesOf(validator, file, root, maxIssues) {
    let report;
    try {
        report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
            uri: path.basename(file),
            format: /\.glb$/i.test(file) ? 'glb' : 'gltf',
            maxIssues,
            externalResourceFunction: resourceReader(file, root),
        });
    } catch (error) {
        return [`CRASHED\t${String(error).split('\n')[0]}`];
    }
    const { messages, truncated } = report.issues;
    // It calls the whole document "/", which is the member with an empty name.
    const lines = messages.map(({ code, pointer, offset }) =>
        `${code}\t${pointer === undefined ? '@' + offset : pointer === '/' ? '' : pointer}`);
    if (truncated) lines.push('TRUNCATED\t');
    return [...new Set(lines)].sort();
}
