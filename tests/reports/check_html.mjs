// Opens the pages of real runs in a browser without a window:
//
//     node check_html.mjs FOLDER
//
// A page must ask for nothing but itself, say nothing on the console, show every output once, failed ones first, sort by every column
// both ways, find by a part of a name, fold, unfold for print, and run nothing that a name of a file says.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser, Findings, load, runsBelow } from './modules.mjs';

const { default: puppeteer } = await load('puppeteer-core');
const args = ['--host-resolver-rules=MAP * ~NOTFOUND'];
// Chromium refuses to run its sandbox as root.
if (process.getuid?.() === 0) args.push('--no-sandbox');
const browser = await puppeteer.launch({ executablePath: findBrowser(), headless: true, args });
const findings = new Findings();
let checkedVanished = 0;

/** Texts of the cells of a section's table, row by row. */
const readTable = (page, title) => page.evaluate((wanted) => {
    const section = [...document.querySelectorAll('main > details')].find((element) => element.querySelector('h2').textContent.startsWith(wanted));
    return section && [...section.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => (cell.querySelector('summary') ?? cell).textContent));
}, title);

const clickHead = (page, title, column) => page.evaluate((wanted, index) => {
    const section = [...document.querySelectorAll('main > details')].find((element) => element.querySelector('h2').textContent.startsWith(wanted));
    const head = section.querySelectorAll('th')[index];
    head.querySelector('button').click();
    return head.getAttribute('aria-sort');
}, title, column);

const isSorted = (values, direction) => values.every((value, index) => index === 0
    || (direction === 'ascending' ? values[index - 1] <= value : values[index - 1] >= value));

async function checkPage(run, report) {
    const expect = (condition, text) => findings.expect(condition, `${run.name}: ${text}`);
    const page = await browser.newPage();
    const said = [];
    const requests = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    page.on('dialog', (dialog) => {
        said.push(`dialog ${dialog.message()}`);
        dialog.dismiss();
    });
    page.on('request', (request) => requests.push(request.url()));
    const url = pathToFileURL(path.resolve(run.file('run.html'))).href;
    await page.goto(url);

    const atFirst = await readTable(page, 'Outputs');
    expect(atFirst.length === Math.min(report.units.length, 500), `${atFirst.length} rows at first`);
    await page.$$eval('button.more', (buttons) => {
        for (const button of buttons) while (!button.hidden) button.click();
    });
    const outputs = await readTable(page, 'Outputs');
    expect(outputs.length === report.units.length, `${outputs.length} of ${report.units.length} outputs`);
    const named = report.units.map((unit) => unit.output).sort();
    expect(JSON.stringify(outputs.map(([name]) => name).sort()) === JSON.stringify(named), 'names differ from those of the report');
    const bad = outputs.map(([, status]) => /^(failed|without a clip|not begun)/.test(status));
    expect(isSorted(bad.map((is) => (is ? 0 : 1)), 'ascending'), 'an output that failed is behind one that did not');

    // Columns as texts, and as numbers where they are plain ones.
    for (const [column, read] of [[0, (row) => row[0]], [2, (row) => row[2]], [3, (row) => row[3]], [6, (row) => Number(row[6].replaceAll(',', ''))]]) {
        for (let click = 0; click < 2; ++click) {
            const direction = await clickHead(page, 'Outputs', column);
            const values = (await readTable(page, 'Outputs')).map(read);
            expect(isSorted(values, direction), `column ${column} is not ${direction}: ${values.slice(0, 5)}`);
        }
    }

    const heading = await page.$eval('h1', (element) => element.textContent);
    expect(heading.includes(`exit code ${report.exit_code}`), `the heading says ${heading}`);
    const causes = await page.$$eval('details.cause > summary > span', (elements) => elements.map((element) => element.textContent));
    for (const { code } of report.failures) expect(causes.some((text) => text.includes(code)), `no cause ${code}`);

    // Files without a source: each with what became of it.
    const gone = report.vanished ? [...report.vanished.files, ...report.vanished.changed] : [];
    const shown = (await readTable(page, 'Without a source')) ?? [];
    expect(JSON.stringify(shown.map(([file]) => file).sort()) === JSON.stringify(gone.sort()), `files without a source: ${shown.join('; ')}`);
    for (const [file, now] of shown) expect(now.startsWith(report.vanished.removed ? 'removed' : 'is there') || report.vanished.changed.includes(file), `${file}: ${now}`);
    checkedVanished += shown.length;

    // Finding: every name, byte for byte.
    const wanted = report.units.at(-1)?.output;
    if (wanted) {
        await page.type('input[type=search]', path.basename(wanted).replace(/[^ -~]/g, ' ').split(' ')[0]);
        const found = (await readTable(page, 'Outputs')).map(([name]) => name);
        expect(found.includes(wanted), `${wanted} is not found`);
    }

    const folded = await page.$$eval('main > details', (elements) => {
        elements[0].querySelector('summary').click();
        return !elements[0].open;
    });
    expect(folded, 'a section does not fold');
    await page.pdf();
    const stillFolded = await page.$$eval('main > details', (elements) => elements.filter((element) => !element.open).length);
    expect(stillFolded === 0, 'sections stay folded in print');
    for (const scheme of ['light', 'dark']) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        const [text, back] = await page.evaluate(() => {
            const style = getComputedStyle(document.body);
            const light = (color) => color.match(/\d+/g).slice(0, 3).reduce((sum, value) => sum + Number(value), 0);
            return [light(style.color), light(style.backgroundColor)];
        });
        expect(Math.abs(text - back) > 400 && (back < text) === (scheme === 'dark'), `${scheme}: text ${text} on ${back}`);
    }

    const strange = await page.evaluate(() => window.hostile !== undefined || document.querySelector('main img, main script, main a, main b b') !== null);
    expect(!strange, 'a name of a file became markup');
    expect(said.length === 0, `the console says ${said.join('; ')}`);
    expect(requests.length === 1 && requests[0] === url, `requests: ${requests.join(' ')}`);
    await page.close();
}

try {
    for (const run of runsBelow(process.argv[2])) {
        if (!existsSync(run.file('run.html'))) continue;
        await checkPage(run, JSON.parse(readFileSync(run.file('report.json'), 'utf8')));
    }
    findings.expect(checkedVanished > 0, 'no page tells of files without a source');
} finally {
    await browser.close();
}
findings.end();
