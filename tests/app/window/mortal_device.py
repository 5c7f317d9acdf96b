#!/usr/bin/env python3
"""mortal_device.py EXAMPLE N [GRAVE]: a device program that passes all requests to the device program EXAMPLE, and ends with exit code 3 in
the middle of its N-th chase, after half of the cycles were sent.

With GRAVE, it then creates the file GRAVE. If that file exists when it is started, it ends at once, so starting it again does not help."""
import json
import os
import subprocess
import sys

example, left = sys.argv[1], int(sys.argv[2])
grave = sys.argv[3] if len(sys.argv) > 3 else None
if grave and os.path.exists(grave):
    print("the bus is gone", file=sys.stderr, flush=True)
    os._exit(3)
device = subprocess.Popen([sys.executable, example], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

for text in sys.stdin.buffer:
    request = json.loads(text)
    if request.get("call") == "chase":
        left -= 1
        if left == 0:
            part = [30] * (request["params"]["accesses"] // 2)
            print(json.dumps({"id": request["id"], "cycles": part}), flush=True)
            print("the bus is gone", file=sys.stderr, flush=True)
            device.kill()
            if grave:
                open(grave, "w").close()
            os._exit(3)
    device.stdin.write(text)
    device.stdin.flush()
    sys.stdout.buffer.write(device.stdout.readline())
    sys.stdout.buffer.flush()
