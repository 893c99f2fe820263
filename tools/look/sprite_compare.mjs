// A picture of a sprite against its sheet, pixel by pixel.

// Levels of 255 per channel: engines turn colours into light and back, and multiply them by alpha, in floats.
export const COLOR_TOLERANCE = 1;

const CLEAR = [0, 0, 0, 0];

/** What the pixel of a sheet leaves on a clear background: its colour times its alpha. Beyond the sheet its border goes on. */
function sheetPixel(sheet, x, y) {
    const column = Math.min(Math.max(x, 0), sheet.width - 1);
    const row = Math.min(Math.max(y, 0), sheet.height - 1);
    const at = 4 * (row * sheet.width + column);
    const alpha = sheet.data[at + 3];
    return [...[0, 1, 2].map((channel) => Math.round((sheet.data[at + channel] * alpha) / 255)), alpha];
}

/** Engines give the lowest row first. */
function shownPixel({ width, height, pixels }, x, y) {
    const at = 4 * ((height - 1 - y) * width + x);
    return [...pixels.subarray(at, at + 4)];
}

function areAlike(shown, expected) {
    const isNear = (channel) => Math.abs(shown[channel] - expected[channel]) <= COLOR_TOLERANCE;
    // Nobody sees the colour of what is clear.
    if (expected[3] === 0) return isNear(3);
    return [0, 1, 2, 3].every(isNear);
}

/**
 * How many pixels differ, and the first one: `{ count, x, y, shown, expected }`, `x` and `y` from the frame's upper left
 * corner. `place`: `left`, `top` of the frame on the sheet, or null when nothing is to be seen. Around the frame the
 * picture has `picture.margin` pixels, which have to be clear.
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

/** The frames of a sheet that differ from each other, counted: if there is one only, any frame passes for any other. */
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
