#!/usr/bin/env python3
"""A device program with a valid description whose other answers break the protocol in small ways. The conformance checks
(chasescope check-device) must find these faults."""
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
