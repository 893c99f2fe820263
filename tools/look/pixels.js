// What both engines of sprites.mjs do alike.

/** The bytes as text that a page can give to its caller. */
export function encodeBase64(bytes) {
    const CHUNK = 0x8000; // an engine takes only so many arguments
    let text = '';
    for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
    return btoa(text);
}

export function makeCanvas({ width, height }) {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    document.body.append(canvas);
    return canvas;
}
