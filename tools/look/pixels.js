// Functions that both engines of sprites.mjs share.

/** Encodes bytes as text, which a page can return to its caller. */
export function encodeBase64(bytes) {
    const CHUNK = 0x8000; // JavaScript engines limit the number of arguments
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
