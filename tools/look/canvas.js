// Draws a sheet of pictures, each with a label.

const LABEL_HEIGHT = 18;
const MAX_SHEET_PIXELS = 16384; // largest side of a canvas
const FONT = '12px sans-serif';
const LINE_HEIGHT = 15;
const PADDING = 4;

/** Makes an empty sheet. `labels`: 'above' or 'below' the pictures. Throws when a canvas cannot be that large. */
export function makeSheet(columns, rows, size, labels = 'above') {
    const canvas = document.createElement('canvas');
    canvas.width = columns * size;
    canvas.height = rows * (size + LABEL_HEIGHT);
    if (canvas.width > MAX_SHEET_PIXELS || canvas.height > MAX_SHEET_PIXELS) {
        throw new Error(`${columns} by ${rows} pictures of ${size} pixels are too many: `
            + `a sheet has at most ${MAX_SHEET_PIXELS} pixels on a side`);
    }
    const context = canvas.getContext('2d');
    context.fillStyle = 'black';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.font = FONT;
    return { canvas, context, size, labels };
}

function locateCell({ size, labels }, column, row) {
    const left = column * size;
    const top = row * (size + LABEL_HEIGHT);
    return labels === 'above' ? { left, top: top + LABEL_HEIGHT, labelTop: top } : { left, top, labelTop: top + size };
}

function putLabel({ context, size }, label, { left, top, labelTop }, background = 'black') {
    context.fillStyle = background;
    context.fillRect(left, labelTop, size, LABEL_HEIGHT);
    context.fillStyle = 'white';
    context.fillText(label, left + PADDING, labelTop + 13, size - 2 * PADDING);
    context.strokeStyle = 'black';
    context.strokeRect(left, top, size, size);
}

export function putPicture(sheet, picture, label, column, row) {
    const cell = locateCell(sheet, column, row);
    sheet.context.drawImage(picture, cell.left, cell.top);
    putLabel(sheet, label, cell);
}

/** Replaces the label of a cell that has a picture. */
export function replaceLabel(sheet, label, background, column, row) {
    putLabel(sheet, label, locateCell(sheet, column, row), background);
}

/** Breaks a text into lines of at most `width` pixels between words; longer words are split. */
function breakLines(context, text, width) {
    const lines = [''];
    for (const letter of text) {
        if (context.measureText(lines.at(-1) + letter).width <= width) {
            lines[lines.length - 1] += letter;
            continue;
        }
        const space = lines.at(-1).lastIndexOf(' ');
        const word = space > 0 ? lines.at(-1).slice(space + 1) : '';
        if (space > 0) lines[lines.length - 1] = lines.at(-1).slice(0, space);
        lines.push(word + letter);
    }
    return lines;
}

/** Fills a cell that has no picture with a colour and a text. */
export function putMessage(sheet, message, color, label, column, row) {
    const { context, size } = sheet;
    const cell = locateCell(sheet, column, row);
    context.fillStyle = color;
    context.fillRect(cell.left, cell.top, size, size);
    context.fillStyle = 'white';
    const lines = breakLines(context, message, size - 2 * PADDING).slice(0, Math.floor(size / LINE_HEIGHT) - 1);
    lines.forEach((line, i) => context.fillText(line, cell.left + PADDING, cell.top + (i + 1) * LINE_HEIGHT));
    putLabel(sheet, label, cell);
}

/** Returns the sheet as PNG in base64. */
export function encodePng({ canvas }) {
    return canvas.toDataURL('image/png').split(',')[1];
}
