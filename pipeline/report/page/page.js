'use strict';

// Builds the page from the JSON in #run. Names come from files of anybody: they become text nodes and nothing else.

const { report: run, advice } = JSON.parse(document.getElementById('run').textContent);
const ROWS_AT_ONCE = 500;
const SEVERITY = Object.fromEntries(run.issues.map((issue) => [issue.id, issue.severity]));

/** Makes an element. Children are elements or texts; `attributes` are set as text. */
function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children.filter((child) => child !== undefined && child !== ''));
    return element;
}

const plural = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

function bytes(count) {
    let value = count;
    for (const unit of ['B', 'KiB', 'MiB']) {
        if (value < 1024) return `${unit === 'B' ? value : value.toFixed(1)} ${unit}`;
        value /= 1024;
    }
    return `${value.toFixed(1)} GiB`;
}

const time = (milliseconds) => (milliseconds < 1000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1000).toFixed(2)} s`);

/** Compares texts by code units, which is the same everywhere, and numbers as such. */
const compare = (left, right) => (left < right ? -1 : left > right ? 1 : 0);

/**
 * A table whose columns sort it. A column has `title`, `value(row)` to sort by and, where that is not what is shown, `show(row)`;
 * `isNumber` columns begin with the largest. Shows ROWS_AT_ONCE rows, and more on request and in print.
 */
class SortableTable {
    #columns;
    #rows;
    #shown = [];
    #limit = ROWS_AT_ONCE;
    #body = make('tbody');
    #heads;
    #more = make('button', { class: 'more', type: 'button' });

    constructor(columns, rows) {
        this.#columns = columns;
        this.#rows = rows;
        this.#heads = columns.map((column, index) => {
            const button = make('button', { type: 'button' }, column.title);
            button.addEventListener('click', () => this.sortBy(index));
            return make('th', { scope: 'col', class: column.isNumber ? 'number' : '' }, button);
        });
        this.#more.addEventListener('click', () => {
            this.#limit += 10 * ROWS_AT_ONCE;
            this.#draw();
        });
        addEventListener('beforeprint', () => {
            this.#limit = Infinity;
            this.#draw();
        });
        this.keep(() => true);
    }

    get element() {
        const table = make('table', {}, make('thead', {}, make('tr', {}, ...this.#heads)), this.#body);
        return make('div', {}, make('div', { class: 'scroll' }, table), this.#more);
    }

    /** Shows the rows for which `isWanted` holds. Returns their number. */
    keep(isWanted) {
        this.#shown = this.#rows.filter(isWanted);
        this.#draw();
        return this.#shown.length;
    }

    /** Sorts by a column, and the other way round when it is sorted by it already. Equal rows keep their order. */
    sortBy(index) {
        const { value, isNumber } = this.#columns[index];
        const now = this.#heads[index].getAttribute('aria-sort');
        const direction = now === null ? (isNumber ? 'descending' : 'ascending') : now === 'ascending' ? 'descending' : 'ascending';
        for (const head of this.#heads) head.removeAttribute('aria-sort');
        this.#heads[index].setAttribute('aria-sort', direction);
        const sign = direction === 'ascending' ? 1 : -1;
        const order = (left, right) => sign * compare(value(left), value(right));
        this.#rows.sort(order);
        this.#shown.sort(order);
        this.#draw();
    }

    #draw() {
        const rows = this.#shown.slice(0, this.#limit).map((row) => make('tr', {}, ...this.#columns.map((column) => {
            const shown = (column.show ?? column.value)(row);
            const kind = column.isNumber ? 'number' : column.isPath ? 'path' : '';
            return make('td', { class: kind }, typeof shown === 'number' ? shown.toLocaleString('en') : shown);
        })));
        this.#body.replaceChildren(...rows);
        const hidden = this.#shown.length - rows.length;
        this.#more.hidden = hidden <= 0;
        this.#more.textContent = `${plural(hidden, 'more row')}: show`;
    }
}

function section(title, isOpen, ...content) {
    const element = make('details', isOpen ? { open: '' } : {}, make('summary', {}, make('h2', {}, title)), ...content);
    document.getElementById('page').append(element);
}

/** Issues of a unit that are more than information. */
function countWarnings(unit) {
    return Object.entries(unit.issue_counts).reduce((sum, [id, count]) => sum + (SEVERITY[id] === 'information' ? 0 : count), 0);
}

function head() {
    const { totals } = run;
    const isGood = run.exit_code === 0;
    const state = run.interrupted ? 'interrupted' : run.stopped ? 'stopped' : isGood ? 'done' : 'failed in part';
    const figures = [
        ['written', totals.written, ''], ['unchanged', totals.unchanged, ''], ['failed', totals.failed, 'bad'],
        ['clips failed', totals.inputs.clips_failed, 'bad'], ['not begun', totals.cancelled, 'bad'],
        ['paths not read', run.environment.length, 'bad'], ['with warnings', run.units.filter((unit) => countWarnings(unit) > 0).length, 'warn'],
    ];
    const list = figures.filter(([name, count]) => count > 0 || name === 'written')
        .map(([name, count, kind]) => make('li', { class: kind }, make('b', {}, count.toLocaleString('en')), name));
    list.push(make('li', {}, make('b', {}, bytes(totals.bytes_in)), 'read'));
    list.push(make('li', {}, make('b', {}, bytes(totals.bytes_out)), 'size of outputs'));
    list.push(make('li', {}, make('b', {}, time(run.run.wall_ms)), 'time'));
    document.title = `${state}: ${run.configuration.split('/').at(-1) || 'rigkiln'}`;
    document.getElementById('page').append(
        make('h1', { class: isGood ? 'good' : 'bad' }, `Run ${state}, exit code ${run.exit_code}`),
        make('div', { class: 'quiet' }, `rigkiln ${run.version} `, make('code', {}, run.configuration)),
        make('ul', { class: 'figures' }, ...list));
    if (run.stopped) document.getElementById('page').append(make('p', { class: 'bad' }, `${run.stopped.where}: ${run.stopped.problem} [${run.stopped.code}]`));
    if (run.only_failed) {
        const { chosen, planned, report } = run.only_failed;
        document.getElementById('page').append(make('p', {}, `Only ${chosen} of ${plural(planned, 'output')}: those that failed or were not begun in `, make('code', {}, report)));
    }
}

function failures() {
    if (run.failures.length === 0) return;
    section(`Failures: ${plural(run.failures.length, 'cause')}`, true, ...run.failures.map((failure) => {
        const title = `${failure.count.toLocaleString('en')} × ${failure.code ?? ''}${failure.issue ? ` (${failure.issue})` : ''}, while ${failure.phase}${failure.format ? `, ${failure.format}` : ''}`;
        const { example } = failure;
        return make('details', { class: 'cause', open: '' }, make('summary', {}, make('span', { class: 'bad' }, title)),
            make('div', {}, failure.sentence ?? ''),
            make('pre', {}, `${failure.count > 1 ? 'smallest: ' : ''}${example.root_cause}\n${example.where ?? ''}: ${example.problem ?? ''}`),
            example.replay ? make('pre', {}, example.replay) : '');
    }));
}

function changes() {
    if (!run.since) return;
    const rows = ['new', 'still_there', 'fixed', 'not_judged'].flatMap((kind) => run.since[kind].map((fault) => ({ kind: kind.replace('_', ' '), ...fault })));
    const count = (kind) => run.since[kind].length;
    const table = new SortableTable([
        { title: 'change', value: (row) => row.kind },
        { title: 'file at fault', value: (row) => row.root_cause, isPath: true },
        { title: 'code', value: (row) => row.code, show: (row) => row.code + (row.code_before ? ` (was ${row.code_before})` : '') },
        { title: 'output', value: (row) => row.output ?? '', isPath: true },
    ], rows);
    section(`Since ${run.since.report}: ${count('new')} new, ${count('fixed')} fixed, ${count('still_there')} still there`, true, table.element);
}

// Files of earlier runs that belong to no source any more.
function vanished() {
    const gone = run.vanished;
    if (!gone || gone.files.length + gone.changed.length === 0) return;
    const now = gone.removed ? 'removed' : 'is there';
    const rows = gone.files.map((file) => ({ file, now })).concat(gone.changed.map((file) => ({ file, now: 'changed since it was made, stays' })));
    const table = new SortableTable([
        { title: 'file of an earlier run', value: (row) => row.file, isPath: true },
        { title: 'now', value: (row) => row.now },
    ], rows);
    const advice = gone.withheld ? `Nothing was removed: ${gone.withheld}` : gone.removed ? '' : 'run --prune removes those that nobody changed.';
    section(`Without a source: ${plural(rows.length, 'file')}`, true, make('p', {}, advice), table.element);
}

function issues() {
    if (run.issues.length === 0) return;
    const rank = { error: 0, warning: 1, information: 2 };
    const colors = { error: 'bad', warning: 'warn', information: 'quiet' };
    const table = new SortableTable([
        { title: 'severity', value: (row) => rank[row.severity], show: (row) => make('span', { class: colors[row.severity] }, row.severity) },
        { title: 'issue', value: (row) => row.id },
        { title: 'meaning', value: (row) => row.sentence, show: (row) => make('div', {}, row.sentence, advice[row.id] ? make('div', { class: 'quiet' }, advice[row.id]) : '') },
        { title: 'outputs', value: (row) => row.units, isNumber: true },
        { title: 'times', value: (row) => row.occurrences, isNumber: true },
    ], run.issues);
    table.sortBy(0);
    section(`Issues: ${plural(run.issues.length, 'kind')}`, true, table.element);
}

// Failed first, as somebody looks for these.
const RANK = { failed: 0, partly: 1, cancelled: 2, written: 3, unchanged: 4 };
const SHOWN_STATUS = { failed: 'failed', partly: 'without a clip', cancelled: 'not begun', written: 'written', unchanged: 'unchanged' };
const STATUS_COLOR = { failed: 'bad', partly: 'bad', cancelled: 'bad' };

function statusCell(unit) {
    const cell = make('div', { class: STATUS_COLOR[unit.status] ?? '' }, SHOWN_STATUS[unit.status]);
    if (unit.code) cell.append(` [${unit.code}]`);
    if (unit.stale) cell.append(make('div', { class: 'warn' }, 'an older file is still there'));
    return cell;
}

/** What the table shows of a unit of the report. */
function rowOf(unit) {
    const broken = unit.inputs.filter((input) => input.status === 'failed');
    const isPartly = unit.status !== 'failed' && broken.length > 0;
    const errors = new Set([unit.error, ...broken.map((input) => input.error)].filter(Boolean)
        .map((error) => `[${error.code}] ${error.where}: ${error.problem}`));
    const notes = unit.issues.map((issue) => `${issue.severity} [${issue.id}] ${issue.where}${issue.details ? `: ${issue.details}` : ''}`);
    return {
        output: unit.output,
        source: unit.inputs[0]?.path ?? '',
        format: unit.format,
        status: isPartly ? 'partly' : unit.status,
        code: (unit.error ?? broken[0]?.error)?.code,
        stale: unit.stale_output,
        notes: [...errors, ...notes],
        warnings: countWarnings(unit),
        clips: unit.counts.clips,
        triangles: unit.counts.triangles,
        bytes_in: unit.bytes_in,
        bytes_out: unit.bytes_out,
        ms: unit.times.read_ms + unit.times.convert_ms + unit.times.publish_ms,
    };
}

/** The path; problems and issues fold out. */
function outputCell(unit) {
    if (unit.notes.length === 0) return unit.output;
    return make('details', { class: 'cause' }, make('summary', {}, unit.output), make('pre', {}, unit.notes.join('\n')));
}

function units() {
    const table = new SortableTable([
        { title: 'output', value: (row) => row.output, show: outputCell, isPath: true },
        { title: 'status', value: (row) => RANK[row.status], show: statusCell },
        { title: 'source', value: (row) => row.source, isPath: true },
        { title: 'format', value: (row) => row.format },
        { title: 'warnings', value: (row) => row.warnings, isNumber: true },
        { title: 'clips', value: (row) => row.clips, isNumber: true },
        { title: 'triangles', value: (row) => row.triangles, isNumber: true },
        { title: 'read', value: (row) => row.bytes_in, show: (row) => bytes(row.bytes_in), isNumber: true },
        { title: 'size', value: (row) => row.bytes_out, show: (row) => bytes(row.bytes_out), isNumber: true },
        { title: 'time', value: (row) => row.ms, show: (row) => time(row.ms), isNumber: true },
    ], run.units.map(rowOf));
    table.sortBy(1);
    const text = make('input', { type: 'search', placeholder: 'part of a path or a code', 'aria-label': 'part of a path or a code' });
    const status = make('select', { 'aria-label': 'status' }, make('option', { value: '' }, 'any status'),
        ...Object.keys(RANK).map((name) => make('option', { value: name }, SHOWN_STATUS[name])));
    const found = make('span', { class: 'quiet' });
    const choose = () => {
        const wanted = text.value.toLowerCase();
        const count = table.keep((row) => (status.value === '' || row.status === status.value)
            && [row.output, row.source, row.code ?? ''].some((value) => value.toLowerCase().includes(wanted)));
        found.textContent = plural(count, 'output');
    };
    text.addEventListener('input', choose);
    status.addEventListener('input', choose);
    choose();
    section('Outputs', true, make('div', { class: 'tools' }, text, status, found), table.element);
}

function rest() {
    const path = { value: (row) => row.path, title: 'path', isPath: true };
    if (run.missing_textures.length > 0) {
        section(`Textures that were not found: ${run.missing_textures.length}`, false, new SortableTable([
            { title: 'name', value: (row) => row.name, isPath: true },
            { title: 'models', value: (row) => row.models, isNumber: true },
            { title: 'looked for in', value: (row) => row.folders.join(', '), isPath: true },
        ], run.missing_textures).element);
    }
    if (run.environment.length > 0) {
        section(`Paths that could not be examined: ${run.environment.length}`, true, new SortableTable([
            { title: 'path', value: (row) => row.where, isPath: true },
            { title: 'problem', value: (row) => row.problem },
            { title: 'code', value: (row) => row.code },
        ], run.environment).element);
    }
    if (run.ignored.length > 0) {
        section(`Files with nothing to convert: ${run.ignored.length}`, false,
            new SortableTable([path, { title: 'content', value: (row) => row.description }], run.ignored).element);
    }
}

head();
failures();
changes();
vanished();
issues();
units();
rest();

// Folded sections are printed too.
addEventListener('beforeprint', () => {
    for (const element of document.querySelectorAll('details')) element.open = true;
});
