"""The cluster of tools/cluster: its configuration, its daemons and what they run."""
import contextlib
import os
import pathlib
import pwd
import re
import secrets
import shutil
import socket
import subprocess
import time

from processes import Wrong, end_processes, find_descendants, kill_processes, list_processes, read_process, wait_until

SECONDS_TO_START = 30
NOISE = "pmix|MPI: |state file|state save file|Zero Bytes"  # errors that every start has
DAEMONS = {"munged", "slurmctld", "slurmd"}
# Debian has the daemons where the PATH of an ordinary user does not lead.
os.environ["PATH"] = os.environ.get("PATH", os.defpath) + ":/usr/local/sbin:/usr/sbin:/sbin"

SETTINGS = """
ClusterName=rigkiln
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/run/munge,cred_expire=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/run/slurmctld.pid
SlurmdPidFile={folder}/run/%n.pid
SlurmdLogFile={folder}/log/%n.log
LogTimeFormat=iso8601_ms,format_stderr
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerCPU=256
MinJobAge=600
FirstJobId=1
MaxArraySize=10001
MaxJobCount=20000
SlurmdTimeout=20
KillWait=5
ReturnToService=2
JobCompType=jobcomp/filetxt
JobCompLoc={folder}/log/jobs.log
MailProg=/bin/true
"""


def user_name():
    with contextlib.suppress(KeyError):
        return pwd.getpwuid(os.geteuid()).pw_name
    raise Wrong(f"user {os.geteuid()} has no name, and slurm.conf wants one")


class Cluster:
    """The cluster of a folder. What runs is read from /proc each time, so that no crash can make a record of it wrong."""

    def __init__(self, folder):
        self.folder = pathlib.Path(os.path.realpath(folder))
        self.configuration = self.folder / "slurm.conf"
        self.log = self.folder / "log"
        self.socket = self.folder / "run/munge"
        self.environment = {name: value for name, value in os.environ.items() if not re.match("SLURM|SBATCH|SQUEUE|SINFO|MUNGE", name)}
        self.environment["SLURM_CONF"] = str(self.configuration)
        self.refusal = ""  # what the last client said when it failed

    def nodes(self):
        """Lists the names of the nodes; none when the cluster was never started."""
        if not self.configuration.is_file():
            return []
        return re.findall(r"^NodeName=(\S+)", self.configuration.read_text(), re.MULTILINE)

    def processes(self):
        """Lists all processes of the cluster as (pid, environment): daemons and jobs, and not a shell that has SLURM_CONF."""
        wanted = b"SLURM_CONF=" + os.fsencode(self.configuration)
        for pid in list_processes():
            environment = read_process(pid, "environ").split(b"\0")
            if wanted in environment and (self.program_of(pid) in DAEMONS | {"slurmstepd"}
                                          or any(entry.startswith(b"SLURM_JOB_ID=") for entry in environment)):
                yield pid, environment

    @staticmethod
    def program_of(pid):
        """Returns the name of the program: munged, slurmctld, slurmd, slurmstepd. Debian's files are called slurmd-wlm and so on."""
        with contextlib.suppress(OSError):
            return os.path.basename(os.readlink(f"/proc/{pid}/exe")).removesuffix("-wlm")
        return ""

    def daemons(self, name):
        """Lists the processes of munged, slurmctld or the slurmd of a node."""
        wanted = name if name in DAEMONS else "slurmd"
        return [pid for pid, _ in self.processes() if self.program_of(pid) == wanted
                and (wanted != "slurmd" or b"\0-N\0" + name.encode() + b"\0" in read_process(pid, "cmdline"))]

    def step_daemons(self, node):
        """Lists the step daemons of a node: those that write into its log."""
        log = str(self.log / f"{node}.log")

        def writes(pid):
            with contextlib.suppress(OSError):
                return any(os.path.realpath(entry.path) == log for entry in os.scandir(f"/proc/{pid}/fd"))
            return False

        return [pid for pid, _ in self.processes() if self.program_of(pid) == "slurmstepd" and writes(pid)]

    def job_processes(self, node):
        """Lists the processes of the jobs of a node, also of those whose step daemon is dead."""
        name = b"SLURMD_NODENAME=" + node.encode()
        orphans = [pid for pid, environment in self.processes() if name in environment]
        return sorted({*orphans, *find_descendants(orphans + self.step_daemons(node))})

    def run(self, *command, stdin=None):
        """Runs a client. Returns its output, or None when it failed or took too long."""
        try:
            result = subprocess.run(command, env=self.environment, input=stdin, text=True, capture_output=True, timeout=10, check=False)
        except subprocess.TimeoutExpired:
            self.refusal = f"{command[0]}: no answer after 10 s"
            return None
        self.refusal = result.stderr.strip() if result.returncode != 0 else ""
        return result.stdout if result.returncode == 0 else None

    def launch(self, name, *command):
        """Starts a daemon that stays in the foreground, so that its process is known, in a session of its own."""
        with open(self.log / f"{name}.out", "ab") as out:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=self.log, env=self.environment, start_new_session=True)

    def launch_and_wait(self, name, condition, *command):
        daemon = self.launch(name, *command)
        if not wait_until(lambda: daemon.poll() is not None or condition(), SECONDS_TO_START) or daemon.poll() is not None:
            ended = f"ended with {daemon.returncode}" if daemon.poll() is not None else f"does not answer after {SECONDS_TO_START} s"
            raise Wrong(f"{name} {ended}{self.complaints(name)}")

    def complaints(self, *names):
        """Returns what the last client said, and the last lines in which daemons complain, or their last lines when they do not."""
        text = f"\n  {self.refusal}" if self.refusal else ""
        for name in names:
            path = self.log / f"{name}.out"
            lines = [line for line in path.read_text(errors="replace").splitlines() if not re.search(NOISE, line)]
            chosen = [line for line in lines if re.search("error|fatal", line, re.IGNORECASE)] or lines
            text += f"\n{path}:" + "".join(f"\n  {line}" for line in chosen[-5:])
        return text

    def start_munged(self):
        # --force turns refusals into warnings: that others cannot reach the socket, because they may not enter a folder above it,
        # or that a folder above the key can be written by a group. The key itself is in a folder for its owner alone.
        self.socket.unlink(missing_ok=True)
        self.launch_and_wait("munged", lambda: self.socket.exists() and self.munge_answers(), "munged", "--foreground", "--force", "--num-threads=10",
                             f"--key-file={self.folder}/key/munge.key", f"--socket={self.socket}", f"--pid-file={self.folder}/run/munged.pid",
                             f"--seed-file={self.folder}/key/seed")

    def munge_answers(self):
        """Without munged every daemon of Slurm starts, and each client fails after seconds."""
        credential = self.run("munge", "--socket", str(self.socket), "--no-input")
        return credential and self.run("unmunge", "--socket", str(self.socket), "--output", os.devnull, stdin=credential) is not None

    def start_controller(self, *options):
        self.launch_and_wait("slurmctld", lambda: self.node_states() is not None, "slurmctld", "-D", "-f", str(self.configuration), *options)

    def raise_first_job(self):
        """Makes a controller that will be started begin with ids that no older one can have handed out."""
        text = self.configuration.read_text()
        first = int(re.search(r"^FirstJobId=(\d+)", text, re.MULTILINE)[1])
        self.configuration.write_text(text.replace(f"FirstJobId={first}\n", f"FirstJobId={first + 100_000}\n"))

    def node_states(self):
        """Returns {node: (state, time of the start of the slurmd that has registered)}, or None when the controller does not answer."""
        port = int(re.search(r"^SlurmctldPort=(\d+)", self.configuration.read_text(), re.MULTILINE)[1])
        if f" 0100007F:{port:04X} 00000000:0000 0A " not in pathlib.Path("/proc/net/tcp").read_text():
            return None  # nobody listens there, and scontrol would try for seconds
        shown = self.run("scontrol", "show", "nodes", "--oneliner")
        if shown is None:
            return None
        return {name: (state, start) for name, state, start
                in re.findall(r"^NodeName=(\S+) .*? State=(\S+) .*?SlurmdStartTime=(\S+)", shown, re.MULTILINE)}

    def start_nodes(self):
        """Starts the slurmds, and waits until they have registered and their nodes can run jobs."""
        begin = time.strftime("%Y-%m-%dT%H:%M:%S")  # as the controller writes it
        started = {node: self.launch(node, "slurmd", "-D", "-f", str(self.configuration), "-N", node) for node in self.nodes()}

        def are_usable():
            for node, daemon in started.items():
                if daemon.poll() is not None:
                    raise Wrong(f"the slurmd of {node} ended with {daemon.returncode}{self.complaints(node)}")
            states = self.node_states() or {}
            for node, (state, _) in states.items():
                if re.search("DRAIN|DOWN", state):
                    self.run("scontrol", "update", f"NodeName={node}", "State=RESUME")
            return set(states) == set(started) and all(re.match("IDLE|ALLOCATED|MIXED", state) and not re.search("DRAIN|NOT_RESPONDING", state)
                                                       and start[0].isdigit() and begin <= start for state, start in states.values())

        if not wait_until(are_usable, SECONDS_TO_START):
            states = ", ".join(f"{node} is {state}" for node, (state, _) in (self.node_states() or {}).items())
            complaints = self.complaints("slurmctld", *self.nodes())
            raise Wrong(f"not all nodes can run jobs after {SECONDS_TO_START} s: {states or 'the controller does not answer'}{complaints}")

    def stop(self):
        """Ends everything of the cluster; the slurmds first, which would start what the others end."""
        for names in (self.nodes(), ["slurmctld"]):
            end_processes([pid for name in names for pid in self.daemons(name)])
        while left := [pid for pid, _ in self.processes() if self.program_of(pid) != "munged"]:
            kill_processes([*left, *find_descendants(left)])
        end_processes(self.daemons("munged"))

    def write_configuration(self, ports, cpus, changes):
        settings = dict(line.split("=", 1) for line in SETTINGS.split())
        values = {"host": socket.gethostname().split(".")[0], "port": ports[0], "user": user_name(), "folder": self.folder}
        settings = {name: value.format(**values) for name, value in settings.items()} | changes
        nodes = [f"NodeName=w{number} NodeHostname={values['host']} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} RealMemory={4096 * cpus} State=UNKNOWN"
                 for number, port in enumerate(ports[1:], 1)]
        partition = "PartitionName=work Nodes=ALL Default=YES MaxTime=INFINITE State=UP"
        self.configuration.write_text("\n".join([*(f"{name}={value}" for name, value in settings.items()), *nodes, partition, ""]))

    def prepare_folder(self, nodes):
        """Makes the folders of a cluster without jobs."""
        for name in ("state", "spool", "log", "run", "key"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
            (self.folder / name).mkdir(mode=0o700 if name == "key" else 0o755)
        for number in range(1, nodes + 1):
            (self.folder / f"spool/w{number}").mkdir()
        key = os.open(self.folder / "key/munge.key", os.O_CREAT | os.O_WRONLY, 0o600)
        os.write(key, secrets.token_bytes(1024))
        os.close(key)
