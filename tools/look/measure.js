// Figures on a loaded file: counts, boxes, how texture coordinates lie.

import { Box3, Vector3 } from 'three';

/** False for what is switched off, or scaled away, here or above. */
export function isShown(object) {
    for (let ancestor = object; ancestor !== null; ancestor = ancestor.parent) {
        if (!ancestor.visible) return false;
    }
    return object.matrixWorld.determinant() !== 0;
}

/** The box around the shown vertices as they are posed now; skinned ones too. Empty when nothing is shown. */
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
 * The range of the coordinates, and the share of triangles on which writing is readable from in front. About half is
 * common, because artists give both sides of a body the same texture; close to none means that V is upside down.
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
            // Triangles are wound against the clock; with V downwards that is a negative area.
            if (area < 0) ++readable;
            if (area > 0) ++mirrored;
        }
    }
    return readable + mirrored === 0 ? null : { ...range, readable, mirrored };
}
