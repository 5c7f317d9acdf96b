#!/usr/bin/env python3
"""A device that describes itself well and does everything else a little wrong, for the tests of the conformance checks."""
import json
import random
import sys

for line in sys.stdin:
    try:
        message = json.loads(line)
        call, params = message["call"], message.get("params", {})
    except (ValueError, TypeError):
        print(json.dumps({"id": 0, "error": "what?"}), flush=True)
        continue
    result = {}
    if call == "describe":
        result = {"protocol": 1, "name": "Careless", "origin": "external", "calls": ["chase", "bank"], "spaces": ["global.ca"]}
    elif call == "chase":
        count = params["accesses"] if isinstance(params["accesses"], int) else 1
        result = {"cycles": [random.randrange(1000) for _ in range(count + (count == 7))]}
    elif call == "bank":
        result = {"mean_cycles": "48"}
    elif call == "cancel":
        result = {"done": True}
    print(json.dumps({"id": message["id"], "result": result}), flush=True)
