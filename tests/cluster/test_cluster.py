#!/usr/bin/env python3
"""Tests of tools/cluster, with the Slurm and munge of `tools/setup cluster`."""

import os
import pathlib
import subprocess
import tempfile
import time
import unittest

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "tools/cluster"
SECONDS_TO_WAIT = 60

# The first try of element 0 does not end by itself.
ELEMENT = """#!/bin/sh
echo $SLURMD_NODENAME >>ran-$SLURM_ARRAY_TASK_ID
[ $SLURM_ARRAY_TASK_ID != 0 ] || [ "$SLURM_RESTART_COUNT" ] || exec sleep 600
"""
MERGE = """#!/bin/sh
wc -l ran-* >merging
mv merging merged
"""
ENDLESS = """#!/bin/sh
echo $$ $SLURMD_NODENAME >writing
mv writing running
exec sleep 600
"""


def processes_of(folder):
    """Lists the processes that were started with the path of a folder in their environment or command, as their commands."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            if os.fsencode(folder) in command + (process / "environ").read_bytes():
                found.append(command.replace(b"\0", b" ").decode())
        except OSError:
            continue  # it has ended
    return found


class Cluster(unittest.TestCase):
    def setUp(self):
        # Below /tmp, because paths of sockets are short.
        scratch = tempfile.TemporaryDirectory(dir="/tmp", prefix="rigkiln-")
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.folder = self.scratch / "cluster"

    def command(self, name, *arguments, folder=None):
        return subprocess.run([PROGRAM, name, folder or self.folder, *arguments], capture_output=True, text=True, check=False)

    def done(self, name, *arguments, folder=None):
        """Runs a command that must succeed. Returns its output."""
        result = self.command(name, *arguments, folder=folder)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def start(self, *arguments, folder=None):
        self.addCleanup(self.command, "stop", folder=folder)
        return self.done("start", *arguments, folder=folder)

    def client(self, *command):
        """Runs a program of Slurm in the scratch folder. Returns its output."""
        name, value = self.done("env").strip().split("=", 1)
        return subprocess.run(command, cwd=self.scratch, env=os.environ | {name: value}, capture_output=True, text=True, check=True).stdout.strip()

    def submit(self, script, *options):
        path = self.scratch / "job.sh"
        path.write_text(script)
        return self.client("sbatch", "--parsable", "--output=/dev/null", *options, str(path))

    def wait_for(self, path):
        """Waits until a job has written a file. Returns what is in it."""
        end = time.monotonic() + SECONDS_TO_WAIT
        while not path.exists() or not path.read_text():
            self.assertLess(time.monotonic(), end, f"{path.name} is not there; the log of the controller:\n{self.controller_log()}")
            time.sleep(0.05)
        return path.read_text()

    def controller_log(self):
        return (self.folder / "log/slurmctld.out").read_text()

    def test_runs_an_array_to_its_end_though_a_node_is_lost(self):
        self.start()
        array = self.submit(ELEMENT, "--array=0-3")
        self.submit(MERGE, f"--dependency=afterany:{array}")
        node = self.wait_for(self.scratch / "ran-0").strip()
        self.done("kill", "node", node.removeprefix("w"))
        self.assertFalse([command for command in processes_of(self.folder) if command.startswith("sleep")])
        lost = self.command("status")
        self.assertEqual(lost.returncode, 1)
        self.assertRegex(lost.stdout, f"(?m)^{node} +is not running")
        self.done("heal")
        self.done("status")
        # It begins again in 6 s. Sooner, Slurm's message that ends what a lost node ran may reach the new start of the same job.
        self.assertEqual([line.split() for line in self.wait_for(self.scratch / "merged").splitlines()],
                         [["2", "ran-0"], ["1", "ran-1"], ["1", "ran-2"], ["1", "ran-3"], ["5", "total"]], self.controller_log())
        self.done("stop")
        self.assertEqual(processes_of(self.folder), [])

    def test_ends_jobs_whose_step_daemon_is_dead_and_leaves_other_clusters(self):
        self.start("--nodes", "1", "--cpus", "2")
        other = self.scratch / "other"
        self.start("--nodes", "1", folder=other)
        self.submit(ENDLESS)
        pid, node = self.wait_for(self.scratch / "running").split()
        self.assertEqual(node, "w1")
        self.done("kill", "stepd", "1")
        self.assertIn("sleep", pathlib.Path(f"/proc/{pid}/comm").read_text())
        self.done("kill", "controller")
        self.assertRegex(self.command("status").stdout, "(?m)^slurmctld +is not running")
        self.done("stop")
        self.assertEqual(processes_of(self.folder), [])
        self.done("status", folder=other)
        self.done("stop", folder=other)
        self.assertEqual(processes_of(self.scratch), [])

    def test_hands_out_no_id_twice_after_the_controller_forgot_a_job(self):
        self.start("--nodes", "1")
        forgotten = int(self.submit(ENDLESS))
        self.wait_for(self.scratch / "running")
        self.done("kill", "controller")
        self.done("heal")
        self.assertGreater(int(self.submit(MERGE)), forgotten + 1000)

    def test_says_why_it_does_not_start_and_leaves_nothing_running(self):
        result = self.command("start", "--set", "SelectType=select/unheard_of")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertRegex(result.stderr, "slurmctld ended with 1\n(.*\n)*.*fatal: .*select/unheard_of")
        self.assertEqual(processes_of(self.folder), [])

    def test_refuses_folders_that_slurm_cannot_use(self):
        (self.scratch / "file").touch()
        for folder, words in ((self.scratch, "holds other things than a cluster"), (self.scratch / "a b", "letters, digits"),
                              (self.scratch / ("long" * 20), "bytes too long")):
            with self.subTest(folder=folder):
                result = self.command("start", folder=folder)
                self.assertEqual(result.returncode, 1)
                self.assertIn(words, result.stderr)

    def test_has_nothing_to_stop_where_none_was_started(self):
        result = self.command("stop")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no cluster was started here", result.stderr)


if __name__ == "__main__":
    unittest.main()
