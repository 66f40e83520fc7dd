"""Runs ansible-lint, for which a syntax check of a playbook is a copy of one process that has imported Ansible (playing.py), in place of a program of
its own: dozens of these were most of its processor time. Options, output and status are those of ansible-lint: lint.py OPTION ..."""
import concurrent.futures
import subprocess
import sys

import playing


def main():
    of_programs = subprocess.run
    with concurrent.futures.ProcessPoolExecutor(max_workers=1) as pool:
        # Its process begins here, where it has nothing of what ansible-lint makes of Ansible in this one.
        assert pool.submit(playing.play, "--version").result().returncode == 0, "ansible-playbook does not run"

        def run(*command, **options):
            if not command or command[0][:1] != ["ansible-playbook"] or options.get("cwd"):
                return of_programs(*command, **options)
            return pool.submit(playing.play, *command[0][1:]).result()

        subprocess.run = run
        from ansiblelint.__main__ import main as lint  # pylint: disable=import-outside-toplevel # see above
        sys.exit(lint(sys.argv))


if __name__ == "__main__":
    main()
