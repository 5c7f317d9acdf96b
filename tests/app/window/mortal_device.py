#!/usr/bin/env python3
"""mortal_device.py EXAMPLE N [GRAVE]: the example device, which dies in the middle of its N-th trace: a part of it has been told by then.

With GRAVE, a file that it leaves behind, it stays dead when it is started again."""
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
