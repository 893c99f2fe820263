// Measures a loaded file: counts, bounding boxes, texture coordinates.

import { Box3, Vector3 } from 'three';

/** Whether an object is shown: it and its ancestors are visible, and none scales it to nothing. */
export function isShown(object) {
    for (let ancestor = object; ancestor !== null; ancestor = ancestor.parent) {
        if (!ancestor.visible) return false;
    }
    return object.matrixWorld.determinant() !== 0;
}

/** Bounding box of the shown vertices in the current pose, skinned ones included. Empty when nothing is shown. */
export function measureShownBox(meshes) {
    const box = new Box3();
    const point = new Vector3();
    for (const mesh of meshes) {
        if (!isShown(mesh)) continue;
        for (let i = 0; i < mesh.geometry.attributes.position.count; ++i) {
            box.expandByPoint(mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld));
        }
    }
    return box;
}

export function countTriangles(mesh) {
    const { index, attributes } = mesh.geometry;
    return Math.floor((index === null ? attributes.position.count : index.count) / 3);
}

/** Twice the signed area of a triangle in texture space, V downwards. */
function areaOfTexture(uv, a, b, c) {
    const u = uv.getX(a);
    const v = uv.getY(a);
    return (uv.getX(b) - u) * (uv.getY(c) - v) - (uv.getX(c) - u) * (uv.getY(b) - v);
}

/**
 * Measures the range of the coordinates, and counts triangles on which writing is readable from in front or mirrored.
 * About half are commonly readable, as artists mirror textures of symmetric bodies; almost none means that V is reversed.
 * Null when there is nothing to count.
 */
export function measureTextureCoordinates(meshes) {
    const range = { low: [Infinity, Infinity], high: [-Infinity, -Infinity] };
    let readable = 0;
    let mirrored = 0;
    for (const { geometry } of meshes) {
        const { uv } = geometry.attributes;
        if (uv === undefined) continue;
        for (let i = 0; i < uv.count; ++i) {
            [uv.getX(i), uv.getY(i)].forEach((value, axis) => {
                range.low[axis] = Math.min(range.low[axis], value);
                range.high[axis] = Math.max(range.high[axis], value);
            });
        }
        const vertex = (i) => (geometry.index === null ? i : geometry.index.getX(i));
        const corners = geometry.index === null ? uv.count : geometry.index.count;
        for (let i = 0; i + 2 < corners; i += 3) {
            const area = areaOfTexture(uv, vertex(i), vertex(i + 1), vertex(i + 2));
            // Triangles are counter-clockwise; with V downwards their area is negative.
            if (area < 0) ++readable;
            if (area > 0) ++mirrored;
        }
    }
    return readable + mirrored === 0 ? null : { ...range, readable, mirrored };
}
