// Draws all models of a folder with three.js onto one PNG: see --help or README.md.

import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EnvironmentError, withPage } from './browser.mjs';
import { parseWhole, parseWords, UsageError } from './options.mjs';

const EXIT = { drawn: 0, failed: 1, usage: 2, environment: 3 };

const HELP = `Draws every .glb and .gltf below a folder with three.js onto one sheet, in a browser without a window.

  node sheet.mjs FOLDER -o SHEET.png [options]

  --columns N           pictures side by side (default: 8)
  --size PIXELS         of one picture (default: 240)
  --limit N             the first N files only, by path
  --clip                each in the middle of its first clip (default: at rest)

Each is drawn from three quarters and fills its cell, whatever its size; below is its name. A red cell says why there is
no picture, a red name that something is missing in it. A .gltf may load buffers and images below the folder.

Exit codes: 0 all are drawn, 1 something did not load without errors, 2 wrong usage, 3 no browser or modules.`;

const SPECIFICATION = {
    output: { type: 'string', short: 'o' },
    columns: { type: 'string', default: '8' },
    size: { type: 'string', default: '240' },
    limit: { type: 'string', default: '10000' },
    clip: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
};

function parseOptions(words) {
    const { values, positionals } = parseWords(words, SPECIFICATION);
    if (values.help) return { help: true };
    if (positionals.length !== 1) throw new UsageError(`one folder expected, ${positionals.length} given`);
    if (values.output === undefined) throw new UsageError('nothing to do: name a picture with -o');
    if (!/\.png$/i.test(values.output)) throw new UsageError(`-o ${values.output}: the name must end in .png`);
    return {
        folder: path.resolve(positionals[0]),
        output: values.output,
        columns: parseWhole('columns', values.columns, 1, 100),
        size: parseWhole('size', values.size, 64, 2048),
        limit: parseWhole('limit', values.limit, 1, 10000),
        isPlaying: values.clip,
    };
}

/** Lists models below the folder by relative path with `/`, in an order that does not depend on the system. */
async function listModels(folder, limit) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && /\.(glb|gltf)$/i.test(entry.name))
        .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).split(path.sep).join('/'))
        .sort();
    if (files.length === 0) throw new Error(`${folder}: no .glb and no .gltf is below it`);
    return files.slice(0, limit);
}

const errorsOf = (remarks) => remarks.filter(({ type }) => type === 'error').map(({ text }) => text);

/** Calls the page and returns the value. Throws on a problem, which here always concerns the whole sheet. */
async function demand(page, name, ...words) {
    const { value, problem } = await page.call(name, ...words);
    if (problem !== undefined) throw new Error(problem);
    return value;
}

/** Adds a file to the sheet. Resolves to the list of its problems. */
async function addModel(page, file, { isPlaying }) {
    const label = file.split('/').at(-1);
    const url = `/art/${file.split('/').map(encodeURIComponent).join('/')}`;
    const { problem } = await page.call('add', { url, label, isPlaying });
    const errors = errorsOf(page.takeRemarks());
    if (problem !== undefined) {
        await demand(page, 'fail', { label, message: problem });
        return [problem, ...errors];
    }
    if (errors.length > 0) await demand(page, 'blame', { label, message: errors.at(-1) });
    return errors;
}

async function run(options) {
    const { folder, output, size } = options;
    const files = await listModels(folder, options.limit);
    const columns = Math.min(options.columns, files.length);
    return withPage({ script: 'sheet_page.js', entry: 'sheet', art: folder }, async (page) => {
        await demand(page, 'begin', { columns, rows: Math.ceil(files.length / columns), size });
        let failures = 0;
        for (const file of files) {
            const problems = await addModel(page, file, options);
            for (const problem of problems) console.error(`${file}: ${problem}`);
            if (problems.length > 0) ++failures;
        }
        await writeFile(output, Buffer.from(await demand(page, 'finish'), 'base64'));
        console.log(`${files.length} files drawn to ${output}, ${failures} of them with errors`);
        return failures > 0 ? EXIT.failed : EXIT.drawn;
    });
}

async function main(words) {
    try {
        const options = parseOptions(words);
        if (options.help) {
            console.log(HELP);
            return EXIT.drawn;
        }
        return await run(options);
    } catch (error) {
        console.error(`sheet: ${error.message}`);
        if (error instanceof UsageError) return EXIT.usage;
        return error instanceof EnvironmentError ? EXIT.environment : EXIT.failed;
    }
}

process.exitCode = await main(process.argv.slice(2));
