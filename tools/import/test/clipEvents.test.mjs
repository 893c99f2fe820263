import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachmentOf, passedEvents, recordsOf } from '../web/clipEvents.js';

const EVENTS = [{ name: 'start', time: 0 }, { name: 'step', time: 0.25 }, { name: 'shot', time: 0.75 }, { name: 'end', time: 1 }];
const passed = (from, to, options = {}) => passedEvents(EVENTS, { from, to, duration: 1, ...options }).map(({ name }) => name);

test('passes what lies between two times, and the second time itself', () => {
    assert.deepEqual(passed(0, 0.25), ['step']);
    assert.deepEqual(passed(0.25, 0.75), ['shot']);
    assert.deepEqual(passed(0.3, 0.7), []);
});

test('passes an event at the start only when playing begins there', () => {
    assert.deepEqual(passed(0, 0.1), []);
    assert.deepEqual(passed(0, 0.1, { includeStart: true, mode: 'once' }), ['start']);
});

test('passes nothing without motion', () => {
    assert.deepEqual(passed(0.25, 0.25), []);
});

test('passes events of the next round, those of the end first', () => {
    assert.deepEqual(passed(0.5, 1.3), ['shot', 'end', 'start', 'step']);
});

test('passes the events of several rounds in one step', () => {
    assert.deepEqual(passed(0.9, 3.1).filter((name) => name === 'step').length, 2);
    assert.deepEqual(passed(0.9, 3.1).filter((name) => name === 'start').length, 3);
});

test('passes events in reverse order when playing backwards', () => {
    assert.deepEqual(passed(1.3, 0.5), ['step', 'start', 'end', 'shot']);
    assert.deepEqual(passed(0.1, -0.5), ['start', 'end', 'shot']);
});

test('does not repeat in mode once', () => {
    assert.deepEqual(passed(0.5, 1, { mode: 'once' }), ['shot', 'end']);
    assert.deepEqual(passed(0.5, 0, { mode: 'once' }), ['step', 'start']);
});

test('passes the turns of pingpong once', () => {
    assert.deepEqual(passed(0.5, 1.5, { mode: 'pingpong' }), ['shot', 'end', 'shot']);
    assert.deepEqual(passed(1.5, 2.5, { mode: 'pingpong' }), ['step', 'start', 'step']);
    assert.deepEqual(passed(2.5, 1.5, { mode: 'pingpong' }), ['step', 'start', 'step']);
});

test('counts an event after the end of the clip as being at its end', () => {
    assert.deepEqual(passedEvents([{ name: 'late', time: 1.0001 }], { from: 0.9, to: 1, duration: 1 }).length, 1);
});

test('passes every event of a clip without length when playing begins', () => {
    assert.deepEqual(passedEvents(EVENTS, { from: 0, to: 0, duration: 0, includeStart: true }).length, EVENTS.length);
});

test('passes every event once in steps of any size', () => {
    for (const mode of ['repeat', 'pingpong']) {
        for (const direction of [1, -1]) {
            const whole = passed(0.5, 0.5 + direction * 7, { mode });
            const steps = [];
            let from = 0.5;
            for (let i = 1; i <= 1000; ++i) {
                const to = 0.5 + direction * 7 * i / 1000;
                steps.push(...passed(from, to, { mode }));
                from = to;
            }
            assert.deepEqual(steps, whole, `${mode}, ${direction}`);
        }
    }
});

test('takes records from the side-car before those of extras', () => {
    const node = { rigkiln_clips: '{"walk": {"duration": 2, "events": []}}' };
    const sidecar = { rigkiln_events: 1, file: 'a.glb', clips: { walk: { duration: 1, events: [] } }, attachments: [] };
    assert.equal(recordsOf({ sidecar, nodes: [node] }).get('walk').duration, 1);
    assert.equal(recordsOf({ nodes: [undefined, {}, node] }).get('walk').duration, 2);
    const animations = [{ name: 'walk', extras: { rigkiln: { duration: 3 } } }, { name: 'run', extras: undefined }];
    assert.deepEqual([...recordsOf({ animations, nodes: [node] })], [['walk', { duration: 3 }]]);
});

test('refuses a side-car of another version', () => {
    assert.throws(() => recordsOf({ sidecar: { rigkiln_events: 2, clips: {} } }), /rigkiln_events must be 1/);
});

test('reads records of attachments', () => {
    assert.deepEqual(attachmentOf({ rigkiln_attachment: '{"kind":"grip"}' }), { kind: 'grip' });
    assert.equal(attachmentOf(undefined), undefined);
});
