// Checks the traces of real runs against the rules of the Trace Event Format, as Perfetto reads it:
//
//     node check_trace.mjs FOLDER
//
// Every event has the members that its kind needs, spans of a thread lie in each other or after each other, every thread has a name,
// and the counters end at nothing. Then compares the trace with the JSON report of the same run.

import { existsSync, readFileSync } from 'node:fs';
import { Findings, runsBelow } from './modules.mjs';

const findings = new Findings();
const CATEGORIES = ['stage', 'step', 'disk', 'wait'];
// Times are written in nanoseconds; a sum of two may round otherwise than the end.
const ROUNDING = 0.002;

function checkEvent(event, say) {
    const isTime = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
    findings.expect(event.pid === 1 && Number.isInteger(event.tid) && typeof event.name === 'string' && event.name !== '', say(event, 'is of no thread'));
    if (event.ph === 'X') {
        findings.expect(isTime(event.ts) && isTime(event.dur), say(event, 'has no times'));
        findings.expect(CATEGORIES.includes(event.cat), say(event, 'is of no category'));
    } else if (event.ph === 'C') {
        findings.expect(isTime(event.ts) && Object.values(event.args).every((value) => Number.isInteger(value) && value >= 0), say(event, 'counts nothing'));
    } else {
        findings.expect(event.ph === 'M' && ['process_name', 'thread_name', 'thread_sort_index'].includes(event.name), say(event, 'is of no known kind'));
    }
}

/** Spans of one thread: sorted by begin, each inside of the one it begins in. */
function checkNesting(spans, say) {
    const open = [];
    let last = -1;
    for (const span of spans) {
        findings.expect(span.ts >= last, say(span, 'is out of order'));
        last = span.ts;
        while (open.length > 0 && open.at(-1) <= span.ts + ROUNDING) open.pop();
        const end = span.ts + span.dur;
        findings.expect(open.length === 0 || end <= open.at(-1) + ROUNDING, say(span, 'ends after the span that it lies in'));
        open.push(end);
    }
}

for (const run of runsBelow(process.argv[2])) {
    if (!existsSync(run.file('trace.json'))) continue;
    const trace = JSON.parse(readFileSync(run.file('trace.json'), 'utf8'));
    const report = JSON.parse(readFileSync(run.file('report.json'), 'utf8'));
    const say = (event, text) => `${run.name}: ${JSON.stringify(event)} ${text}`;
    const events = trace.traceEvents;
    for (const event of events) checkEvent(event, say);
    const spans = events.filter(({ ph }) => ph === 'X');
    const named = new Map(events.filter(({ name }) => name === 'thread_name').map(({ tid, args }) => [tid, args.name]));
    findings.expect(new Set(named.values()).size === named.size, `${run.name}: two threads have one name`);
    for (const tid of new Set(spans.map((span) => span.tid))) {
        findings.expect(named.has(tid), `${run.name}: thread ${tid} has no name`);
        checkNesting(spans.filter((span) => span.tid === tid), say);
    }
    for (const name of ['bytes in flight', 'units in flight']) {
        const counters = events.filter((event) => event.ph === 'C' && event.name === name);
        findings.expect(counters.every(({ ts }, index) => index === 0 || counters[index - 1].ts <= ts), `${run.name}: ${name} is out of order`);
        if (counters.length > 0) findings.expect(Object.values(counters.at(-1).args)[0] === 0, `${run.name}: ${name} does not end at 0`);
        if (name === 'bytes in flight' && counters.length > 0) {
            const peak = Math.max(...counters.map(({ args }) => args.bytes));
            findings.expect(peak === report.run.peak_reserved_bytes, `${run.name}: the peak is ${peak}, not ${report.run.peak_reserved_bytes}`);
        }
    }
    // Spans of stages name their output. Of outputs that are made from one reading, the first. Nothing is done for remembered ones.
    const tried = report.units.filter(({ remembered }) => !remembered);
    const written = new Set(tried.filter(({ status }) => status === 'written' || status === 'unchanged').map(({ output }) => output));
    for (const stage of ['read', 'convert', 'write']) {
        const outputs = new Set(spans.filter(({ cat, name }) => cat === 'stage' && name === stage).map(({ args }) => args.output));
        for (const output of written) findings.expect(outputs.has(output), `${run.name}: no ${stage} of ${output}`);
    }
    const steps = new Set(spans.map(({ cat, name }) => `${cat} ${name}`));
    const isMade = ({ output, cached }) => written.has(output) && !cached;
    const expected = written.size > 0 ? ['stage plan', 'stage run', 'step scan', 'disk write files'] : [];
    if (tried.some(isMade)) expected.push('step decode', 'step export', 'disk read file');
    if (report.cache) expected.push('disk look into the cache');
    for (const step of expected) findings.expect(steps.has(step), `${run.name}: no ${step}`);
    if (tried.filter(({ cached }) => !cached).some((unit) => unit.reduced_clips)) findings.expect(steps.has('step reduce keys'), `${run.name}: no reduction`);
    findings.expect(trace.otherData.dropped_events === 0, `${run.name}: events were dropped`);
}
findings.end();
