#!/usr/bin/env python3
"""noisy_device.py [MODE]: a device of one cache that keeps the protocol, with noise for each timed access. With MODE "restarts", the
timed accesses begin at the first offset again; with "boasts", it describes itself as one that serves more than it does."""
import json
import random
import sys

mode = sys.argv[1] if len(sys.argv) > 1 else ""
for number, line in enumerate(sys.stdin):
    try:
        message = json.loads(line)
        call, params = message["call"], message.get("params", {})
    except (ValueError, TypeError, KeyError):
        print(json.dumps({"id": None, "error": {"code": "invalid_request", "message": "No request."}}), flush=True)
        continue
    if call == "describe":
        more = mode == "boasts"
        answer = {"result": {"protocol": 1, "name": "Noisy", "origin": "external", "calls": ["chase"] + ["bank"] * more,
                             "spaces": ["global.ca"] + ["constant"] * more}}
    elif call == "chase" and params["space"] != "global.ca":
        answer = {"error": {"code": "unsupported", "message": "It has global.ca only."}}
    elif call == "chase":
        pattern = params["pattern"]
        offsets = pattern["offsets"] if pattern["kind"] == "offsets" else list(range(0, pattern["bytes"], pattern["stride"]))
        warmup = params.get("warmup", 0)
        noise = random.Random(f"{number} {params['accesses']}")
        held, cycles = set(), []
        for i in range(warmup + params["accesses"]):
            place = i - warmup if mode == "restarts" and i >= warmup else i
            block = offsets[place % len(offsets)] // 64
            slow = 0 if block in held else 400
            held.add(block)
            if i >= warmup:
                cycles.append(40 + slow + noise.gauss(0, 3) + (2000 if noise.random() < 0.001 else 0))
        answer = {"result": {"cycles": cycles}}
    elif call == "cancel":
        answer = {"result": {}}
    else:
        answer = {"error": {"code": "unsupported", "message": "It serves chases only."}}
    print(json.dumps({"id": message["id"], **answer}), flush=True)
