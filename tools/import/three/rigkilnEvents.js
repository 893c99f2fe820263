// Calls back for events of clips while an AnimationMixer of three.js plays them. Copy this folder and ../web.
//
//     const gltf = await new GLTFLoader().loadAsync('EI_TROOPER.glb');
//     const mixer = new AnimationMixer(gltf.scene);
//     const player = playEvents(mixer, gltf, ({ name, action }) => console.log(name));
//     mixer.clipAction(gltf.animations[0]).play();
//     // in the loop of the renderer, instead of mixer.update(seconds):
//     player.update(seconds);
//
// GLTFLoader keeps extras in userData, so no side-car is needed; files without extras take one: { sidecar }.
// Uses documented members only (three.js r187): AnimationMixer.existingAction, its `loop` event, and members of actions.

import { attachmentOf, passedEvents, recordsOf } from '../web/clipEvents.js';

// Values of constants of three.js, which is not imported so that the page chooses where it comes from.
const LOOP_ONCE = 2200;
const LOOP_REPEAT = 2201;
const MODES = new Map([[LOOP_ONCE, 'once'], [LOOP_REPEAT, 'repeat'], [2202, 'pingpong']]);

/** Extras of the objects below a root, as GLTFLoader keeps them. */
function extrasBelow(root) {
    const extras = [];
    root.traverse((object) => extras.push(object.userData));
    return extras;
}

/**
 * Finds the records of the clips of a loaded file.
 *
 * @param {{ animations: object[], scene: object }} gltf result of GLTFLoader
 * @param {object} [sidecar] parsed content of FILE.events.json
 * @returns {Map<string, import('../web/clipEvents.js').ClipRecord>}
 */
export function clipRecords(gltf, sidecar) {
    // Clips have userData since r180; before, extras of animations are only in the JSON of the file.
    const written = gltf.parser?.json.animations ?? [];
    const animations = gltf.animations.map((clip, i) => ({ name: clip.name, extras: clip.userData?.rigkiln ? clip.userData : written[i]?.extras }));
    return recordsOf({ sidecar, animations, nodes: extrasBelow(gltf.scene) });
}

/**
 * Finds the grips, sockets and other nodes that things are attached to.
 *
 * @param {{ scene: object }} gltf
 * @param {object} [sidecar]
 * @returns {{ object: object, kind: string }[]} `object.add(weapon)` attaches something
 */
export function attachments(gltf, sidecar) {
    const kinds = new Map(sidecar?.attachments.map(({ node, kind }) => [node, kind]));
    const found = [];
    gltf.scene.traverse((object) => {
        // GLTFLoader changes names for its tracks and keeps those of the file in userData.
        const kind = attachmentOf(object.userData)?.kind ?? kinds.get(object.userData.name ?? object.name);
        if (kind !== undefined) found.push({ object, kind });
    });
    return found;
}

/**
 * Makes actions repeat or stop at the end, as the source says; those of which it says nothing stay as they are.
 *
 * @param {object} mixer
 * @param {{ animations: object[], scene: object }} gltf
 * @param {{ sidecar?: object }} [options]
 */
export function applyLoops(mixer, gltf, { sidecar } = {}) {
    const records = clipRecords(gltf, sidecar);
    for (const clip of gltf.animations) {
        const loop = records.get(clip.name)?.loop;
        if (loop === undefined) continue;
        mixer.clipAction(clip).setLoop(loop ? LOOP_REPEAT : LOOP_ONCE, loop ? Infinity : 1);
    }
}

/**
 * Plays a mixer and calls back for every event that a playing action passes: in repetitions, at any speed, backwards,
 * and in several actions at once. An action without weight passes none. An action that is set to another time passes
 * nothing between; an event exactly where playing begins is passed.
 *
 * @param {object} mixer
 * @param {{ animations: object[], scene: object }} gltf
 * @param {(passed: { name: string, event: object, action: object, weight: number, direction: 1 | -1 }) => void} onEvent
 * @param {{ sidecar?: object, roots?: object[] }} [options] `roots`: objects that actions were made for, other than
 *     the root of the mixer
 * @returns {{ update(seconds: number): void, dispose(): void }} `update` takes the place of that of the mixer
 */
export function playEvents(mixer, gltf, onEvent, { sidecar, roots = [] } = {}) {
    const records = clipRecords(gltf, sidecar);
    const clips = gltf.animations.filter((clip) => records.get(clip.name)?.events?.length > 0);
    const states = new Map(); // action: its time after the last update, and the number of its round
    const turned = new Map(); // action: rounds that it began during an update

    const countTurns = ({ action, loopDelta }) => turned.set(action, (turned.get(action) ?? 0) + loopDelta);
    mixer.addEventListener('loop', countTurns);

    function* existingActions() {
        for (const clip of clips) {
            for (const root of [undefined, ...roots]) {
                const action = mixer.existingAction(clip, root);
                if (action !== null) yield action;
            }
        }
    }

    function startOf(action) {
        const state = states.get(action);
        const isFresh = state === undefined || state.time !== action.time;
        // Set to its start, it has also begun its first round; set elsewhere, it stays in its round.
        const round = state === undefined || (isFresh && action.time === 0) ? 0 : state.round;
        return { action, isFresh, round, time: action.time, weight: action.getEffectiveWeight() };
    }

    function reportPassed(start) {
        const { action } = start;
        const clip = action.getClip();
        const turns = turned.get(action) ?? 0;
        const from = start.round * clip.duration + start.time;
        const round = start.round + turns;
        const to = round * clip.duration + action.time;
        if (from === to) {
            if (!action.isRunning() && !action.paused) states.delete(action); // stopped: it will begin anew
            return;
        }
        states.set(action, { time: action.time, round });
        const weight = Math.max(start.weight, action.getEffectiveWeight()); // an action that ends loses its weight
        if (weight <= 0) return;
        const passed = passedEvents(records.get(clip.name).events, {
            from, to, duration: clip.duration, mode: MODES.get(action.loop), includeStart: start.isFresh,
        });
        for (const event of passed) onEvent({ name: event.name, event, action, weight, direction: to < from ? -1 : 1 });
    }

    return {
        update(seconds) {
            turned.clear();
            const starts = [...existingActions()].map(startOf);
            mixer.update(seconds);
            starts.forEach(reportPassed);
        },
        dispose() {
            mixer.removeEventListener('loop', countTurns);
        },
    };
}
