import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { applyLoops, attachments, playEvents } from '../babylon/rigkilnEvents.js';
import { load } from './modules.mjs';
import { SIDECAR, sampleGlb } from './sample.mjs';

const FRAMES_PER_SECOND = 20;

const core = await load('@babylonjs/core/index.js');
core.Logger.LogLevels = core.Logger.WarningLogLevel;
await load('@babylonjs/loaders/glTF/index.js');
const engines = [];
after(() => engines.forEach((engine) => engine.dispose()));

/** Loads the sample into a scene whose every frame is 1/20 of a second. */
async function play({ hasExtras = true, hasCopy = true, ...options } = {}) {
    const engine = new core.NullEngine({ deterministicLockstep: true, lockstepMaxSteps: 1, timeStep: 1 / FRAMES_PER_SECOND });
    engines.push(engine);
    const scene = new core.Scene(engine);
    new core.FreeCamera('camera', core.Vector3.Zero(), scene);
    engine.getDeltaTime = () => 1000 / FRAMES_PER_SECOND; // measured between frames that are drawn
    const container = await core.LoadAssetContainerAsync(sampleGlb({ hasExtras, hasCopy }), scene, { pluginExtension: '.glb' });
    container.addAllToScene();
    container.animationGroups.forEach((group) => group.stop());
    const told = [];
    playEvents(scene, container, ({ name }) => told.push(name), options);
    const group = (name) => container.animationGroups.find((each) => each.name === name);
    const advance = (frames) => {
        for (let i = 0; i < frames; ++i) scene.animate();
        return told.splice(0);
    };
    return { container, group, advance };
}

test('Babylon.js: tells events from extras, in every round', async () => {
    const { group, advance } = await play();
    group('walk').start(true);
    assert.deepEqual(advance(12), ['left']);
    assert.deepEqual(advance(20), ['right', 'left']);
    assert.deepEqual(advance(20), ['right', 'left']);
});

test('Babylon.js: tells events that stand on animations alone', async () => {
    const { group, advance } = await play({ hasCopy: false });
    group('walk').start(true);
    assert.deepEqual(advance(12), ['left']);
});

test('Babylon.js: tells events between the last frame and the end of a round', async () => {
    const { group, advance } = await play();
    group('die').start(true, 0.97);
    const told = advance(65);
    assert.equal(told.filter((name) => name === 'thud').length, 3, told.join());
    assert.equal(told.filter((name) => name === 'scream').length, 4, told.join());
});

test('Babylon.js: tells events from a side-car', async () => {
    const { group, advance } = await play({ hasExtras: false, sidecar: SIDECAR });
    group('walk').start(true);
    assert.deepEqual(advance(19), ['left', 'right']);
});

test('Babylon.js: tells events at both ends of a group that plays once, and again when it plays again', async () => {
    const { group, advance } = await play();
    group('die').start(false);
    assert.deepEqual(advance(30), ['scream', 'thud']);
    group('die').start(false);
    assert.deepEqual(advance(10), ['scream']);
    group('die').stop();
    assert.deepEqual(advance(30), []);
});

test('Babylon.js: tells events backwards', async () => {
    const { group, advance } = await play();
    group('walk').start(true, -1);
    assert.deepEqual(advance(33), ['right', 'left', 'right']);
});

test('Babylon.js: tells events of several groups, but not of paused ones', async () => {
    const { group, advance } = await play();
    group('walk').start(true);
    group('die').start(false);
    assert.deepEqual(advance(8).sort(), ['left', 'scream']);
    group('walk').pause();
    assert.deepEqual(advance(20), ['thud']);
});

test('Babylon.js: repeats what the source repeats', async () => {
    const { container, group } = await play();
    applyLoops(container);
    assert.deepEqual([group('walk').loopAnimation, group('die').loopAnimation], [true, false]);
});

test('Babylon.js: finds attachments', async () => {
    for (const [hasExtras, sidecar] of [[true, undefined], [false, SIDECAR]]) {
        const { container } = await play({ hasExtras });
        assert.deepEqual(attachments(container, sidecar).map(({ node, kind }) => [node.name, kind]), [['gun grip', 'grip']]);
    }
});
