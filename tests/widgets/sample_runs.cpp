#include "tests/widgets/sample_runs.h"

#include "engine/findings/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/findings/distance_map.h"
#include "engine/trace/random.h"

namespace chasescope::sample {
namespace {

/// Tags by set; the first way is the least recently used one.
class Sets {
 public:
  Sets(const Cache& cache, std::uint64_t seed) : cache_(cache), sets_(cache.sets), random_(seed) {}

  bool access(std::uint64_t address) {
    const std::uint64_t tag = address / cache_.line;
    auto& set = sets_[tag % cache_.sets];
    const auto found = std::find(set.begin(), set.end(), tag);
    if (found != set.end()) {
      if (cache_.lru) std::rotate(found, found + 1, set.end());
      return true;
    }
    if (set.size() < cache_.ways) {
      set.push_back(tag);
    } else if (cache_.lru) {
      set.erase(set.begin());
      set.push_back(tag);
    } else {
      const std::uint64_t draw = random_.below(6);
      set[draw >= 1 && draw <= 3 ? 1 : draw == 0 ? 0 : (draw - 2) % cache_.ways] = tag;
    }
    return false;
  }

 private:
  Cache cache_;
  std::vector<std::vector<std::uint64_t>> sets_;
  Random random_;
};

Finding finding(const char* subject, const char* quantity, nlohmann::json value, const char* unit,
                FindingStatus status = FindingStatus::measured) {
  Finding f;
  f.subject = subject;
  f.quantity = quantity;
  f.value = std::move(value);
  f.unit = unit;
  f.status = status;
  f.method = "fine-grained chase, N growing line by line";
  f.reference = "2014 paper §3.2 step 1";
  f.evidence = {"run-1"};
  return f;
}

}  // namespace

RunPtr chase(const std::string& id, const Cache& cache, std::uint64_t bytes, std::uint64_t stride, std::uint64_t warmup,
             std::uint64_t accesses, std::uint64_t seed) {
  auto run = std::make_shared<Run>();
  run->id = id;
  run->probe = "fine-grained";
  run->label = "trace";
  run->chase()->request.pattern = UniformPattern{bytes, stride};
  run->chase()->request.warmup = warmup;
  run->chase()->request.accesses = accesses;
  Sets sets(cache, seed);
  Random noise(mixed_seed(seed, 7));
  const std::uint64_t period = bytes / stride;
  std::vector<float> cycles;
  cycles.reserve(accesses);
  for (std::uint64_t i = 0; i < warmup + accesses; ++i) {
    const bool hit = sets.access(i % period * stride);
    const float base = hit ? cache.hit : noise.unit() < cache.farShare ? cache.far : cache.near;
    const double spread = std::round((noise.unit() + noise.unit() - 1) * cache.jitter * (hit ? 1 : 2.5));
    if (i >= warmup) cycles.push_back(base + static_cast<float>(spread));
  }
  run->chase()->result.cycles = LatencyTrace(std::move(cycles));
  return run;
}

RunPtr started(const Run& run) {
  auto begun = std::make_shared<Run>(run);
  begun->chase()->result = {};
  return begun;
}

RunPtr fromCycles(const std::string& id, std::vector<float> cycles, std::uint64_t period, std::uint64_t warmup) {
  auto run = std::make_shared<Run>();
  run->id = id;
  run->probe = "fine-grained";
  run->label = "trace";
  run->chase()->request.pattern = UniformPattern{period * 128, 128};
  run->chase()->request.warmup = warmup;
  run->chase()->request.accesses = cycles.size();
  run->chase()->result.cycles = LatencyTrace(std::move(cycles));
  return run;
}

Finding missRate(const Run& run, float above) {
  double misses = 0;
  for (const float cycles : run.cycles().copy()) misses += cycles > above ? 1 : 0;
  Finding made = finding("device", "miss_rate", misses / static_cast<double>(run.cycles().size()), "1");
  made.evidence = {run.id, run.id + "-reference"};
  return made;
}

std::vector<RunPtr> textbookSweep() {
  std::vector<RunPtr> runs;
  const Cache cache{3, 2, 8, true, 100, 300, 300, 0, 1};
  for (std::uint64_t words = 10; words <= 18; ++words) {
    auto run = std::make_shared<Run>(*chase("sweep-" + std::to_string(words), cache, words * 4, 4, 0, words * 8, words));
    run->probe = "miss-pattern";
    run->label = "N = " + std::to_string(words * 4) + " B";
    runs.push_back(run);
  }
  return runs;
}

std::vector<RunPtr> bankRuns(unsigned bank_bytes) {
  std::vector<RunPtr> runs;
  for (std::uint64_t stride = 0; stride <= 64; ++stride) {
    // In 8-byte mode two neighbouring words lie in one row of one bank.
    constexpr std::uint64_t kBanks = 32;
    std::map<std::uint64_t, std::set<std::uint64_t>> wanted;  // rows by bank
    std::size_t rows = 0;
    for (std::uint64_t lane = 0; lane < 32; ++lane) {
      const std::uint64_t place = lane * stride * 4 / bank_bytes;
      auto& of_bank = wanted[place % kBanks];
      of_bank.insert(place / kBanks);
      rows = std::max(rows, of_bank.size());
    }
    const std::string id = "bank-" + std::to_string(bank_bytes) + "-" + std::to_string(stride);
    runs.push_back(
        std::make_shared<const Run>(Run{id, "banks", "stride " + std::to_string(stride), false,
                                        Exchange<BankRequest>{{.stride = stride, .bank_bytes = bank_bytes, .repeats = 64},
                                                              {50 + 37.4 * static_cast<double>(rows - 1)}}}));
  }
  return runs;
}

std::vector<RunPtr> burstRuns() {
  std::vector<RunPtr> runs;
  for (const std::uint64_t sharing : {1U, 2U})
    for (const std::uint64_t loads : {1U, 2U})
      for (std::uint64_t threads = 2; threads <= 512; threads += 2) {
        const std::uint64_t blocks = threads / sharing * loads;
        const double cycles = 350 * (1 + static_cast<double>((blocks - 1) / 128)) + static_cast<double>(blocks) / 3;
        const std::string id = "burst-" + std::to_string(sharing) + "-" + std::to_string(loads) + "-" + std::to_string(threads);
        runs.push_back(std::make_shared<const Run>(
            Run{id, "outstanding", std::to_string(threads) + " threads", false,
                Exchange<OutstandingRequest>{{.threads = threads, .loads = loads, .sharing = sharing, .repeats = 3},
                                             {{cycles, cycles, cycles}}}}));
      }
  return runs;
}

std::vector<Finding> tableFindings() {
  return {finding("request_table", "structure", "mshr", ""), finding("request_table", "entries", 128U, "1"),
          finding("request_table", "merges_per_entry", 8U, "1")};
}

std::vector<RunPtr> copyRuns() {
  std::vector<RunPtr> runs;
  for (std::uint64_t bytes = 65536; bytes <= 1536 * 1024; bytes += 65536)
    for (const bool flush : {true, false}) {
      const double cached = flush ? 0 : static_cast<double>(std::min<std::uint64_t>(bytes, 768 * 1024));
      const double cycles = 3000 + static_cast<double>(bytes) / 60 - cached / 200;
      runs.push_back(std::make_shared<const Run>(Run{"copy-" + std::to_string(bytes) + (flush ? "-flushed" : ""), "l2-copy", "",
                                                     false, Exchange<CopyRequest>{{bytes, flush}, {cycles, {}}}}));
    }
  return runs;
}

std::vector<RunPtr> bandwidthRuns(double hertz) {
  std::vector<RunPtr> runs;
  const auto tried = [&](const char* level, Direction direction, unsigned width, double per_cycle) {
    Run run;
    run.id = "bandwidth-" + std::to_string(runs.size() + 1);
    run.probe = "bandwidth";
    run.exchange = Exchange<BandwidthRequest>{{level, direction, 1 << 20, width, 264, 512}, {per_cycle, per_cycle * hertz}};
    runs.push_back(std::make_shared<const Run>(std::move(run)));
  };
  tried("l2", Direction::read, 16, 2000);
  tried("l2", Direction::read, 4, 1000);
  tried("dram", Direction::read, 16, 500);
  tried("dram", Direction::write, 16, 400);
  return runs;
}

std::vector<Finding> disturbances(const char* subject, bool is_certain) {
  Finding cycles;
  cycles.subject = subject;
  cycles.quantity = quantity::disturbance_cycles;
  cycles.unit = "cycles";
  cycles.status = FindingStatus::measured;
  cycles.value = {80, 0, 80, 1, 80, 0, 80};
  cycles.conditions = {{"space", "texture"}, {"step_threads", 1}, {"threads", 8}};
  Finding threads = cycles;
  threads.quantity = quantity::disturbing_threads;
  threads.unit = "1";
  threads.value = {1, 3, 5, 7};
  if (!is_certain) {
    threads.status = FindingStatus::not_measurable;
    threads.value = nullptr;
  }
  return {cycles, threads};
}

std::vector<Finding> setFindings() {
  const nlohmann::json ca{{"space", "global.ca"}}, texture{{"space", "texture"}};
  std::vector<Finding> all;
  const auto add = [&](const char* subject, const char* quantity, nlohmann::json value, const nlohmann::json& setting,
                       const std::string& reason = {}, const char* run = "sets-1") {
    all.push_back(finding(subject, quantity, std::move(value), "1"));
    all.back().conditions = setting;
    all.back().reason = reason;
    all.back().evidence = {run};
  };
  add("l1_data", "sets", 32, ca);
  add("l1_data", "ways", 4, ca);
  add("l1_data", "set_index_bits", {7, 8, 9, 10, 11}, ca);
  add("l1_data", "set_index_function", "bits", ca);
  add("l1_data", "line_bytes", 128, ca);
  add("l1_data", "replacement_policy", "weighted_way", ca, "Set of 4 ways; 4,096 replacements seen.", "policy-1");
  add("l1_data", "way_replacement_probability", {0.163, 0.158, 0.17, 0.509}, ca,
      "95 % intervals: 0.152 to 0.175, 0.147 to 0.169, 0.159 to 0.181, 0.494 to 0.524.", "policy-1");
  add("texture", "sets", 4, texture);
  add("texture", "ways", 96, texture);
  add("texture", "set_index_bits", {7, 8}, texture);
  add("texture", "set_index_function", "bits", texture);
  add("texture", "line_bytes", 32, texture);
  add("texture", "replacement_policy", "lru", texture, "Set of 96 ways; every access came as predicted.", "policy-2");
  add("l2_tlb", "sets", 7, ca);
  add("l2_tlb", "ways_per_set", {17, 8, 8, 8, 8, 8, 8}, ca);
  add("l2_tlb", "set_index_function", "table", ca);
  add("l2_tlb", "page_bytes", 2097152, ca);
  for (std::uint64_t line = 0; line <= 64; line += 4) {
    const std::uint64_t bytes = 16384 + line * 128;
    const std::string run = "over-" + std::to_string(line);
    const double rate = std::min(0.5, static_cast<double>(line) / 100);
    add("device", "miss_rate", rate,
        {{"space", "global.ca"}, {"bytes", bytes}, {"stride", 128}, {"warmup", bytes / 64}, {"accesses", bytes / 32}}, {}, run.c_str());
    all.back().low = std::max(0.0, rate - 0.02);
    all.back().high = rate + 0.02;
  }
  return all;
}

Session session() {
  Session s;
  s.device.name = "GeForce GTX 560 Ti";
  s.device.origin = Origin::model;
  s.environment = {{"program", "chasescope 0.1.0"}, {"time", "2026-11-21T03:00:00Z"}, {"seed", 4}};
  Cache cache;
  cache.lru = false;
  s.runs.push_back(chase("run-1", cache, 17 * 1024, 128, 272, 3264, 4));
  for (const RunPtr& run : textbookSweep()) s.runs.push_back(run);

  Finding capacity = finding("l1_data", "capacity_bytes", 16384, "bytes");
  capacity.low = 16384;
  capacity.high = 16511;
  capacity.opinions = {{"change point of the footprint curve", 16384, true}, {"eviction sets", 15872, false}};
  s.findings.push_back(capacity);
  s.findings.push_back(finding("l1_data", "line_bytes", 128, "bytes"));
  s.findings.push_back(finding("l1_data", "sets", 32, "1"));
  s.findings.push_back(finding("l1_data", "set_index_bits", {7, 8, 9, 10, 11}, "1"));
  s.findings.push_back(finding("l1_data", "replacement_policy", "weighted_way", "1"));
  Finding ways = finding("l1_data", "way_replacement_probability", {0.163, 0.509, 0.158, 0.17}, "1");
  s.findings.push_back(ways);
  Finding hit = finding("l1_data", "hit_latency_cycles", 116, "cycles");
  hit.low = 115;
  hit.high = 117;
  s.findings.push_back(hit);
  Finding rate = finding("l1_data", "miss_rate", 0.1204, "1");
  rate.low = 0.112;
  rate.high = 0.129;
  s.findings.push_back(rate);
  Finding perSm = finding("l1_data", "count_per_sm", nullptr, "1", FindingStatus::not_measurable);
  perSm.reason = "Two agents on one SM disturbed each other in some passes only; run the sharing probe with a larger footprint.";
  s.findings.push_back(perSm);
  s.findings.push_back(finding("l2", "capacity_bytes", 524288, "bytes", FindingStatus::reported));
  s.findings.push_back(finding("l2_tlb", "ways_per_set", {17, 8, 8, 8, 8, 8, 8}, "1"));
  Finding texture = finding("readonly", "capacity_bytes", nullptr, "bytes", FindingStatus::absent);
  texture.reason = "Loads through this path take as long as global loads: there is no read-only cache of its own.";
  s.findings.push_back(texture);
  return s;
}

std::vector<RunPtr> mapRuns() {
  Random random(7);
  std::vector<std::uint64_t> offsets;
  for (std::size_t i = 0; i < kMapLines; ++i) offsets.push_back((i * 7 % kMapLines) * 4096);
  std::vector<RunPtr> all;
  for (unsigned sm = 0; sm < kMapSms; ++sm) {
    ChaseRequest request;
    request.space = MemorySpace::global_cg;
    request.pattern = OffsetsPattern{offsets};
    request.warmup = kMapLines;
    request.accesses = 3 * kMapLines;
    request.sm = sm;
    std::vector<float> cycles;
    for (std::size_t i = 0; i < request.accesses; ++i) {
      const bool low_half = offsets[i % kMapLines] < kMapLines / 2 * 4096;
      cycles.push_back(static_cast<float>((low_half == (sm % 2 == 0) ? 200 : 240) + random.below(4)));
    }
    ChaseResult result;
    result.cycles.append(std::move(cycles));
    result.sm = sm;
    all.push_back(std::make_shared<const Run>(
        Run{"run-" + std::to_string(sm + 1), kDistanceMapProbe, "SM " + std::to_string(sm), false, Exchange<ChaseRequest>{request, result}}));
  }
  return all;
}

}  // namespace chasescope::sample
