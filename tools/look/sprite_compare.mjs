// Compares a picture of a sprite with its sheet, pixel by pixel.

// Allowed difference per channel, in levels of 255: engines convert colours to linear and back, and multiply them by
// alpha, in floats.
export const COLOR_TOLERANCE = 1;

const CLEAR = [0, 0, 0, 0];

/** Pixel of a sheet on a clear background: its colour times its alpha. Pixels outside repeat the border of the sheet. */
function sheetPixel(sheet, x, y) {
    const column = Math.min(Math.max(x, 0), sheet.width - 1);
    const row = Math.min(Math.max(y, 0), sheet.height - 1);
    const at = 4 * (row * sheet.width + column);
    const alpha = sheet.data[at + 3];
    return [...[0, 1, 2].map((channel) => Math.round((sheet.data[at + channel] * alpha) / 255)), alpha];
}

/** Pixel of a picture, whose lowest row comes first. */
function shownPixel({ width, height, pixels }, x, y) {
    const at = 4 * ((height - 1 - y) * width + x);
    return [...pixels.subarray(at, at + 4)];
}

function areAlike(shown, expected) {
    const isNear = (channel) => Math.abs(shown[channel] - expected[channel]) <= COLOR_TOLERANCE;
    // The colour of clear pixels does not matter.
    if (expected[3] === 0) return isNear(3);
    return [0, 1, 2, 3].every(isNear);
}

/**
 * Counts differing pixels and describes the first: `{ count, x, y, shown, expected }`, `x` and `y` from the frame's upper
 * left corner. `place`: `left`, `top` of the frame on the sheet, or null when nothing must be shown. The margin of
 * `picture.margin` pixels around the frame must be clear.
 */
export function comparePicture(picture, sheet, place) {
    const { width, height, margin } = picture;
    const difference = { count: 0 };
    for (let y = -margin; y < height - margin; ++y) {
        for (let x = -margin; x < width - margin; ++x) {
            const isInside = x >= 0 && y >= 0 && x < width - 2 * margin && y < height - 2 * margin;
            const expected = isInside && place !== null ? sheetPixel(sheet, place.left + x, place.top + y) : CLEAR;
            const shown = shownPixel(picture, x + margin, y + margin);
            if (areAlike(shown, expected)) continue;
            if (difference.count === 0) Object.assign(difference, { x, y, shown, expected });
            ++difference.count;
        }
    }
    return difference;
}

/** Counts the distinct frames of a sheet. With a single one, wrong frames would pass the comparison. */
export function countDistinct(sheet, size, frames) {
    const texts = frames.map(({ lefts, tops }) => {
        const pixels = [];
        for (let y = 0; y < size.height; ++y) {
            for (let x = 0; x < size.width; ++x) pixels.push(...sheetPixel(sheet, lefts[0] + x, tops[0] + y));
        }
        return pixels.join();
    });
    return new Set(texts).size;
}
