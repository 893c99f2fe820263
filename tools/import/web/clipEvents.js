// Records of clips in files of rigkiln, and which events a playing clip passes. Knows no engine and needs no module:
// ../three/rigkilnEvents.js and ../babylon/rigkilnEvents.js are built on it.

/**
 * An event of a clip; the format of the source adds members of its own.
 * @typedef {{ name: string, time: number, frame?: number }} ClipEvent
 */

/**
 * Record of a clip, from extras or from FILE.events.json.
 * @typedef {{ duration: number, frame_rate?: number, fps_hint?: number, loop?: boolean, events?: ClipEvent[] }} ClipRecord
 */

/**
 * Finds the records of all clips: in the side-car if there is one, else in extras.
 *
 * @param {object} sources
 * @param {object} [sources.sidecar] parsed content of FILE.events.json
 * @param {Iterable<{ name: string, extras?: object }>} [sources.animations]
 * @param {Iterable<object | undefined>} [sources.nodes] extras of nodes; one has the copy of all records
 * @returns {Map<string, ClipRecord>} by name of the animation
 */
export function recordsOf({ sidecar, animations = [], nodes = [] }) {
    if (sidecar !== undefined) {
        if (sidecar?.rigkiln_events !== 1) throw new Error('side-car: rigkiln_events must be 1');
        return new Map(Object.entries(sidecar.clips));
    }
    const records = new Map();
    for (const extras of nodes) {
        if (typeof extras?.rigkiln_clips !== 'string') continue;
        for (const [name, record] of Object.entries(JSON.parse(extras.rigkiln_clips))) records.set(name, record);
    }
    for (const { name, extras } of animations) {
        if (extras?.rigkiln) records.set(name, extras.rigkiln);
    }
    return records;
}

/**
 * Reads the record of an attachment from the extras of its node.
 *
 * @param {object | undefined} extras
 * @returns {{ kind: string } | undefined}
 */
export function attachmentOf(extras) {
    return typeof extras?.rigkiln_attachment === 'string' ? JSON.parse(extras.rigkiln_attachment) : undefined;
}

/**
 * Lists the events that are passed when a clip plays on.
 *
 * Positions are seconds on a line without end, on which the clip stands again and again: `0` is the start of the first
 * round, `duration` its end and the start of the second, negative positions are rounds before the first. A clip that
 * plays backwards has `to < from`. The position `to` is passed, `from` only with `includeStart`.
 *
 * @param {ClipEvent[]} events
 * @param {object} step
 * @param {number} step.from position before
 * @param {number} step.to position after
 * @param {number} step.duration seconds of a round; later events count as being at its end
 * @param {'once' | 'repeat' | 'pingpong'} [step.mode] `pingpong` plays every second round backwards
 * @param {boolean} [step.includeStart] whether playing begins at `from`
 * @returns {ClipEvent[]} in the order in which they are passed
 */
export function passedEvents(events, { from, to, duration, mode = 'repeat', includeStart = false }) {
    const isBackward = to < from;
    const low = Math.min(from, to);
    const high = Math.max(from, to);
    // Playing begins at the start of a round, not also at the end of the one before.
    const isOfOtherRound = (offset) => duration > 0 && offset === (isBackward ? 0 : duration);
    const isPassed = (position, offset) => {
        if (position === from) return includeStart && !isOfOtherRound(offset);
        return position >= low && position <= high;
    };
    const passed = [];
    for (const round of roundsBetween(low, high, duration, mode)) {
        const isMirrored = mode === 'pingpong' && round % 2 !== 0;
        for (const event of isMirrored ? [...events].reverse() : events) {
            const time = Math.min(Math.max(event.time, 0), duration);
            const offset = isMirrored ? duration - time : time;
            // A turn of pingpong is the end of one round and the start of the next, and passes its events once.
            if (mode === 'pingpong' && duration > 0 && offset === duration) continue;
            if (isPassed(round * duration + offset, offset)) passed.push(event);
        }
    }
    return isBackward ? passed.reverse() : passed;
}

function* roundsBetween(low, high, duration, mode) {
    if (mode === 'once' || !(duration > 0)) {
        yield 0;
        return;
    }
    // The round before, too: its end is the start of the first.
    const last = Math.floor(high / duration);
    for (let round = Math.floor(low / duration) - 1; round <= last; ++round) yield round;
}
