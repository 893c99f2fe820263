// Makes a texture that shows texture coordinates: columns A to H along U, rows 1 to 8 down V, redder along U and greener
// along V. Mirrored writing means mirrored coordinates; writing upside down means that V is reversed.

import { CanvasTexture, MeshBasicMaterial, RepeatWrapping, SRGBColorSpace } from 'three';

const CELLS = 8;
const CELL_PIXELS = 128;

function drawCell(context, column, row) {
    const light = (column + row) % 2 === 0;
    const red = Math.round(60 + (column / (CELLS - 1)) * (light ? 195 : 120));
    const green = Math.round(60 + (row / (CELLS - 1)) * (light ? 195 : 120));
    context.fillStyle = `rgb(${red}, ${green}, ${light ? 200 : 110})`;
    context.fillRect(column * CELL_PIXELS, row * CELL_PIXELS, CELL_PIXELS, CELL_PIXELS);
    context.fillStyle = light ? 'black' : 'white';
    const name = String.fromCharCode(65 + column) + (row + 1);
    context.fillText(name, (column + 0.5) * CELL_PIXELS, (row + 0.5) * CELL_PIXELS);
}

function drawChecker() {
    const canvas = document.createElement('canvas');
    canvas.width = CELLS * CELL_PIXELS;
    canvas.height = canvas.width;
    const context = canvas.getContext('2d');
    context.font = `bold ${CELL_PIXELS * 0.55}px sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (let row = 0; row < CELLS; ++row) {
        for (let column = 0; column < CELLS; ++column) drawCell(context, column, row);
    }
    return canvas;
}

function makeCheckerTexture() {
    const texture = new CanvasTexture(drawChecker());
    texture.flipY = false; // glTF has V = 0 at the top row
    texture.wrapS = RepeatWrapping;
    texture.wrapT = RepeatWrapping;
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = 4;
    return texture;
}

/** Gives the checker texture to `meshes` without a texture, and a grey material to those without coordinates. */
export function applyChecker(meshes) {
    const texture = makeCheckerTexture();
    const grey = new MeshBasicMaterial({ color: 0x808080 });
    for (const mesh of meshes) {
        if (mesh.material.map) continue;
        if (mesh.geometry.attributes.uv === undefined) {
            mesh.material = grey;
            continue;
        }
        // Colours, opacity and blending would hide the checker.
        const material = mesh.material.clone();
        material.map = texture;
        material.color.set(0xffffff);
        material.emissive?.set(0);
        material.transparent = false;
        material.depthWrite = true;
        material.opacity = 1;
        material.vertexColors = false;
        mesh.material = material;
    }
}
