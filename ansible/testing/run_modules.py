"""Runs Ansible's modules for playing.py, each in a copy of this process, which has imported once what they import: run_modules.py SOCKET FOLDER

FOLDER has the packages ansible.modules and ansible.module_utils, and nothing of Ansible besides, as what is sent for a module. A request is the length
of a text in JSON (8 bytes), with the files of output and errors, and the text; the answer is the module's status. Ends when its input does.
"""
import atexit
import importlib
import json
import os
import select
import signal
import socket
import sys
import traceback

# Those that never begin again as another Python, which needs what was sent.
MODULES = ("command", "copy", "file", "find", "ping", "setup", "slurp", "stat", "systemd_service", "tempfile", "unarchive", "uri")


def main():
    path, folder = sys.argv[1:]
    # In place of the folder of this script.
    sys.path[0] = folder
    loader = importlib.import_module("ansible.module_utils._internal._ansiballz._loader")
    for module in MODULES:
        name = f"ansible.modules.{module}"
        importlib.import_module(name)
        # It is run as a script, which nobody has imported; what it imports stays.
        del sys.modules[name]
    # Nobody waits for who answers.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen(64)
        print("listens", flush=True)
        while sys.stdin not in select.select([server, sys.stdin], [], [])[0]:
            connection = server.accept()[0]
            if os.fork() == 0:
                server.close()
                answer(loader, connection)
            connection.close()


def answer(loader, connection):
    """Does not return: the process ends."""
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        length, files, _, _ = socket.recv_fds(connection, 8, 2)
        with connection.makefile("rb") as text:
            request = json.loads(text.read(int.from_bytes(length, "big")))
        status = run(loader, request, files)
        connection.sendall(str(status).encode())
    except BaseException:  # pylint: disable=broad-exception-caught # the loop of the other process must not go on here
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status != 0)  # pylint: disable=protected-access


def run(loader, request, files):
    """The status of the module, which has written all of its output by then."""
    status = 1
    for number, file in enumerate([os.open(os.devnull, os.O_RDONLY), *files]):
        os.dup2(file, number)
    sys.stdin, sys.stdout, sys.stderr = (open(number, mode, encoding="utf-8", closefd=False) for number, mode in enumerate("rww"))
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.argv = [""]
    try:
        loader.run_module(json_params=request["params"].encode(), profile=request["profile"], module_fqn=request["module"], modlib_path="", extensions={})
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        # Modules remove their temporary files so.
        atexit._run_exitfuncs()  # pylint: disable=protected-access
        sys.stdout.flush()
        sys.stderr.flush()
    return status


if __name__ == "__main__":
    main()
