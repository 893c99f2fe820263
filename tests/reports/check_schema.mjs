// Checks reports, lines of progress and files of events of real runs against their JSON Schemas, by ajv:
//
//     node check_schema.mjs FOLDER
//
// FOLDER has a folder for each run, with report.json and, if it has them, lines of progress in progress.jsonl and *.events.json. Then damages each
// report in ways that the schema must refuse: a member that nobody documented, one that is missing, one of another type.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Findings, load, repository, runsBelow } from './modules.mjs';

const { default: { default: Ajv } } = await load('ajv/dist/2020.js');
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function validator(name) {
    const schema = readJson(path.join(repository, 'docs', 'schemas', `${name}.schema.json`));
    return new Ajv({ strict: true, strictRequired: false, allErrors: true }).compile(schema);
}

/** Says every object in the value, with a function that copies the whole value with this object replaced. */
function* objectsIn(value, rebuild = (replaced) => replaced) {
    if (Array.isArray(value)) {
        for (const [index, element] of value.entries()) {
            if (index > 0 && value.length > 2 && index < value.length - 1) continue; // alike
            yield* objectsIn(element, (replaced) => rebuild(value.with(index, replaced)));
        }
    } else if (value !== null && typeof value === 'object') {
        yield { object: value, rebuild };
        for (const [name, member] of Object.entries(value)) {
            yield* objectsIn(member, (replaced) => rebuild({ ...value, [name]: replaced }));
        }
    }
}

/** Whether the members of an object are names, so that any name is allowed. */
function isOfNames(report, object) {
    if (object === report.formats) return true;
    return report.units.some((unit) => unit.issue_counts === object);
}

const findings = new Findings();
const isReport = validator('report');
const isProgress = validator('progress');
const isEvents = validator('events');
const told = (validate) => validate.errors.slice(0, 3).map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`).join('; ');

const members = new Set();
const attached = new Set();
let eventFiles = 0;
let eventCount = 0;
for (const run of runsBelow(process.argv[2])) {
    const report = readJson(run.file('report.json'));
    findings.expect(isReport(report), `${run.name}: report.json: ${isReport.errors && told(isReport)}`);
    JSON.stringify(report, (name, value) => {
        members.add(name);
        return value;
    });
    for (const { object, rebuild } of objectsIn(report)) {
        if (isOfNames(report, object)) continue;
        findings.expect(!isReport(rebuild({ ...object, unknown_member: 1 })),
            `${run.name}: the schema allows a new member in ${JSON.stringify(object).slice(0, 80)}`);
    }
    for (const name of Object.keys(report)) {
        if (!isReport.schema.required.includes(name)) continue;
        const { [name]: removed, ...rest } = report;
        findings.expect(!isReport(rest), `${run.name}: the schema does not need ${name}`);
        findings.expect(!isReport({ ...report, [name]: null }), `${run.name}: the schema allows null for ${name}`);
    }
    for (const name of readdirSync(run.file('.')).filter((entry) => entry.endsWith('.events.json'))) {
        const events = readJson(run.file(name));
        findings.expect(isEvents(events), `${run.name}: ${name}: ${isEvents.errors && told(isEvents)}`);
        eventFiles += 1;
        events.attachments.forEach((attachment) => attached.add(attachment.kind));
        eventCount += Object.values(events.clips).reduce((count, clip) => count + clip.events.length, 0);
        findings.expect(!isEvents({ ...events, unknown_member: 1 }), `${run.name}: the schema allows a new member in ${name}`);
        for (const member of Object.keys(events)) {
            const { [member]: removed, ...rest } = events;
            findings.expect(!isEvents(rest), `${run.name}: the schema of events does not need ${member}`);
        }
    }
    if (!existsSync(run.file('progress.jsonl'))) continue;
    const lines = readFileSync(run.file('progress.jsonl'), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
    for (const line of lines) {
        findings.expect(isProgress(line), `${run.name}: ${JSON.stringify(line)}: ${isProgress.errors && told(isProgress)}`);
        findings.expect(!isProgress({ ...line, unknown_member: 1 }), `${run.name}: the schema allows a new member in a line`);
    }
    findings.expect(lines.at(0).event === 'start' && lines.at(-1).event === 'end', `${run.name}: progress does not begin and end`);
}

findings.expect(eventFiles > 2 && eventCount > 2 && attached.size > 1, `too few events: ${eventFiles} files, ${eventCount} events`);

// A member that no run had is not tested above: then the runs are too few.
const documented = [];
JSON.stringify(isReport.schema, (name, value) => {
    if (value !== null && typeof value === 'object' && value.properties && value.additionalProperties === false) {
        documented.push(...Object.keys(value.properties));
    }
    return value;
});
// `started` is for callers of the library.
for (const name of new Set(documented)) {
    findings.expect(members.has(name) || name === 'started', `no run has the member ${name}`);
}
findings.end();
