#include "tests/engine/session/report_samples.h"

#include <utility>

#include "tests/engine/findings/made_finding.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using nlohmann::json;

Finding with_interval(Finding finding, double low, double high) {
  finding.low = low;
  finding.high = high;
  return finding;
}

Finding under(Finding finding, json conditions) {
  finding.conditions = std::move(conditions);
  return finding;
}

Finding without(FindingStatus status, const std::string& subject, const std::string& quantity, const std::string& reason) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = quantity;
  finding.status = status;
  finding.reason = reason;
  return finding;
}

}  // namespace

Finding measured(const std::string& subject, const std::string& quantity, json value, const std::string& unit) {
  Finding finding = made_finding(subject, quantity, std::move(value), unit, json::object(), {"run-1"});
  finding.method = "By hand";
  return finding;
}

Session report_session() {
  const json l1 = {{"space", "global.ca"}, {"carveout_percent", 50}};
  const json texture = {{"space", "texture"}};
  Session session;
  session.device.name = "Test_9000 | 50 % <fast>";
  session.device.origin = Origin::hardware;
  session.device.calls = {"chase"};
  session.device.spaces = {MemorySpace::global_ca};
  session.device.properties.compute_capability = "9.0";
  session.device.properties.sm_count = 132;
  session.device.properties.clock_khz = 1'980'000;
  session.device.properties.l2_bytes = 3 << 20;
  session.device.properties.shared_bytes_per_sm = 98'304;
  session.environment = {{"program", "ChaseScope"}, {"version", "1.2.3"}, {"time", "2026-01-02T03:04:05Z"}};
  session.runs = {std::make_shared<const Run>(uniform_run("run-1", 512, 128, {35, 35, 35, 35})),
                  std::make_shared<const Run>(uniform_run("run-2", 640, 128, {35, 220, 220, 220, 220}))};
  session.notes = "First card.";

  // These findings are not in the order of a report.
  session.findings.push_back(under(with_interval(measured("l1_data", "hit_latency_cycles", 35.2, "cycles"), 34.5, 36), l1));
  session.findings.push_back(under(measured("l1_data", "capacity_bytes", 16'384, "bytes"), l1));
  session.findings.back().evidence = {"run-1", "run-2"};
  session.findings.back().reference = "2014 paper §3.2";
  session.findings.back().opinions = {{"largest contiguous footprint", 15'872, false}};
  session.findings.push_back(under(measured("l1_data", "line_bytes", 128, "bytes"), l1));
  session.findings.push_back(under(measured("l1_data", "fetch_bytes", 32, "bytes"), l1));
  session.findings.push_back(under(measured("l1_data", "sets", 4, "1"), l1));
  session.findings.push_back(under(measured("l1_data", "ways", 32, "1"), l1));
  session.findings.push_back(under(measured("l1_data", "ways_per_set", {32, 32, 32, 32}, "1"), l1));
  session.findings.push_back(under(measured("l1_data", "set_index_bits", {7, 8}, "1"), l1));
  session.findings.push_back(under(measured("l1_data", "set_index_function", "bits", "1"), l1));
  session.findings.push_back(under(measured("l1_data", "replacement_policy", "weighted_way", "1"), l1));
  session.findings.push_back(under(measured("l1_data", "way_replacement_probability", {0.5, 0.25, 0.25}, "1"), l1));
  session.findings.push_back(measured("l1_data", "shares_with", {"readonly", "texture"}, "1"));
  session.findings.push_back(measured("l1_data", "count_per_sm", 1, "1"));
  session.findings.push_back(under(measured("texture", "sets", 3, "1"), texture));
  session.findings.push_back(under(measured("texture", "ways_per_set", {17, 8, 8}, "1"), texture));
  session.findings.push_back(under(measured("texture", "line_bytes", 32, "bytes"), texture));
  session.findings.push_back(
      without(FindingStatus::not_measurable, "constant_l1_5", "contiguous_bytes", "It holds all that could be asked for."));
  session.findings.back().unit = "bytes";
  session.findings.back().low = 65'536;
  session.findings.push_back(measured("shared_memory", "banks", 32, "1"));
  session.findings.push_back(measured("shared_memory", "hit_latency_cycles", 29, "cycles"));
  session.findings.push_back(measured("l2", "capacity_bytes", 3 << 20, "bytes"));
  session.findings.back().status = FindingStatus::reported;
  session.findings.back().evidence.clear();
  session.findings.push_back(
      without(FindingStatus::not_measurable, "l2", "replacement_policy", "Too noisy: 12 % | \"mixed\" & {odd}_#1.\nTwice."));
  session.findings.push_back(without(FindingStatus::absent, "l3", "capacity_bytes", "No third level shows."));
  session.findings.push_back(with_interval(measured("l1_tlb", "miss_penalty_cycles", 9, "cycles"), 4.5, 13.5));
  session.findings.push_back(measured("dram", "hit_latency_cycles", 655, "cycles"));
  session.findings.push_back(measured("dram", "read_bandwidth", 512 * 0x1p30, "bytes/s"));
  session.findings.push_back(measured("request_table", "structure", "mshr", "1"));
  session.findings.push_back(measured("request_table", "entries", 192, "1"));
  session.findings.push_back(measured("request_table", "merges_per_entry", 6, "1"));
  return session;
}

std::string mt4g_text() {
  return R"({
    "compute": {
        "maxBlocksPerMultiProcessor": 32,
        "multiProcessorCount": 80,
        "supportsCooperativeLaunch": true,
        "warpSize": 32
    },
    "general": {
        "clockRate": {
            "unit": "kHz",
            "value": 1380000
        },
        "computeCapability": {
            "major": 7,
            "minor": 0
        },
        "name": "Test card",
        "vendor": "NVIDIA"
    },
    "memory": {
        "constant": {
            "l1.5": {
                "fetchGranularity": {
                    "confidence": 0.75,
                    "method": "p-chase",
                    "randomized": false,
                    "size": 256,
                    "unit": "bytes"
                },
                "size": {
                    "confidence": 0.0,
                    "method": "p-chase",
                    "randomized": false,
                    "size": 65537,
                    "unit": "bytes"
                }
            },
            "totalConstMem": {
                "unit": "bytes",
                "value": 65536
            }
        },
        "l1": {
            "amountPerMultiprocessor": 1,
            "globalL1CacheSupported": true,
            "latency": {
                "mean": 31.5,
                "measurements": 255,
                "method": "p-chase",
                "p50": 30.25,
                "p95": 34.5,
                "sampleSize": 256,
                "stdev": 0.5,
                "unit": "cycles"
            },
            "lineSize": {
                "confidence": 0.5,
                "method": "p-chase",
                "randomized": false,
                "size": 128,
                "unit": "bytes"
            },
            "missPenalty": {
                "unit": "cycles",
                "value": 156.5
            },
            "sharedWith": [
                "Read Only",
                "Texture"
            ],
            "size": {
                "confidence": 0.9735,
                "method": "p-chase",
                "randomized": false,
                "size": 117760,
                "unit": "bytes"
            }
        },
        "l2": {
            "readBandwidth": {
                "unit": "GiB/s",
                "value": 958.0717081829157
            },
            "segmentSize": {
                "confidence": 0.991,
                "method": "p-chase",
                "randomized": false,
                "size": 3145728,
                "unit": "bytes"
            },
            "size": {
                "unit": "bytes",
                "value": 6291456
            }
        },
        "scalarL1": {
            "uniqueAmount": 2
        }
    },
    "meta": {
        "os": "Linux",
        "timestamp": "2025-08-10T10:01:37Z"
    }
}
)";
}

}  // namespace chasescope
