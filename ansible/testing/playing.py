"""Runs ansible-playbook for the tests, each run as a copy of this process: Ansible is imported once, and what it sends for a module is made and
compiled once. That is more than half of the processor time of a run."""
import atexit
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import traceback

ANSIBLE = pathlib.Path(__file__).parent.parent
COMPILED = tempfile.mkdtemp()
atexit.register(shutil.rmtree, COMPILED)


def play(*arguments, **environment):
    """The end of a run with these arguments, as subprocess.run returns it; without a terminal. The environment may have more variables, but none
    that Ansible reads while it is imported."""
    os.environ.update(ANSIBLE_CONFIG=str(ANSIBLE / "ansible.cfg"), ANSIBLE_NOCOLOR="1")
    from ansible.cli import playbook  # pylint: disable=import-outside-toplevel # it reads these two
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
