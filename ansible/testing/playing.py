"""Runs ansible-playbook for the tests, each run as a copy of this process: Ansible is imported once, with its plugins, and the files of playbooks and
roles are read once. A module of Ansible runs as a copy of a process as well, which has imported what modules import (run_modules.py); what is sent for
others is made and compiled once. That is most of the processor time of a run. As a script: playing.py ARGUMENT ..."""
import ast
import atexit
import contextlib
import gc
import importlib
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import traceback

from run_modules import MODULES

ANSIBLE = pathlib.Path(__file__).parent.parent
COMPILED = tempfile.mkdtemp()
atexit.register(shutil.rmtree, COMPILED)
SOCKET = f"{COMPILED}/modules"
KINDS = ("action", "become", "cache", "callback", "connection", "filter", "inventory", "lookup", "shell", "strategy", "test", "vars")
SENT = re.compile(r"^(module_fqn|params|profile|rlimit_nofile|extensions)=(.*),$", re.MULTILINE)


def play(*arguments, **environment):
    """The end of a run with these arguments, as subprocess.run returns it; without a terminal. The environment may have more variables, but none
    that Ansible reads while it is imported."""
    os.environ.update(ANSIBLE_CONFIG=str(ANSIBLE / "ansible.cfg"), ANSIBLE_NOCOLOR="1", ANSIBLE_PIPELINING="true")
    from ansible.cli import playbook  # pylint: disable=import-outside-toplevel # it reads the first two
    if not os.path.exists(SOCKET):
        _load_plugins()
        _read_files()
        _serve_modules()
        # What is here stays, and no copy has to look for what it could collect of it.
        gc.collect()
        gc.freeze()
    words = ["ansible-playbook", *map(str, arguments)]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output, tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        child = os.fork()
        if child == 0:
            _run(playbook.main, words, environment, output, errors)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        output.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(words, status, output.read(), errors.read())


def _run(main, words, environment, output, errors):
    """Does not return: the process ends."""
    status = 1
    try:
        # It lives for seconds.
        gc.disable()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output.fileno(), 1)
        os.dup2(errors.fileno(), 2)
        sys.stdin, sys.stdout, sys.stderr = (open(number, mode, encoding="utf-8", closefd=False) for number, mode in enumerate("rww"))
        os.environ.update(PYTHONPATH=str(pathlib.Path(__file__).parent / "compiled"), FRAUD_COMPILED=COMPILED, **environment)
        main(words)
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:  # pylint: disable=broad-exception-caught # the tests' own process must not go on here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)  # pylint: disable=protected-access


def _load_plugins():
    """Imports Ansible's own plugins and reads their descriptions, which each run would do anew: that is half of the time of a short one."""
    from ansible import cli  # pylint: disable=import-outside-toplevel
    from ansible.plugins import loader  # pylint: disable=import-outside-toplevel
    loader.init_plugin_loader()
    # Once, and so not in each run.
    cli.init_plugin_loader = lambda prefix_collections_path=None: None
    importlib.import_module("ansible_collections.ansible.builtin")
    for kind in KINDS:
        for _ in getattr(loader, f"{kind}_loader").all(class_only=True):
            pass


def _read_files():
    """Reads the files of playbooks and roles. When a run reads such a file first it takes what is here: it has a copy of its own as it is."""
    from ansible import errors  # pylint: disable=import-outside-toplevel
    from ansible.parsing import dataloader  # pylint: disable=import-outside-toplevel
    of_ansible = dataloader.DataLoader.load_from_file
    found = {}
    for file in (file for pattern in ("*.yml", "tasks/*.yml", "roles/*/*/*.yml") for file in ANSIBLE.glob(pattern)):
        # The run that reads it says what is wrong with it.
        with contextlib.suppress(errors.AnsibleError):
            found[str(file)] = dataloader.DataLoader().load_from_file(str(file), cache="none", unsafe=True, trusted_as_template=True)

    def load_from_file(self, file_name, **options):
        path = self.path_dwim(file_name)
        if options == {"trusted_as_template": True} and path in found:
            # Whoever has it changes it.
            return found.pop(path)
        return of_ansible(self, file_name, **options)

    dataloader.DataLoader.load_from_file = load_from_file


def _serve_modules():
    """Starts what runs modules, and has local connections of Ansible hand them to it."""
    import ansible  # pylint: disable=import-outside-toplevel
    from ansible.plugins.connection import local  # pylint: disable=import-outside-toplevel
    package = pathlib.Path(COMPILED) / "packages" / "ansible"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    for name in ("modules", "module_utils"):
        (package / name).symlink_to(pathlib.Path(ansible.__file__).parent / name)
    command = [sys.executable, pathlib.Path(__file__).parent / "run_modules.py", SOCKET, package.parent]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # pylint: disable=consider-using-with # it stays
    atexit.register(server.wait)
    atexit.register(server.stdin.close)
    assert server.stdout.readline() == "listens\n", "run_modules.py does not listen"
    of_ansible = local.Connection.exec_command

    def exec_command(self, cmd, in_data=None, sudoable=True):
        request = in_data and _request(cmd, in_data.decode())
        return _ask({**request, "folder": os.fsdecode(self.cwd)}) if request else of_ansible(self, cmd, in_data=in_data, sudoable=sudoable)

    local.Connection.exec_command = exec_command


def _request(command, sent):
    """What to run for this command of Ansible and the script that it gets on its input; None to run that."""
    shell, option, line, *more = [*shlex.split(command), "", "", ""]
    *assigned, interpreter = shlex.split(line.removesuffix("&& sleep 0")) or [""]
    assigned = [re.fullmatch(r"(\w+)=(.*)", word, re.DOTALL) for word in assigned]
    if not shell.endswith("/sh") or option != "-c" or any(more) or interpreter != sys.executable or None in assigned:
        return None
    call = sent.rpartition("_ansiballz_main(\n")[2].partition("\nzip_data=")[0]
    found = dict(SENT.findall(call))
    if not found or found["rlimit_nofile"] != "0" or found["extensions"] != "{}":
        return None
    module, params, profile = (ast.literal_eval(found[key]) for key in ("module_fqn", "params", "profile"))
    if module not in {f"ansible.modules.{name}" for name in MODULES}:
        return None
    return {"module": module, "params": params, "profile": profile, "environment": {**os.environ, **dict(one.groups() for one in assigned)}}


def _ask(request):
    """The status, the output and the errors of a module."""
    text = json.dumps(request).encode()
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors, socket.socket(socket.AF_UNIX) as server:
        server.connect(SOCKET)
        socket.send_fds(server, [len(text).to_bytes(8, "big")], [output.fileno(), errors.fileno()])
        server.sendall(text)
        # Nothing comes when a signal has ended it.
        status = int(server.makefile().read() or 1)
        output.seek(0)
        errors.seek(0)
        return status, output.read(), errors.read()


if __name__ == "__main__":
    done = play(*sys.argv[1:])
    print(done.stdout, end="")
    print(done.stderr, end="", file=sys.stderr)
    sys.exit(done.returncode)
