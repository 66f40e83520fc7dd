"""Writes a file of 100-byte records to standard output, so many a second, until a file appears: pace.py RECORDS RATE ENOUGH"""

import os
import sys
import time

SIZE, STEPS_A_SECOND = 100, 20


def main():
    records, rate, enough = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    step = rate // STEPS_A_SECOND * SIZE
    next_at = time.monotonic()
    with open(records, "rb") as file:
        while not os.path.exists(enough) and (chunk := file.read(step)):
            sys.stdout.buffer.write(chunk)
            sys.stdout.buffer.flush()
            next_at += 1 / STEPS_A_SECOND
            time.sleep(max(0, next_at - time.monotonic()))


if __name__ == "__main__":
    main()
