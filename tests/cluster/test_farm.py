#!/usr/bin/env python3
"""Tests of `rigkiln farm` on a real Slurm: whatever happens to jobs and daemons, outputs, state and report are those of a run on one machine.

RIGKILN_PROGRAM and RIGKILN_CORPUS are the built programs, RIGKILN_FAULT_SHIM is the library of tests/support/fault_shim.cpp."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from random import Random

CLUSTER = pathlib.Path(__file__).resolve().parents[2] / "tools/cluster"
FARM_PAGE = CLUSTER.parents[1] / "docs/farm.md"
RIGKILN = os.environ["RIGKILN_PROGRAM"]
CORPUS = os.environ["RIGKILN_CORPUS"]
FAULT_SHIM = os.environ["RIGKILN_FAULT_SHIM"]
# Each file of a shard takes a while, so that something runs whenever something is killed. Jobs get these variables because sbatch exports all it has. With a
# list (--export=ALL,NAME=VALUE) Slurm would run a login shell before each job, which is slow, and where a killed one leaves a lock, as that of
# pyenv, each later one waits for a minute.
SLOWLY = {"LD_PRELOAD": FAULT_SHIM, "RIGKILN_FAULT_DELAY": "30000", "RIGKILN_FAULT_DELAY_IF": "SLURM_ARRAY_TASK_ID"}
# A controller that was killed may have saved that a job runs which has ended since. It finds out when it asks the nodes for their jobs, which it does
# every two minutes here, and until then nothing else runs where it believes that job to be.
SECONDS_TO_WAIT = 120 + 120

CONFIGURATION = """rigkiln: 1
vars: {output: out}
state: ${output}-state
textures: [art/Textures]
jobs:
  models: {uses: scan, root: art, include: ["**/*.{alo,gsm}"]}
  clips: {uses: scan, root: art, include: ["**/*.{ala,gsa}"]}
  rigs: {uses: bind, models: models, clips: clips, unbound: skeleton}
  glb: {uses: export, from: rigs, to: gltf, path: "${output}/{folder}/{name}.glb"}
"""


def tree_below(folder):
    """Contents of the files below a folder, by their relative paths."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def comparable(report, output):
    """A report without times, and without what the name of the output folder decides."""
    text = report.read_text().replace(str(output), "OUTPUT")
    document = json.loads(text)
    for name in ("run", "options_digest"):
        document.pop(name)
    for unit in document["units"]:
        unit.pop("times")
        unit.pop("recipe")
    return document


class Engines(unittest.TestCase):
    """The lines of docs/farm.md for engines other than Slurm, with 16 shards."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = pathlib.Path(tempfile.mkdtemp(prefix="rigkiln-"))
        cls.addClassCleanup(shutil.rmtree, cls.scratch, ignore_errors=True)
        subprocess.run([CORPUS, cls.scratch / "art", "--count", "5"], check=True, capture_output=True)
        (cls.scratch / "art.yaml").write_text(CONFIGURATION)
        cls.local_exit = subprocess.run([RIGKILN, "run", "art.yaml", "-D", "output=local", "--report", "local.json", "--progress", "none"],
                                        cwd=cls.scratch, check=False, capture_output=True).returncode

    def expect_as_local(self, line):
        name = self.id().rsplit(".", 1)[-1]
        environment = {**os.environ, "PATH": f"{pathlib.Path(RIGKILN).parent}:{os.environ['PATH']}", "HOME": str(self.scratch)}
        planned = subprocess.run(["rigkiln", "farm", "plan", "art.yaml", "-D", f"output={name}", "--workdir", f"work-{name}", "--shards", "16"],
                                 cwd=self.scratch, env=environment, check=True, capture_output=True, text=True).stdout
        count = len(list((self.scratch / f"work-{name}/round-1/shards").iterdir()))
        self.assertGreater(count, 8)
        line = line or next(text for text in planned.splitlines() if "| xargs" in text)
        line = line.replace("/shared/farm", f"work-{name}").replace("64", str(count))
        ran = subprocess.run(["sh", "-c", line], cwd=self.scratch, env=environment, check=False, capture_output=True, text=True)
        merged = subprocess.run(["rigkiln", "farm", "merge", f"work-{name}", "--report", f"{name}.json"], cwd=self.scratch, env=environment, check=False,
                                capture_output=True, text=True)
        self.assertEqual(merged.returncode, self.local_exit, ran.stderr + merged.stderr)
        self.assertEqual(tree_below(self.scratch / name), tree_below(self.scratch / "local"))
        self.assertEqual(comparable(self.scratch / f"{name}.json", self.scratch / name), comparable(self.scratch / "local.json", self.scratch / "local"))

    @staticmethod
    def documented(engine):
        """The line of the table of docs/farm.md."""
        rows = [line for line in FARM_PAGE.read_text().splitlines() if line.startswith(f"| {engine}")]
        return rows[0].split("`")[-2]

    def test_xargs(self):
        self.expect_as_local(None)

    def test_gnu_parallel(self):
        # Without other machines.
        self.expect_as_local(self.documented("GNU parallel").replace("--sshloginfile hosts", "--jobs 4"))

    def test_kubernetes(self):
        self.expect_as_local(f"for JOB_COMPLETION_INDEX in $(seq 0 9999 | head -n 64); do export JOB_COMPLETION_INDEX; {self.documented('Kubernetes')}; done")


class Farm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Below /tmp, because paths of sockets are short.
        cls.scratch = pathlib.Path(tempfile.mkdtemp(dir="/tmp", prefix="rigkiln-"))
        cls.addClassCleanup(shutil.rmtree, cls.scratch, ignore_errors=True)
        cls.cluster = cls.scratch / "cluster"
        cls.addClassCleanup(subprocess.run, [CLUSTER, "stop", cls.cluster], check=False, capture_output=True)
        subprocess.run([CLUSTER, "start", cls.cluster, "--nodes", "2", "--cpus", "1"], check=True, capture_output=True)
        name, value = subprocess.run([CLUSTER, "env", cls.cluster], check=True, capture_output=True, text=True).stdout.strip().split("=", 1)
        cls.environment = {**os.environ, name: value}
        subprocess.run([CORPUS, cls.scratch / "art", "--count", "40"], check=True, capture_output=True)
        (cls.scratch / "art.yaml").write_text(CONFIGURATION)
        cls.local_exit = subprocess.run([RIGKILN, "run", "art.yaml", "-D", "output=local", "--report", "local.json", "--progress", "none"],
                                        cwd=cls.scratch, check=False, capture_output=True).returncode

    def tearDown(self):
        self.slurm("scancel", f"--user={os.getuid()}")

    def setUp(self):
        self.name = self.id().rsplit(".", 1)[-1]
        self.work = self.scratch / f"work-{self.name}"

    def start(self, *options, shards=6, stall="8s", variables=None):
        """Submits a farm and waits for it in a process of its own."""
        return subprocess.Popen([RIGKILN, "farm", "submit", "art.yaml", "-D", f"output={self.name}", "--workdir", self.work, "--shards", str(shards),
                                 "--jobs", "1", "--wait", "--stall", stall, "--report", f"{self.name}.json", *options],
                                cwd=self.scratch, env={**self.environment, **(variables or {})}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def cluster_does(self, *words):
        subprocess.run([CLUSTER, words[0], self.cluster, *words[1:]], check=True, capture_output=True)

    def slurm(self, *words):
        return subprocess.run(words, env=self.environment, check=False, capture_output=True, text=True).stdout

    def state_of_cluster(self):
        """Says what one must know to find out why a farm failed: nodes, jobs, processes, and the ends of all logs."""
        text = self.slurm("sinfo", "--Node", "--long") + self.slurm("squeue")
        for log in [*(self.cluster / "log").iterdir(), *self.work.glob("round-*/logs/*.log")]:
            lines = log.read_text(errors="replace").splitlines()
            text += f"{log}:\n" + "".join(f"  {line}\n" for line in lines[-50 if log.name == "slurmctld.out" else -10:])
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # it has ended
                command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                text += f"{process.name}: {command[:200]!r}\n" if command else ""  # the kernel's own have no command
        return text

    def wait_until(self, condition, what):
        begin = time.monotonic()
        while not condition():
            self.assertLess(time.monotonic() - begin, SECONDS_TO_WAIT, what)
            time.sleep(0.02)

    def running(self):
        return self.slurm("squeue", "--noheader", "--states=RUNNING", "--format=%A").split()

    def delivered(self):
        return any(path.stat().st_size > 100 for path in self.work.glob("round-*/results/*/*"))

    def end_of(self, farm, seconds=SECONDS_TO_WAIT):
        """Waits for the end of a farm and returns what it said. Meanwhile nodes that Slurm drains are resumed, as administrators do: without
        nodes a farm waits for ever, rightly."""
        begin = time.monotonic()
        while time.monotonic() - begin < seconds:
            with contextlib.suppress(subprocess.TimeoutExpired):
                return farm.communicate(timeout=5)[0]
            self.resume_nodes()
        state = self.state_of_cluster()  # before the farm ends, whose end may change it
        farm.kill()
        self.fail(f"not at an end after {seconds} s:\n{farm.communicate()[0]}{state}")

    def resume_nodes(self):
        for line in self.slurm("sinfo", "--noheader", "--Node", "--states=drain,down", "--format=%N %T %E").splitlines():
            print(f"{self.name}: resumes {line}", flush=True)
            self.slurm("scontrol", "update", f"NodeName={line.split()[0]}", "State=RESUME")

    def assert_as_local(self, farm, seconds=SECONDS_TO_WAIT):
        said = self.end_of(farm, seconds)
        self.assertEqual(farm.returncode, self.local_exit, said + self.state_of_cluster() if farm.returncode != self.local_exit else "")
        self.assertEqual(tree_below(self.scratch / self.name), tree_below(self.scratch / "local"))
        self.assertEqual(comparable(self.scratch / f"{self.name}.json", self.scratch / self.name),
                         comparable(self.scratch / "local.json", self.scratch / "local"))
        again = subprocess.run([RIGKILN, "run", "art.yaml", "-D", f"output={self.name}", "--report", "again.json"], cwd=self.scratch, check=False,
                               capture_output=True, text=True)
        self.assertEqual(again.returncode, self.local_exit, again.stderr)
        totals = json.loads((self.scratch / "again.json").read_text())["totals"]
        self.assertEqual(totals["written"], 0)
        return said

    def test_undisturbed_with_one_shard(self):
        self.assert_as_local(self.start(shards=1))

    def test_undisturbed_with_sixteen_shards(self):
        self.assert_as_local(self.start(shards=16))

    def test_undisturbed(self):
        self.assert_as_local(self.start(shards=4))
        # The merge job tells the same as the command that waited.
        self.assertEqual(comparable(self.work / "report.json", self.scratch / self.name), comparable(self.scratch / "local.json", self.scratch / "local"))
        status = subprocess.run([RIGKILN, "farm", "status", self.work], env=self.environment, check=True, capture_output=True, text=True).stdout
        self.assertIn("4 of 4 shards whole", status)
        self.assertIn("no job is in the queue", status)

    def test_shards_killed(self):
        farm = self.start(variables=SLOWLY)
        self.wait_until(self.delivered, "no shard began")
        jobs = []
        # A moment later they may have ended.
        self.wait_until(lambda: jobs.extend(self.running()) or jobs, "no shard runs any more")
        for job in jobs:
            self.slurm("scancel", "--signal=KILL", "--full", job)
        self.assert_as_local(farm)

    def test_controller_forgets_the_jobs(self):
        farm = self.start()
        self.wait_until(lambda: (self.work / "round-1/logs").is_dir(), "nothing was submitted")
        self.cluster_does("kill", "controller")
        time.sleep(1)
        self.cluster_does("heal")
        self.assert_as_local(farm)

    def test_controller_ends_before_it_answers(self):
        tried = self.scratch / "tried"
        sbatch = self.scratch / "bin/sbatch"
        sbatch.parent.mkdir()
        sbatch.write_text(f"#!/bin/sh\nif mkdir {tried} 2>/dev/null; then echo 'sbatch: error: Batch job submission failed: Zero Bytes were transmitted or "
                          f"received'; exit 1; fi\nexec {shutil.which('sbatch')} \"$@\"\n")
        sbatch.chmod(0o755)
        said = self.assert_as_local(self.start(shards=2, variables={"PATH": f"{sbatch.parent}:{os.environ['PATH']}"}))
        self.assertTrue(tried.is_dir(), said)
        self.assertIn("the controller of Slurm does not answer; trying again for two minutes", said)

    def test_node_is_lost(self):
        farm = self.start()
        self.wait_until(self.delivered, "no shard began")
        self.cluster_does("kill", "node", "1")
        # The job of the other node loses the daemon above it, if there is a job at this moment.
        subprocess.run([CLUSTER, "kill", self.cluster, "stepd", "2"], check=False, capture_output=True)
        time.sleep(1)
        self.cluster_does("heal")
        self.assert_as_local(farm)

    def test_sixteen_shards_and_random_kills(self):
        farm = self.start(shards=16, variables=SLOWLY)
        random = Random(23)
        for what in random.sample(["controller", "node 1", "node 2", "stepd", "stepd", "shard", "shard", "shard"], 8):
            self.wait_until(self.running, f"no shard runs before {what} is killed")
            time.sleep(random.random() / 2)
            if what == "shard":
                for job in self.running()[:1]:
                    self.slurm("scancel", "--signal=KILL", "--full", job)
            elif what == "stepd":
                # A job that has just ended has no such daemon any more.
                for node in "12":
                    subprocess.run([CLUSTER, "kill", self.cluster, "stepd", node], check=False, capture_output=True)
            else:
                self.cluster_does("kill", *what.split())
                time.sleep(random.random())
                self.cluster_does("heal")
        # The processes of all shards that were killed may have lived on, and the controller may have forgotten that it ended one: now one is lost.
        old, lost = self.running(), []
        self.wait_until(lambda: lost.extend(job for job in self.running() if job not in old) or lost, "no other shard runs")
        self.slurm("scancel", "--signal=KILL", "--full", *lost)
        self.assert_as_local(farm, seconds=2 * SECONDS_TO_WAIT)
        self.assertTrue((self.work / "round-2").is_dir(), "nothing was lost")

    def test_no_node_is_free(self):
        # Jobs that wait keep their place in the queue, however long it takes.
        self.slurm("scontrol", "update", "NodeName=ALL", "State=DRAIN", "Reason=test")
        self.addCleanup(self.slurm, "scontrol", "update", "NodeName=ALL", "State=RESUME")
        farm = self.start(shards=2, stall="2s")
        line = ""
        while "wait in the queue" not in line:
            line = farm.stdout.readline()
            self.assertTrue(line, "the farm ended")
        self.assertRegex(line, "no job of the farm runs, and some wait in the queue: 2 for .*DRAINED")
        status = subprocess.run([RIGKILN, "farm", "status", self.work], env=self.environment, check=True, capture_output=True, text=True).stdout
        self.assertRegex(status, "in the queue: 3 PENDING\n  waiting for .*DRAINED.*: 2\n")
        time.sleep(3)
        self.assertFalse((self.work / "round-2").is_dir(), "the jobs were ended")
        self.slurm("scontrol", "update", "NodeName=ALL", "State=RESUME")
        self.assert_as_local(farm)

    def test_jobs_are_held(self):
        # Nobody will release them, so they count as lost.
        self.assert_counts_as_lost("--sbatch=--hold")

    def test_jobs_are_longer_than_the_partition_allows(self):
        # Slurm takes such jobs, and would start them when somebody changes the partition.
        self.slurm("scontrol", "update", "PartitionName=work", "MaxTime=10")
        self.addCleanup(self.slurm, "scontrol", "update", "PartitionName=work", "MaxTime=UNLIMITED")
        self.assert_counts_as_lost("--time=20")

    def assert_counts_as_lost(self, option):
        farm = self.start(option, shards=2, stall="1s")
        said = self.end_of(farm)
        self.assertEqual(said.count("nothing was delivered for 1 s: ending all jobs of the farm"), 4, said)
        self.assertEqual(farm.returncode, 3, said)
        self.assertIn("farm.not-delivered", said)

    def test_too_many_shards(self):
        said = subprocess.run([RIGKILN, "farm", "submit", "art.yaml", "-D", f"output={self.name}", "--workdir", self.work, "--shards", "10001"], cwd=self.scratch,
                              env=self.environment, check=False, capture_output=True, text=True)
        self.assertEqual(said.returncode, 2, said.stderr)
        self.assertIn("may have 10000 on this cluster", said.stderr)
        self.assertFalse(self.work.exists(), "nothing was planned")

    def test_cancelled_and_resumed(self):
        farm = self.start()
        self.wait_until(self.delivered, "no shard began")
        farm.send_signal(signal.SIGINT)
        said = self.end_of(farm)
        self.assertEqual(farm.returncode, 130, said)
        self.assertIn("rigkiln farm wait", said)
        subprocess.run([RIGKILN, "farm", "cancel", self.work], env=self.environment, check=True, capture_output=True)
        self.wait_until(lambda: not self.slurm("squeue", "--noheader", "--format=%A").split(), "jobs stay in the queue")
        resumed = subprocess.Popen([RIGKILN, "farm", "resume", self.work, "--wait", "--report", f"{self.name}.json"], cwd=self.scratch, env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assert_as_local(resumed)

    def test_array_submitted_twice(self):
        farm = self.start(shards=3)
        self.wait_until(lambda: (self.work / "round-1/logs").is_dir(), "nothing was submitted")
        subprocess.run(["sbatch", "--array=1-3", f"--chdir={self.work}", "--output=/dev/null", self.work / "round-1/shard.sh"], env=self.environment, check=True,
                       capture_output=True)
        self.assert_as_local(farm)
        self.wait_until(lambda: not self.slurm("squeue", "--noheader", "--format=%A").split(), "jobs stay in the queue")

    def test_node_that_does_not_see_the_folder(self):
        # As a node would have it where the folder is not mounted: its shards fail, and the next round makes them.
        farm = self.start("--sbatch=--begin=now+3", shards=4)
        shards = self.work / "round-1/shards"
        self.wait_until(lambda: (self.work / "round-1/logs").is_dir(), "nothing was submitted")
        hidden = self.work / "hidden"
        hidden.mkdir()
        for name in ("00001.jsonl", "00003.jsonl"):
            (shards / name).rename(hidden / name)
        said = self.assert_as_local(farm)
        self.assertTrue((self.work / "round-2").is_dir(), said)


if __name__ == "__main__":
    unittest.main()
