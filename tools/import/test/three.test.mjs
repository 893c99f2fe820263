import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyLoops, attachments, playEvents } from '../three/rigkilnEvents.js';
import { load } from './modules.mjs';
import { SIDECAR, sampleGlb } from './sample.mjs';

// The module that the loader imports by its name.
const three = await load('three/build/three.module.js');
const loader = await load('three/examples/jsm/loaders/GLTFLoader.js');

/** Loads the sample, with a mixer and the list of what `playEvents` tells. */
async function play({ hasExtras = true, hasCopy = true, hasUserData = true, ...options } = {}) {
    const gltf = await new loader.GLTFLoader().parseAsync(sampleGlb({ hasExtras, hasCopy }).buffer, '');
    if (!hasUserData) gltf.animations.forEach((clip) => delete clip.userData);
    const mixer = new three.AnimationMixer(gltf.scene);
    const told = [];
    const player = playEvents(mixer, gltf, ({ name }) => told.push(name), options);
    const action = (name) => mixer.clipAction(gltf.animations.find((clip) => clip.name === name));
    const advance = (seconds, steps = 1) => {
        for (let i = 0; i < steps; ++i) player.update(seconds / steps);
        return told.splice(0);
    };
    return { gltf, mixer, player, action, advance };
}

test('three.js: tells events from extras, in every round', async () => {
    const { action, advance } = await play();
    action('walk').play();
    assert.deepEqual(advance(0.5, 5), ['left']);
    assert.deepEqual(advance(1, 7), ['right', 'left']);
    assert.deepEqual(advance(2), ['right', 'left', 'right', 'left']);
});

test('three.js: tells events that stand on animations alone, also where clips have no userData', async () => {
    for (const hasUserData of [true, false]) {
        const { action, advance } = await play({ hasCopy: false, hasUserData });
        action('walk').play();
        assert.deepEqual(advance(0.9, 9), ['left', 'right'], `${hasUserData}`);
    }
});

test('three.js: tells events from a side-car', async () => {
    assert.deepEqual((await play({ hasExtras: false })).advance(1), []);
    const { action, advance } = await play({ hasExtras: false, sidecar: SIDECAR });
    action('walk').play();
    assert.deepEqual(advance(0.9, 9), ['left', 'right']);
});

test('three.js: tells events at both ends of a clip that plays once, and again when it plays again', async () => {
    const { action, advance } = await play();
    const die = action('die').setLoop(three.LoopOnce);
    die.play();
    assert.deepEqual(advance(0.5), ['scream']);
    assert.deepEqual(advance(1), ['thud']);
    assert.deepEqual(advance(1), []);
    die.reset();
    assert.deepEqual(advance(0.5), ['scream']);
    die.stop();
    assert.deepEqual(advance(0.5), []);
    die.play();
    assert.deepEqual(advance(0.5), ['scream']);
});

test('three.js: heeds the time scales of the mixer and of the action', async () => {
    const { action, advance, mixer } = await play();
    mixer.timeScale = 0.5;
    action('walk').setEffectiveTimeScale(2).play();
    assert.deepEqual(advance(0.5, 5), ['left']);
});

test('three.js: tells events backwards', async () => {
    const { action, advance } = await play();
    action('walk').setEffectiveTimeScale(-1).play();
    assert.deepEqual(advance(1.5, 6), ['right', 'left', 'right']);
});

test('three.js: tells the events of both directions of pingpong', async () => {
    const { action, advance } = await play();
    action('walk').setLoop(three.LoopPingPong, Infinity).play();
    assert.deepEqual(advance(2, 16), ['left', 'right', 'right', 'left']);
    assert.deepEqual(advance(2), ['left', 'right', 'right', 'left']);
});

test('three.js: tells events of several actions, but not of those without weight', async () => {
    const { action, advance } = await play();
    action('walk').setEffectiveWeight(0.5).play();
    const die = action('die').setEffectiveWeight(0.5).play();
    assert.deepEqual(advance(0.3).sort(), ['left', 'scream']);
    die.setEffectiveWeight(0);
    assert.deepEqual(advance(0.9), ['right']);
});

test('three.js: tells nothing of what an action jumps over', async () => {
    const { action, advance } = await play();
    const walk = action('walk').play();
    assert.deepEqual(advance(0.1), []);
    walk.time = 0.5;
    assert.deepEqual(advance(0.1), []);
    walk.paused = true;
    assert.deepEqual(advance(1), []);
    walk.paused = false;
    assert.deepEqual(advance(0.2), ['right']);
});

test('three.js: tells the event where playing begins', async () => {
    const { action, advance } = await play();
    action('die').setLoop(three.LoopRepeat).play();
    assert.deepEqual(advance(0), []);
    assert.deepEqual(advance(0.1), ['scream']);
    assert.deepEqual(advance(1), ['thud', 'scream']);
});

test('three.js: repeats what the source repeats', async () => {
    const { gltf, mixer, action } = await play();
    applyLoops(mixer, gltf);
    assert.equal(action('walk').loop, three.LoopRepeat);
    assert.equal(action('die').loop, three.LoopOnce);
});

test('three.js: finds attachments', async () => {
    for (const [hasExtras, sidecar] of [[true, undefined], [false, SIDECAR]]) {
        const { gltf } = await play({ hasExtras });
        const found = attachments(gltf, sidecar).map(({ object, kind }) => [object.name, kind]);
        assert.deepEqual(found, [['gun_grip', 'grip']]);
    }
});
