// Says what the Khronos glTF validator finds in the files of a folder:
//
//     node record.mjs FOLDER               prints a table: name, code and pointer of each finding; names alone have none
//     node record.mjs FOLDER TABLE         compares with a table printed before; exit code 1 when they differ

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow, linesOf, loadValidator } from './khronos.mjs';

const [folder, table] = process.argv.slice(2);
const validator = loadValidator();
const rows = [];
for (const file of await filesBelow(folder)) {
    const name = path.basename(file);
    const lines = await linesOf(validator, file, path.resolve(folder), 1000);
    rows.push(...(lines.length === 0 ? [name] : lines.map((line) => `${name}\t${line}`)));
}
if (table === undefined) {
    console.log(rows.join('\n'));
} else {
    const recorded = (await readFile(table, 'utf8')).split('\n').filter((row) => row !== '');
    const isIn = (list) => (row) => list.includes(row);
    rows.filter((row) => !isIn(recorded)(row)).forEach((row) => console.log(`not in the table: ${row}`));
    recorded.filter((row) => !isIn(rows)(row)).forEach((row) => console.log(`only in the table: ${row}`));
    console.log(`${rows.length} findings, ${recorded.length} in the table`);
    process.exitCode = rows.length > 0 && rows.join('\n') === recorded.join('\n') ? 0 : 1;
}
