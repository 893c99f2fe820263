// What importers need to know of a file beside what they read from it.

/** The JSON of a GLB. */
export function jsonOf(glb) {
    return JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString());
}

/** The numbers of an accessor of floats. */
export function floatsOf(glb, { accessors, bufferViews }, index) {
    const { bufferView, byteOffset = 0, count, type } = accessors[index];
    const start = 20 + glb.readUInt32LE(12) + 8 + (bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
    const size = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    return Array.from({ length: count * size }, (_, i) => glb.readFloatLE(start + i * 4));
}

/** Returns bytes in a buffer of their own, as importers ask for them. */
export function arrayBufferOf(glb) {
    return glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.byteLength);
}

/** Multiplies a matrix of 16 numbers in columns with a point. */
export function transformed(matrix, [x, y, z]) {
    return [0, 1, 2].map((row) => matrix[row] * x + matrix[4 + row] * y + matrix[8 + row] * z + matrix[12 + row]);
}

/** The place of a node in the world, and three points on its axes. */
export function pointsOf(matrix, axis) {
    return [[0, 0, 0], [axis, 0, 0], [0, axis, 0], [0, 0, axis]].map((point) => transformed(matrix, point));
}
