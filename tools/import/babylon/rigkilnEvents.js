// Calls back for events of clips while AnimationGroups of Babylon.js play them. Copy this folder and ../web.
//
//     import '@babylonjs/loaders/glTF/2.0/Extensions/ExtrasAsMetadata.js'; // extras; or give the side-car
//     const container = await LoadAssetContainerAsync('EI_TROOPER.glb', scene);
//     container.addAllToScene();
//     const player = playEvents(scene, container, ({ name, group }) => console.log(name));
//
// The AnimationEvents of Babylon.js are not used: they miss events between the last frame shown and the end of a round,
// and a group that plays backwards passes all of them at its start. Held to @babylonjs/core 9.28.

import { attachmentOf, passedEvents, recordsOf } from '../web/clipEvents.js';

const extrasOf = (thing) => thing.metadata?.gltf?.extras;
const nodesOf = (container) => [...container.transformNodes, ...container.meshes];

/**
 * Finds the records of the clips of a loaded file.
 *
 * @param {{ animationGroups: object[], transformNodes: object[], meshes: object[] }} container result of the loader, or a
 *     scene
 * @param {object} [sidecar] parsed content of FILE.events.json
 * @returns {Map<string, import('../web/clipEvents.js').ClipRecord>}
 */
export function clipRecords(container, sidecar) {
    const animations = container.animationGroups.map((group) => ({ name: group.name, extras: extrasOf(group) }));
    return recordsOf({ sidecar, animations, nodes: nodesOf(container).map(extrasOf) });
}

/**
 * Finds the grips, sockets and other nodes that things are attached to.
 *
 * @param {{ animationGroups: object[], transformNodes: object[], meshes: object[] }} container
 * @param {object} [sidecar]
 * @returns {{ node: object, kind: string }[]} `weapon.parent = node` attaches something
 */
export function attachments(container, sidecar) {
    const kinds = new Map(sidecar?.attachments.map(({ node, kind }) => [node, kind]));
    return nodesOf(container)
        .map((node) => ({ node, kind: attachmentOf(extrasOf(node))?.kind ?? kinds.get(node.name) }))
        .filter(({ kind }) => kind !== undefined);
}

/**
 * Makes groups repeat or stop at the end when they are started next, as the source says.
 *
 * @param {{ animationGroups: object[], transformNodes: object[], meshes: object[] }} container
 * @param {{ sidecar?: object }} [options]
 */
export function applyLoops(container, { sidecar } = {}) {
    const records = clipRecords(container, sidecar);
    for (const group of container.animationGroups) {
        const loop = records.get(group.name)?.loop;
        if (loop !== undefined) group.loopAnimation = loop;
    }
}

/**
 * Calls back for every event that a playing group passes: in repetitions, at any speed, backwards, and in several groups
 * at once. A group of weight 0 passes none. More than one round between two frames counts as one. After `goToFrame` the
 * events between are passed, unless the group was stopped.
 *
 * @param {object} scene
 * @param {{ animationGroups: object[], transformNodes: object[], meshes: object[] }} container
 * @param {(passed: { name: string, event: object, group: object, direction: 1 | -1 }) => void} onEvent
 * @param {{ sidecar?: object }} [options]
 * @returns {{ dispose(): void }}
 */
export function playEvents(scene, container, onEvent, { sidecar } = {}) {
    const records = clipRecords(container, sidecar);
    const players = container.animationGroups
        .filter((group) => records.get(group.name)?.events?.length > 0)
        .map((group) => new GroupPlayer(group, records.get(group.name).events, onEvent));
    const observer = scene.onAfterAnimationsObservable.add(() => players.forEach((player) => player.follow()));
    return {
        dispose() {
            scene.onAfterAnimationsObservable.remove(observer);
            players.forEach((player) => player.dispose());
        },
    };
}

/** Follows one group. */
class GroupPlayer {
    #group;
    #events;
    #onEvent;
    #observers;
    #animatable; // what plays the group; another one whenever it is started
    #seconds; // of the last frame; undefined before the first

    constructor(group, events, onEvent) {
        this.#group = group;
        this.#events = events;
        this.#onEvent = onEvent;
        this.#observers = [
            [group.onAnimationGroupEndObservable, group.onAnimationGroupEndObservable.add(() => this.#finish())],
        ];
    }

    dispose() {
        for (const [observable, observer] of this.#observers) observable.remove(observer);
    }

    /** Reports what was passed since the last frame. */
    follow() {
        if (!this.#group.isStarted) return;
        const animatable = this.#group.animatables[0];
        if (animatable === undefined) return;
        if (animatable !== this.#animatable) {
            this.#animatable = animatable;
            this.#seconds = undefined;
        }
        if (this.#group.isPlaying) this.#passTo(animatable.masterFrame);
    }

    /** A group that ends is no longer started when the frame is done. One that is stopped has forgotten its frame. */
    #finish() {
        if (this.#animatable?.getAnimations().length > 0) this.#passTo(this.#animatable.masterFrame);
        this.#animatable = undefined;
    }

    #passTo(frame) {
        const perSecond = this.#group.targetedAnimations[0].animation.framePerSecond;
        const { fromFrame, toFrame, speedRatio } = this.#animatable;
        const direction = speedRatio < 0 ? -1 : 1; // starting backwards swaps the frames, too
        const begin = Math.min(fromFrame, toFrame) / perSecond;
        const duration = Math.abs(toFrame - fromFrame) / perSecond;
        const seconds = frame / perSecond - begin;
        const isFresh = this.#seconds === undefined;
        const from = isFresh ? (direction > 0 ? 0 : duration) : this.#seconds;
        this.#seconds = seconds;
        // A frame behind the last one begins another round.
        const hasTurned = this.#group.loopAnimation && direction * (seconds - from) < 0;
        const to = hasTurned ? seconds + direction * duration : seconds;
        if (from === to && !isFresh) return;
        if (this.#group.weight === 0) return;
        const isWhole = Math.max(fromFrame, toFrame) >= this.#group.to; // then events after the last key count, too
        const inRange = this.#events
            .filter(({ time }) => time >= begin && (isWhole || time <= begin + duration))
            .map((event) => ({ time: event.time - begin, event }));
        const mode = this.#group.loopAnimation ? 'repeat' : 'once';
        const passed = passedEvents(inRange, { from, to, duration, mode, includeStart: isFresh });
        for (const { event } of passed) this.#onEvent({ name: event.name, event, group: this.#group, direction });
    }
}
