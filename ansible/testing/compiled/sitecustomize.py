"""Python imports this when it starts with this folder in PYTHONPATH; each Python of a host of ansible/prove does (hosts.sh). What Ansible sends for a
module is an archive of sources, and to compile them takes longer than most modules do: here they are compiled once, and kept in the folder that
FRAUD_COMPILED names, or in that of such a host."""
import contextlib
import marshal
import os
import sys
import zipimport
import zlib

FOLDER = os.environ.get("FRAUD_COMPILED", "/var/cache/fraud-compiled")
COMPILE = getattr(zipimport, "_compile_source", None)


def compile_once(path, source):
    """Of a path behind the archive, in any archive, and these bytes."""
    name = path.rpartition(".zip/")[2].replace("/", ".")
    file = os.path.join(FOLDER, f"{name}-{len(source)}-{zlib.crc32(source)}.{sys.implementation.cache_tag}")
    try:
        with open(file, "rb") as kept:
            return marshal.load(kept)
    except OSError:
        pass
    code = COMPILE(path, source)
    # Several modules may run at once: the file is there as a whole, or not at all. A process that may not write goes on without it.
    with contextlib.suppress(OSError):
        with open(f"{file}.{os.getpid()}", "wb") as made:
            marshal.dump(code, made)
        os.replace(f"{file}.{os.getpid()}", file)
    return code


if COMPILE and os.path.isdir(FOLDER):
    zipimport._compile_source = compile_once  # pylint: disable=protected-access
