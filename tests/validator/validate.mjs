// Runs the Khronos glTF validator over files and folders:
//
//     node validate.mjs FILE_OR_FOLDER...
//
// Prints one line per error and warning, `file: CODE pointer message`, and a last line with the counts. Exit code 1
// when there is any, or no file to validate; 2 when the validator is not installed.
//
// Files that a glTF refers to must lie below FOLDER, or below the folder of FILE. The validator is loaded from the
// folder in $RIGKILN_NODE_MODULES, or from build/validator of this repository.

import { readFile, readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Without a limit, a broken file of 20 MB takes 20 seconds and gigabytes of memory.
const MAX_ISSUES = 100;
const SEVERITY_WARNING = 1;

const here = path.dirname(fileURLToPath(import.meta.url));

/** Folder that holds node_modules. The variable may name that folder or node_modules itself. */
function moduleRoot() {
    const named = process.env.RIGKILN_NODE_MODULES ?? path.join(here, '..', '..', 'build', 'validator');
    const resolved = path.resolve(named);
    return path.basename(resolved) === 'node_modules' ? path.dirname(resolved) : resolved;
}

function loadValidator() {
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
async function filesBelow(target) {
    if (!(await stat(target)).isDirectory()) return [target];
    const entries = await readdir(target, { recursive: true, withFileTypes: true });
    return entries
        .filter((entry) => entry.isFile() && isGltf(entry.name))
        .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
        .sort();
}

/** Returns a function that reads files a glTF refers to, only from below `root`. */
function resourceReader(file, root) {
    const folder = path.resolve(path.dirname(file));
    return async (uri) => {
        const resource = path.resolve(folder, decodeURIComponent(uri));
        if (!resource.startsWith(root + path.sep)) throw new Error(`${uri} is outside the folder ${root}`);
        return new Uint8Array(await readFile(resource));
    };
}

async function issuesOf(validator, file, root) {
    const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
        uri: path.basename(file),
        format: /\.glb$/i.test(file) ? 'glb' : 'gltf',
        maxIssues: MAX_ISSUES,
        // These information messages would fill the list: coordinates without a texture, levels of detail (MSFT_lod),
        // tangents without a normal map, channels of KHR_animation_pointer, which the validator does not know.
        ignoredIssues: ['UNUSED_OBJECT', 'UNUSED_MESH_TANGENT', 'INCOMPLETE_EXTENSION_SUPPORT'],
        externalResourceFunction: resourceReader(file, root),
    });
    const { numErrors, numWarnings, messages, truncated } = report.issues;
    const shown = messages.filter((message) => message.severity <= SEVERITY_WARNING);
    // The validator has not checked the rest of the file.
    if (truncated) shown.push({ code: 'TRUNCATED', message: `more than ${MAX_ISSUES} issues` });
    return { errors: numErrors + (truncated ? 1 : 0), warnings: numWarnings, shown };
}

async function main(targets) {
    if (targets.length === 0) {
        console.error('usage: node validate.mjs FILE_OR_FOLDER...');
        process.exit(2);
    }
    const validator = loadValidator();
    let files = 0;
    let errors = 0;
    let warnings = 0;
    for (const target of targets) {
        const root = path.resolve((await stat(target)).isDirectory() ? target : path.dirname(target));
        for (const file of await filesBelow(target)) {
            ++files;
            try {
                const issues = await issuesOf(validator, file, root);
                errors += issues.errors;
                warnings += issues.warnings;
                for (const issue of issues.shown) {
                    console.log(`${file}: ${issue.code} ${issue.pointer ?? '@' + (issue.offset ?? 0)} ${issue.message}`);
                }
            } catch (error) {
                ++errors;
                console.log(`${file}: UNREADABLE / ${error.message ?? error}`);
            }
        }
    }
    console.log(`${files} files, ${errors} errors, ${warnings} warnings`);
    process.exitCode = files === 0 || errors + warnings > 0 ? 1 : 0;
}

await main(process.argv.slice(2));
