"""Random runs under random trouble, for as long as one likes: the part of tools/torture behind --soak."""
import collections
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import urllib.parse

# A run that takes so long hangs: the art is converted in a second or two.
MOST_SECONDS = 120
DONE, SOME_FAILED, ENVIRONMENT, INTERNAL, INTERRUPTED = 0, 1, 3, 4, 130
ERRORS = (28, 5, 13, 24, 0)  # ENOSPC, EIO, EACCES, EMFILE; 0 is a write of half of the bytes


class Wrong(Exception):
    """Something that must never happen."""


def empty_chunks(dice):
    """An Alamo model of many empty chunks."""
    size = 8 * dice.randint(10, 400_000)
    return struct.pack("<II", 0x200, 0x80000000 | size) + bytes(size)


def long_list(dice):
    """A glTF with a long list of empty elements."""
    name = dice.choice(["nodes", "materials", "meshes", "accessors", "animations", "skins"])
    elements = ",".join(["{}"] * dice.randint(10, 200_000))
    return f'{{"asset":{{"version":"2.0"}},"{name}":[{elements}]}}'.encode()


def deep_list(dice):
    """A glTF of brackets."""
    depth = dice.randint(10, 100_000)
    return b'{"asset":{"version":"2.0"},"extras":' + b"[" * depth + b"]" * depth + b"}"


HOSTILE = (("alo", empty_chunks), ("gltf", long_list), ("gltf", deep_list))


class World:
    """A folder with art, which is edited, and a configuration, which is changed."""

    def __init__(self, programs, folder, dice):
        self.programs, self.folder, self.dice = programs, folder, dice
        self.art = folder / "art"
        options = [option for option in ("--damaged", "--archives") if dice.random() < 0.4]
        subprocess.run([programs.corpus, self.art, "--seed", str(dice.randint(1, 1_000_000)), "--count", str(dice.randint(1, 2)), *options],
                       check=True, stdout=subprocess.DEVNULL)
        self.hostile = 0
        self.forgets = False  # a run since the last comparison may have written outputs that no state knows
        self.strangers = set()  # such outputs, whose sources went before the next run
        self.options = {}
        self.change_options()

    def files(self):
        return sorted(path for path in self.art.rglob("*") if path.is_file())

    # Edits

    def edit(self):
        """Changes something. Returns a word for it."""
        edits = (self.touch, self.change_bytes, self.shorten, self.remove, self.rename, self.copy, self.add_hostile, self.change_options)
        edit = self.dice.choice(edits)
        if edit.__name__ not in ("add_hostile", "change_options") and not self.files():
            edit = self.add_hostile
        edit()
        return edit.__name__

    def any_file(self):
        return self.dice.choice(self.files())

    def touch(self):
        self.any_file().touch()

    def change_bytes(self):
        path = self.any_file()
        content = bytearray(path.read_bytes())
        for _ in range(min(len(content), self.dice.randint(1, 8))):
            content[self.dice.randrange(len(content))] = self.dice.randrange(256)
        path.write_bytes(content)

    def shorten(self):
        path = self.any_file()
        os.truncate(path, self.dice.randint(0, path.stat().st_size))

    def remove(self):
        self.any_file().unlink()

    def rename(self):
        path = self.any_file()
        path.rename(path.with_name(f"R{self.dice.randint(0, 99)}_{path.name}"[-100:]))

    def copy(self):
        path = self.any_file()
        shutil.copyfile(path, path.with_name(f"C{self.dice.randint(0, 99)}_{path.name}"[-100:]))

    def add_hostile(self):
        extension, make = self.dice.choice(HOSTILE)
        self.hostile += 1
        self.art.joinpath(f"hostile{self.hostile}.{extension}").write_bytes(make(self.dice))

    def change_options(self):
        dice = self.dice
        self.options = {
            "bind": dice.random() < 0.7,
            "max_error": dice.choice([None, None, "1mm", "5mm"]),
            "profile": dice.choice(["core", "core", "web", "full"]),
            "extension": dice.choice(["glb", "gltf"]),
            "state": dice.random() < 0.8,
            "cache": dice.random() < 0.25,
        }

    # Runs

    def write_configuration(self, name, output, is_clean):
        options = self.options
        lines = ["rigkiln: 1"]
        if options["state"] and not is_clean:
            lines.append("state: state")
        if options["cache"] and not is_clean:
            lines.append("cache: cache")
        lines += ["textures: [art/Textures]", "jobs:", "  files: { uses: scan, root: art, allow_empty: true }"]
        source = "files"
        if options["bind"]:
            lines.append("  bound: { uses: bind, models: files, clips: files }")
            source = "bound"
        if options["max_error"]:
            lines.append(f"  small: {{ uses: resample, from: {source}, max_error: {options['max_error']} }}")
            source = "small"
        lines.append(f"  out: {{ uses: export, from: {source}, to: gltf, profile: {options['profile']}, "
                     f"path: \"{output}/{{folder}}/{{name}}.{options['extension']}\" }}")
        self.folder.joinpath(name).write_text("\n".join(lines) + "\n")

    def command(self, configuration, *options):
        return [self.programs.rigkiln, "run", configuration, "--progress", "none", "--jobs", str(self.dice.randint(1, 4)), *options]

    def run(self, command, environment=None, disturb=None):
        """Runs a command. `disturb` is called with the process once it has started. Returns the exit code, or minus the signal."""
        with open(self.folder / "said.txt", "wb") as said:
            running = subprocess.Popen(command, cwd=self.folder, stdout=said, stderr=said, env={**os.environ, **(environment or {})})
            if disturb is not None:
                disturb(running)
            try:
                return running.wait(timeout=MOST_SECONDS)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()
                raise Wrong(f"a run takes longer than {MOST_SECONDS} s: {' '.join(map(str, command))}") from None

    def said(self):
        return (self.folder / "said.txt").read_text(errors="replace")


def check_whole(folder):
    """Fails unless each output below the folder is whole, with everything that it refers to."""
    for path in folder.rglob("*"):
        if path.name.startswith(".rigkiln-"):
            continue
        if path.suffix == ".glb":
            content = path.read_bytes()
            if len(content) < 20 or content[:4] != b"glTF" or struct.unpack_from("<I", content, 8)[0] != len(content):
                raise Wrong(f"{path} is torn")
        elif path.suffix == ".gltf":
            try:
                document = json.loads(path.read_text())
            except ValueError:
                raise Wrong(f"{path} is torn") from None
            for part in document.get("buffers", []) + document.get("images", []):
                uri = part.get("uri", "data:")
                if not uri.startswith("data:") and not (path.parent / urllib.parse.unquote(uri)).is_file():
                    raise Wrong(f"{path} refers to {uri}, which is not there")


def bytes_below(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class ControlGroup:
    """A control group of the kernel for one run at a time, of version 1 or 2."""

    ROOT = pathlib.Path("/sys/fs/cgroup")
    # Bytes of memory, number of threads, microseconds of processor time in each tenth of a second.
    FILES_1 = {"memory": "memory/{}/memory.limit_in_bytes", "threads": "pids/{}/pids.max", "processor": "cpu/{}/cpu.cfs_quota_us"}
    FILES_2 = {"memory": "{}/memory.max", "threads": "{}/pids.max", "processor": "{}/cpu.max"}

    def __init__(self, files):
        name = f"rigkiln-soak-{os.getpid()}"
        self.files = {limit: self.ROOT / path.format(name) for limit, path in files.items()}
        self.folders = sorted({path.parent for path in self.files.values()})

    def __enter__(self):
        try:
            for folder in self.folders:
                folder.mkdir(exist_ok=True)
            self.set({})
        except OSError:
            self.remove()
            raise
        return self

    def __exit__(self, *_):
        self.remove()

    def remove(self):
        for folder in self.folders:
            if folder.is_dir():
                folder.rmdir()

    @classmethod
    def usable(cls):
        """Returns a group of the version that can be made here; None if there is none, or the user may not."""
        for files in (cls.FILES_2, cls.FILES_1):
            group = cls(files)
            try:
                with group:
                    return group
            except OSError:
                continue
        return None

    def set(self, limits):
        """Sets limits, and takes back the others."""
        none = {"memory.limit_in_bytes": "-1", "cpu.cfs_quota_us": "-1"}
        for limit, path in self.files.items():
            with open(path, "r+", encoding="ascii") as file:  # never makes it: such a folder would be no group
                file.write(str(limits.get(limit, none.get(path.name, "max"))))

    def command(self, command):
        """Returns the command that runs another one in the group."""
        enter = "; ".join(f"echo $$ >{folder}/cgroup.procs" for folder in self.folders)
        return ["sh", "-ec", f'{enter}; exec "$@"', "contained", *command]


class Trouble:
    """Ways to disturb a run. Each returns the command, the environment, what to do to the process, and the exit codes that may come of it."""

    ALWAYS = {DONE, SOME_FAILED}
    # Outputs are there before the state knows them: these may come between.
    FORGETFUL = {"kill", "slow", "fault", "flap", "limit", "few_threads", "contain"}

    def __init__(self, programs, dice, seconds, group):
        self.programs, self.dice, self.seconds, self.group = programs, dice, seconds, group

    def any(self):
        contain = [self.contain] if self.group else []
        return self.dice.choice((self.none, self.kill, self.kill, self.stop, self.fault, self.flap, self.slow, self.limit, self.few_threads,
                                 self.isolate, self.lose_workers, *contain))

    def after_a_while(self, number):
        def disturb(running):
            time.sleep(self.dice.uniform(0, self.seconds))
            running.send_signal(number)
        return disturb

    def none(self, command):
        return command, {}, None, self.ALWAYS

    def kill(self, command):
        return command, {}, self.after_a_while(signal.SIGKILL), self.ALWAYS | {-signal.SIGKILL}

    def stop(self, command):
        number = self.dice.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        # Before the program takes signals, they end it.
        return command, {}, self.after_a_while(number), self.ALWAYS | {INTERRUPTED, -number}

    def preloaded(self, shim, **variables):
        return {"LD_PRELOAD": str(self.programs.shims / shim), **{name: str(value) for name, value in variables.items()}}

    def fault(self, command):
        goes_on = " on" if self.dice.random() < 0.3 else ""
        fault = f"{self.dice.randint(1, 600)} {self.dice.choice(ERRORS)}{goes_on}"
        return command, self.preloaded("libfault_shim.so", RIGKILN_FAULT=fault), None, self.ALWAYS | {ENVIRONMENT}

    def flap(self, command):
        """A disk that fails for a while."""
        first = self.dice.randint(1, 600)
        fault = f"{first} {self.dice.choice(ERRORS)} {first + self.dice.randint(1, 60)}"
        return command, self.preloaded("libfault_shim.so", RIGKILN_FAULT=fault), None, self.ALWAYS | {ENVIRONMENT}

    def slow(self, command):
        """A disk that takes its time, and perhaps a kill meanwhile."""
        environment = self.preloaded("libfault_shim.so", RIGKILN_FAULT_DELAY=self.dice.randint(100, 3000))
        if self.dice.random() < 0.5:
            return command, environment, None, self.ALWAYS
        return command, environment, self.after_a_while(signal.SIGKILL), self.ALWAYS | {-signal.SIGKILL}

    def limit(self, command):
        limit = self.dice.choice([f"-v {self.dice.randint(150_000, 900_000)}", f"-f {self.dice.randint(1, 2000)}",
                                  f"-n {self.dice.randint(12, 64)}", "-t 2"])
        # The program ends at 1 second of processor time, if it still can; the kernel kills at 2.
        killed = {-signal.SIGKILL} if limit == "-t 2" else set()
        return (["sh", "-c", f'ulimit {limit}; exec "$@"', "limited", *command], {}, None,
                self.ALWAYS | {ENVIRONMENT, INTERRUPTED} | killed)

    def contain(self, command):
        """A container with little of something. Half of its memory is the default of --memory, so that what may come on top of that has room
        from 160 MiB on, and the kernel has no reason to kill."""
        limit = self.dice.choice(("memory", "threads", "processor"))
        if limit == "memory":
            self.group.set({limit: self.dice.randint(160, 600) << 20})
            return self.group.command(command), {}, None, self.ALWAYS
        if limit == "threads":
            self.group.set({limit: self.dice.randint(1, 12)})
            return self.group.command(command), {}, None, self.ALWAYS | {ENVIRONMENT}
        self.group.set({limit: self.dice.randint(20_000, 150_000)})
        return self.group.command(command), {}, None, self.ALWAYS

    def few_threads(self, command):
        return command, self.preloaded("libthread_shim.so", RIGKILN_THREADS=self.dice.randint(0, 6)), None, self.ALWAYS | {ENVIRONMENT}

    def isolate(self, command):
        return [*command, "--isolate"], {}, None, self.ALWAYS

    def lose_workers(self, command):
        """Worker processes are killed, as the kernel does when it needs memory."""
        def disturb(running):
            end = time.monotonic() + self.seconds
            while time.monotonic() < end and running.poll() is None:
                time.sleep(self.dice.uniform(0, self.seconds / 4))
                for server in children_of(running.pid):
                    for worker in children_of(server)[:1]:
                        os.kill(worker, signal.SIGKILL)
        return [*command, "--isolate"], {}, disturb, self.ALWAYS | {INTERNAL}


def children_of(process):
    try:
        return [int(child) for child in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def settle(world):
    """Lets an undisturbed run come to its end, and fails unless it leaves what a run from nothing gives."""
    world.write_configuration("run.yaml", "out", is_clean=False)
    world.write_configuration("clean.yaml", "clean", is_clean=True)
    shutil.rmtree(world.folder / "clean", ignore_errors=True)
    codes = []
    for configuration, more in (("run.yaml", ["--prune", "--retry-failed"] if world.options["state"] else []), ("clean.yaml", [])):
        codes.append(world.run(world.command(configuration, "--report", f"{configuration}.json", *more)))
        if codes[-1] not in (DONE, SOME_FAILED):
            raise Wrong(f"an undisturbed run ended with {codes[-1]}: {world.said()}")
    if codes[0] != codes[1]:
        raise Wrong(f"a run after others ended with {codes[0]}, one from nothing with {codes[1]}: {world.said()}")
    found, wanted = bytes_below(world.folder / "out"), bytes_below(world.folder / "clean")
    for path, content in wanted.items():
        if found.get(path) != content:
            raise Wrong(f"{path} is {'not there' if path not in found else 'another one'} after runs that were disturbed")
    report = json.loads((world.folder / "run.yaml.json").read_text())
    failed = {unit["output"].removeprefix(f"{world.folder}/out/") for unit in report["units"] if unit["status"] == "failed"}
    left = [path for path in found if path.rsplit("/", 1)[-1].startswith(".rigkiln-")]
    if left and world.options["state"]:
        raise Wrong(f"{left[0]} is left")
    mains = [path for path in found.keys() - wanted.keys() if path.endswith((".glb", ".gltf"))]
    strangers = {path for path in mains if path not in failed} - world.strangers
    # Without a state nobody knows what earlier runs wrote.
    if strangers and world.options["state"] and not world.forgets:
        raise Wrong(f"{sorted(strangers)[0]} is left of earlier runs")
    world.strangers |= strangers
    world.forgets = False


def soak(programs, scratch, seconds, seed):
    """Plays worlds until the time is over. Returns the lines of a summary. Raises Wrong with the seed of the world."""
    group = ControlGroup.usable()
    with group or contextlib.nullcontext():
        lines = play_worlds(programs, scratch, seconds, seed, group)
    if group is None:
        lines.append("  contain: never, because no control group can be made here")
    return lines


def play_worlds(programs, scratch, seconds, seed, group):
    end = time.monotonic() + seconds
    counts = collections.Counter()
    endings = collections.defaultdict(collections.Counter)
    world_seed = seed
    while time.monotonic() < end:
        dice = random.Random(world_seed)
        with tempfile.TemporaryDirectory(dir=scratch) as folder:
            try:
                play(programs, pathlib.Path(folder), dice, group, end, counts, endings)
            except Wrong as wrong:
                raise Wrong(f"seed {world_seed}: {wrong}") from None
        counts["worlds"] += 1
        world_seed += 1
    lines = [f"soak: {counts['worlds']} worlds, {counts['edits']} edits, {counts['runs']} disturbed runs, {counts['settled']} comparisons with a "
             "run from nothing: nothing torn, nothing wrong"]
    for trouble, codes in sorted(endings.items()):
        shown = ", ".join(f"{count} ended with {code}" for code, count in sorted(codes.items()))
        lines.append(f"  {trouble.replace('_', ' ')}: {shown}")
    return lines


def play(programs, folder, dice, group, end, counts, endings):
    """Plays one world."""
    world = World(programs, folder, dice)
    settle(world)
    # State and outputs of one layout: another extension leaves files that no run has planned.
    layout = {key: world.options[key] for key in ("state", "extension", "bind")}
    begin = time.monotonic()
    world.run(world.command("clean.yaml"))
    trouble = Trouble(programs, dice, time.monotonic() - begin + 0.05, group)
    for _ in range(dice.randint(2, 4)):
        for _ in range(dice.randint(1, 5)):
            if time.monotonic() > end:
                return
            for _ in range(dice.randint(0, 3)):
                world.edit()
                counts["edits"] += 1
            world.options.update(layout)
            world.write_configuration("run.yaml", "out", is_clean=False)
            kind = trouble.any()
            command, environment, disturb, allowed = kind(world.command("run.yaml"))
            code = world.run(command, environment, disturb)
            world.forgets = world.forgets or kind.__name__ in Trouble.FORGETFUL
            counts["runs"] += 1
            endings[kind.__name__][code] += 1
            if code not in allowed:
                raise Wrong(f"a run with {kind.__name__} ({' '.join(map(str, command))}, {environment}) ended with {code}: {world.said()}")
            check_whole(folder / "out")
        settle(world)
        counts["settled"] += 1
