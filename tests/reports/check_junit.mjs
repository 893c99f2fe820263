// Reads the JUnit XML of real runs by junit2json, and compares it with the JSON report of the same run:
//
//     node check_junit.mjs FOLDER

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Findings, load, runsBelow } from './modules.mjs';

const { parse } = await load('junit2json');
const findings = new Findings();

const isBroken = (unit) => unit.status === 'failed' || unit.inputs.some((input) => input.status === 'failed');

// What ElementTree of Python reads, as JSON: it refuses what is not well-formed, where other parsers are lenient.
const PYTHON = `
import json, sys, xml.etree.ElementTree as tree
cases = tree.parse(sys.argv[1]).getroot().findall("./testsuite/testcase")
print(json.dumps([[case.get("name"), [child.tag for child in case]] for case in cases]))
`;

for (const run of runsBelow(process.argv[2])) {
    if (!existsSync(run.file('run.xml'))) continue;
    const report = JSON.parse(readFileSync(run.file('report.json'), 'utf8'));
    const suites = await parse(readFileSync(run.file('run.xml'), 'utf8'));
    const [suite] = suites.testsuite;
    const cases = suite.testcase ?? [];
    const say = (text) => `${run.name}: ${text}`;
    const count = (name) => cases.filter((testCase) => testCase[name] !== undefined).length;
    findings.expect(suites.testsuite.length === 1, say('more than one suite'));
    findings.expect(cases.length === report.units.length + report.environment.length, say(`${cases.length} cases`));
    findings.expect(suite.tests === cases.length, say('tests is not the number of cases'));
    findings.expect(suite.failures === count('failure'), say('failures is not their number'));
    findings.expect(suite.errors === count('error'), say('errors is not their number'));
    findings.expect(suite.skipped === count('skipped'), say('skipped is not their number'));
    const isRed = suite.failures + suite.errors + suite.skipped > 0;
    findings.expect(isRed === (report.exit_code !== 0), say('is green where the exit code is not 0, or red where it is'));
    findings.expect(suite.properties.some(({ name, value }) => name === 'rigkiln.exit_code' && Number(value) === report.exit_code),
        say('the exit code is no property'));
    report.units.forEach((unit, index) => {
        const testCase = cases[index];
        const where = say(unit.output);
        findings.expect(unit.output.replace(/[\uFFFE\uFFFF]/g, '\uFFFD').endsWith(testCase.name), `${where}: the case is named ${testCase.name}`);
        findings.expect(testCase.classname === unit.format, `${where}: class ${testCase.classname}`);
        const problem = testCase.failure?.[0] ?? testCase.error?.[0];
        findings.expect((problem !== undefined) === isBroken(unit), `${where}: ${unit.status}, but the case says otherwise`);
        findings.expect((testCase.skipped !== undefined) === (unit.status === 'cancelled'), `${where}: skipped`);
        if (unit.error) {
            findings.expect(problem.type === unit.error.code, `${where}: ${problem.type} is not its code`);
            findings.expect(problem.message.includes(unit.error.problem), `${where}: the message lacks the problem`);
        }
        const seconds = (unit.times.read_ms + unit.times.convert_ms + unit.times.publish_ms) / 1000;
        findings.expect(Math.abs(testCase.time - seconds) < 0.001, `${where}: time ${testCase.time} is not ${seconds}`);
    });
    const read = JSON.parse(execFileSync('python3', ['-c', PYTHON, path.resolve(run.file('run.xml'))], { encoding: 'utf8', maxBuffer: 1 << 28 }));
    findings.expect(JSON.stringify(read.map(([name]) => name)) === JSON.stringify(cases.map((testCase) => testCase.name)),
        say('two parsers read different names'));
}
findings.end();
