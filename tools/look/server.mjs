// Serves the files that pages may load, and nothing else: the pages, the drawing engines, and the files to draw.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.glb': 'model/gltf-binary',
    '.gltf': 'model/gltf+json',
    '.bin': 'application/octet-stream',
    '.png': 'image/png',
    '.jpg': 'image/jpeg',
    '.jpeg': 'image/jpeg',
    '.webp': 'image/webp',
};
const PAGE_FILES = ['canvas.js', 'checker.js', 'measure.js', 'model.js', 'page.js', 'pixels.js', 'sheet_page.js',
    'sprite_babylon.js', 'sprite_three.js', 'stage.js'];
const PACKAGES = ['three', '@babylonjs/core', '@babylonjs/loaders'];
const ART_TYPES = ['.glb', '.gltf', '.bin', '.png', '.jpg', '.jpeg', '.webp'];

// Untrusted files must not make the browser send requests elsewhere. The browser may compile WebAssembly, which the
// decoder of EXT_meshopt_compression needs; eval stays forbidden.
const POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self' blob: data:; "
    + "img-src 'self' blob: data:";

/** Resolves a path below a folder; undefined when it leads out of the folder. */
function locateBelow(folder, name) {
    const located = path.resolve(folder, name);
    return located.startsWith(folder + path.sep) ? located : undefined;
}

function locateModule(folder, name) {
    const wanted = PACKAGES.find((one) => name.startsWith(`${one}/`));
    if (wanted === undefined || path.extname(name) !== '.js') return undefined;
    return locateBelow(path.join(folder, wanted), name.slice(wanted.length + 1));
}

/** Returns the path on disk for a URL path; undefined when it is not served. */
function locate({ page, modules, models = [], art }, urlPath) {
    if (urlPath === '/') return path.join(page, 'page.html');
    const [, area, name] = /^\/([^/]*)\/?(.*)$/.exec(urlPath);
    if (PAGE_FILES.includes(area) && name === '') return path.join(page, area);
    if (area === 'modules') return locateModule(modules, name);
    if (area === 'model' && /^\d+$/.test(name)) return models[Number(name)];
    const isArt = area === 'art' && art !== undefined && ART_TYPES.includes(path.extname(name).toLowerCase());
    return isArt ? locateBelow(art, name) : undefined;
}

/**
 * Serves on a free port of 127.0.0.1. `folders`: `page`, `modules` (absolute folders), `models` (files, served as
 * `/model/0`, `/model/1` ...), `art` (an absolute folder, served as `/art/`). Resolves to `{ url, close }`.
 */
export async function startServer(folders) {
    const server = createServer(async (request, response) => {
        try {
            const located = locate(folders, decodeURIComponent(new URL(request.url, 'http://127.0.0.1').pathname));
            if (request.method !== 'GET' || located === undefined) throw new Error('not served');
            const body = await readFile(located);
            const type = TYPES[path.extname(located).toLowerCase()];
            response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY, 'cache-control': 'no-store' });
            response.end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', resolve);
    });
    const close = () => new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
    });
    return { url: `http://127.0.0.1:${server.address().port}/`, close };
}
