// Runs the Khronos glTF validator over files and folders:
//
//     node validate.mjs FILE_OR_FOLDER...
//
// Prints one line per error and warning, `file: CODE pointer message`, and a last line with the counts. Exit code 1
// when there is any, or no file to validate; 2 when the validator is not installed.
//
// Files that a glTF refers to must lie below FOLDER, or below the folder of FILE.

import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow, loadValidator, resourceReader } from './khronos.mjs';

// Without a limit, a broken file of 20 MB takes 20 seconds and gigabytes of memory.
const MAX_ISSUES = 100;
const SEVERITY_WARNING = 1;

async function issuesOf(validator, file, root) {
    const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
        uri: path.basename(file),
        format: /\.glb$/i.test(file) ? 'glb' : 'gltf',
        maxIssues: MAX_ISSUES,
        // These information messages would fill the list: coordinates without a texture, levels of detail (MSFT_lod),
        // tangents without a normal map, channels of KHR_animation_pointer, which the validator does not know, and joints at the
        // ends of skeletons, of which profile web says nothing but the name.
        ignoredIssues: ['UNUSED_OBJECT', 'UNUSED_MESH_TANGENT', 'INCOMPLETE_EXTENSION_SUPPORT', 'NODE_EMPTY'],
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
