"""Runs one command under many faults, and says what must not be.

    python3 attempts.py FAULTS STATUSES GOOD FILE COMMAND...

FAULTS has the faults, as shim.c reads them ("malloc:17:ever"). COMMAND writes FILE, which stands alone in a folder;
GOOD is FILE as it is without a fault. Each attempt ends with one of STATUSES ("0 4"): with 0, FILE is as GOOD; else
there is a message, and FILE is what it was before: the word "old", or not there if it does not exist at the start.
Nothing is printed but by flamerender, and nothing else is in the folder. COMMAND is started once: the shim, before
main(), makes a process for each fault.
"""
import os
import select
import signal
import socket
import subprocess
import sys

SECONDS = 60  # an attempt takes milliseconds: what takes so long hangs
OLD = b"old\n"


class Attempts:
    """The processes of one command, and all that they print, in the file `said`."""

    def __init__(self, command):
        self.said = os.open("said", os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o666)
        self.server, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        environment = dict(os.environ, FAULT=f"serve:{theirs.fileno()}", LD_PRELOAD=os.environ["FR_FAULT_SHIM"])
        self.program = subprocess.Popen(
            command, env=environment, pass_fds=[theirs.fileno()], stdout=self.said, stderr=self.said)
        theirs.close()

    def answer(self):
        answer = self.server.recv(4)
        if not answer:
            sys.exit("FAILED: no more attempts: " + self.printed().decode(errors="replace"))
        return int.from_bytes(answer, sys.byteorder, signed=True)

    def printed(self):
        return os.pread(self.said, os.fstat(self.said).st_size, 0)

    def run(self, fault):
        """The status as a shell has it, or None of what hangs, and what was printed."""
        os.ftruncate(self.said, 0)
        self.server.send(fault.encode())
        process = self.answer()
        ended = select.select([self.server], [], [], SECONDS)[0]
        if not ended:
            os.killpg(process, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(self.answer())
        return (128 - status if status < 0 else status) if ended else None, self.printed()

    def end(self):
        self.server.close()
        self.program.wait()


def content(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def problems(status, said, got, before, good, statuses):
    """What is wrong with an attempt."""
    if status is None:
        yield "it hangs"
    elif status not in statuses:
        yield f"status {status}"
    if status == 0:
        if got != good:
            yield "status 0 and another file"
    else:
        if got != before:
            yield "the old file is gone" if before else "a file was left"
        if not said:
            yield "nothing said"
    for line in said.splitlines():
        if not line.startswith(b"flamerender: "):
            yield "something else was printed"
            break


def main(faults, statuses, good_path, path, *command):
    statuses = [int(status) for status in statuses.split()]
    folder, name = os.path.split(path)
    good = content(good_path)
    before = OLD if content(path) is not None else None
    bad = 0
    attempts = Attempts(command)
    for fault in content(faults).decode().split():
        if before:
            with open(path, "wb") as file:
                file.write(OLD)
        status, said = attempts.run(fault)
        found = list(problems(status, said, content(path), before, good, statuses))
        for left in os.listdir(folder):
            if left != name:
                found.append(f"left behind: {left}")
            if left != name or not before:
                os.remove(os.path.join(folder, left))
        if found:
            bad = 1
            print(f"FAILED: {fault} of {command[-1]}: {'; '.join(found)}: {said[:200].decode(errors='replace').strip()}")
    attempts.end()
    return bad


sys.exit(main(*sys.argv[1:]))
