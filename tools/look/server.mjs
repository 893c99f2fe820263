// What the page may load, and nothing else: the page itself, three.js, and the one file to draw.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.glb': 'model/gltf-binary' };
const PAGE_FILES = ['page.html', 'page.js', 'stage.js', 'checker.js', 'measure.js'];

// A file from anywhere must not make the browser ask anybody for anything.
const POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'; connect-src 'self' blob: data:; img-src blob: data:";

/** The path on disk behind a URL path, or nothing. */
function locate(folders, urlPath) {
    if (urlPath === '/') return path.join(folders.page, 'page.html');
    if (urlPath === '/model.glb') return folders.model;
    const name = urlPath.slice(1);
    if (PAGE_FILES.includes(name)) return path.join(folders.page, name);
    if (!name.startsWith('three/') || path.extname(name) !== '.js') return undefined;
    const located = path.resolve(folders.three, name.slice('three/'.length));
    return located.startsWith(folders.three + path.sep) ? located : undefined;
}

/**
 * Serves on a free port of 127.0.0.1. `folders`: `page`, `three` (absolute folders), `model` (a file).
 * Resolves to `{ url, close }`.
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
