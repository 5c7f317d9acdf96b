#include "tests/widgets/sample_curves.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "engine/findings/change_test.h"
#include "engine/findings/vocabulary.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"
#include "tests/widgets/sample_runs.h"

namespace chasescope::sample {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

Finding measured(const char* subject, const char* quantity, nlohmann::json value, const char* unit) {
  Finding f;
  f.subject = subject;
  f.quantity = quantity;
  f.value = std::move(value);
  f.unit = unit;
  f.status = FindingStatus::measured;
  f.conditions = {{"space", "global.ca"}};
  f.method = "made up for tests";
  f.reference = "2014 paper §4.2";
  return f;
}

RunPtr walk(const std::string& id, const char* probe, std::uint64_t bytes, std::uint64_t stride, std::vector<float> cycles,
            std::string label) {
  auto run = std::make_shared<Run>();
  run->id = id;
  run->probe = probe;
  run->label = std::move(label);
  run->chase()->request.pattern = UniformPattern{bytes, stride};
  run->chase()->request.accesses = cycles.size();
  run->chase()->result.cycles = LatencyTrace(std::move(cycles));
  return run;
}

RunPtr mean(const std::string& id, std::uint64_t bytes, std::uint64_t stride, double cycles) {
  auto run = std::make_shared<Run>();
  run->id = id;
  run->probe = "stride-sweep";
  run->label = "N = " + format_bytes(bytes) + ", s = " + format_bytes(stride);
  run->chase()->request.pattern = UniformPattern{bytes, stride};
  run->chase()->request.record = Record::mean;
  run->chase()->result.mean_cycles = cycles;
  return run;
}

/// The number of pages that miss under LRU when this many neighbours are visited in turn: all pages of each overflowing set.
std::uint64_t missing(const std::vector<std::uint64_t>& ways, std::uint64_t pages) {
  std::uint64_t entries = 0, misses = 0;
  for (const std::uint64_t each : ways) entries += each;
  std::uint64_t over = pages > entries ? pages - entries : 0;
  for (const std::uint64_t each : ways)
    if (over > 0) {
      misses += each + 1;
      --over;
    }
  return over > 0 ? pages : misses;
}

void addRates(Measured& all, const char* subject, const std::vector<std::uint64_t>& ways, std::uint64_t from, std::uint64_t to) {
  Finding rates = measured(subject, "miss_rate", nlohmann::json::array(), "1");
  rates.conditions["stride"] = 2 * kMiB;
  rates.conditions["from_bytes"] = from * 2 * kMiB;
  rates.conditions["to_bytes"] = to * 2 * kMiB;
  rates.conditions["step_bytes"] = 2 * kMiB;
  for (std::uint64_t pages = from; pages <= to; ++pages) {
    const std::uint64_t misses = std::min(missing(ways, pages), pages);
    std::vector<float> cycles(pages, 116);
    std::fill_n(cycles.begin(), misses, 404.0F);
    all.runs.push_back(walk(std::string(subject) + "-" + std::to_string(pages), "tlb", pages * 2 * kMiB, 2 * kMiB,
                            std::move(cycles), "pages in turn"));
    rates.evidence.push_back(all.runs.back()->id);
    rates.value.push_back(static_cast<double>(misses) / static_cast<double>(pages));
  }
  all.findings.push_back(std::move(rates));
}

}  // namespace

Measured conflicts(std::uint64_t trials) {
  constexpr std::uint64_t kSets = 4, kWays = 2, kPlaces = 16;
  auto run = std::make_shared<Run>();
  run->id = "trials-1";
  run->probe = "conflicts";
  run->label = "trials of new places";
  Exchange<TrialsRequest> asked;
  asked.request.places = EvenPlaces{kPlaces, 128, 0};
  asked.request.space = MemorySpace::readonly;
  asked.request.seed = 3;
  asked.request.trials = trials;
  asked.request.cut_cycles = 100;
  asked.result.bytes_per_trial = kPlaces / 8;
  asked.result.bits.resize(asked.request.trials * asked.result.bytes_per_trial);
  for (std::uint64_t t = 0; t < asked.request.trials; ++t) {
    std::vector<std::vector<std::uint64_t>> sets(kSets);  // oldest first
    for (std::uint64_t pass = 0; pass < 2; ++pass)
      for (const std::uint64_t place : visited_places(asked.request, t, pass)) {
        std::vector<std::uint64_t>& set = sets[place % kSets];
        const bool hit = std::erase(set, place) > 0;
        if (set.size() == kWays) set.erase(set.begin());
        set.push_back(place);
        if (pass == 1 && !hit)
          asked.result.bits[t * asked.result.bytes_per_trial + place / 8] |= static_cast<std::uint8_t>(1U << (place % 8));
      }
  }
  run->exchange = std::move(asked);
  Finding sets;
  sets.subject = "readonly";
  sets.quantity = "sets";
  sets.value = kSets;
  sets.status = FindingStatus::measured;
  sets.conditions = {{"space", "readonly"}};
  sets.evidence = {run->id};
  return {{run}, {sets}};
}

Measured replaced(Rule rule) {
  constexpr std::uint64_t kLine = 128, kSets = 4;
  OffsetsPattern pattern;
  Random random(7);
  std::vector<std::uint64_t> order(kReplacedWays + 1);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  const auto visit = [&](std::uint64_t line) { pattern.offsets.push_back(line * kLine + pattern.offsets.size() % 32 * 4); };
  for (int segment = 0; segment < 40; ++segment) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    for (const std::uint64_t line : order)
      if (random.below(3) != 0) visit(line * kSets);
    visit(1);  // of set 1, which always has room
  }
  std::vector<float> cycles;
  std::vector<std::uint64_t> held;  // the line that is evicted next stands first
  for (const std::uint64_t offset : pattern.offsets) {
    const std::uint64_t line = offset / kLine;
    const auto found = std::find(held.begin(), held.end(), line);
    const bool hit = found != held.end();
    cycles.push_back(hit || line == 1 ? 30.0F : 200.0F);
    if (line == 1 || (hit && rule == Rule::arrival)) continue;
    if (hit) held.erase(found);
    if (held.size() == kReplacedWays) held.erase(held.begin());
    held.push_back(line);
  }
  auto run = std::make_shared<Run>();
  run->id = "policy-1";
  run->probe = "replacement";
  run->label = "the same lines in another order";
  Exchange<ChaseRequest> asked;
  asked.request.space = MemorySpace::texture;
  asked.request.accesses = pattern.offsets.size();
  asked.request.pattern = std::move(pattern);
  asked.result.cycles.append(std::make_shared<const std::vector<float>>(std::move(cycles)));
  run->exchange = std::move(asked);
  Measured all{{run}, {}};
  const auto add = [&](const char* quantity, nlohmann::json value, const char* unit = "1") {
    all.findings.push_back(measured("texture", quantity, std::move(value), unit));
    all.findings.back().conditions = {{"space", "texture"}};
    all.findings.back().evidence = {run->id};
  };
  add("line_bytes", kLine, "bytes");
  add("sets", kSets);
  add("ways", kReplacedWays);
  add("set_index_bits", {7, 8});
  add("set_index_function", "bits");
  add("replacement_policy", rule == Rule::last_use ? "lru" : "fifo");
  return all;
}

Measured tlbs() {
  Measured all;
  const auto add = [&](const char* subject, std::uint64_t entries, const std::vector<std::uint64_t>& ways, double penalty) {
    all.findings.push_back(measured(subject, "page_bytes", 2 * kMiB, "bytes"));
    all.findings.push_back(measured(subject, "entries", entries, "1"));
    all.findings.push_back(measured(subject, "reach_bytes", entries * 2 * kMiB, "bytes"));
    all.findings.push_back(measured(subject, "sets", ways.size(), "1"));
    if (ways.size() == 1)
      all.findings.push_back(measured(subject, "ways", ways.front(), "1"));
    else
      all.findings.push_back(measured(subject, "ways_per_set", ways, "1"));
    all.findings.push_back(measured(subject, "miss_penalty_cycles", penalty, "cycles"));
    all.findings.back().conditions["data"] = "l1_data";
  };
  add("l1_tlb", 16, {16}, 288);
  addRates(all, "l1_tlb", {16}, 12, 21);
  add("l2_tlb", 65, {17, 8, 8, 8, 8, 8, 8}, 84);
  addRates(all, "l2_tlb", {17, 8, 8, 8, 8, 8, 8}, 61, 76);
  return all;
}

Measured footprints() {
  Measured all;
  const Cache l1{.farShare = 0, .jitter = 0};
  const auto add = [&](std::uint64_t bytes, const std::string& label) {
    const std::uint64_t pass = bytes / 128;
    auto run = std::make_shared<Run>(
        *chase("n-" + std::to_string(bytes), l1, bytes, 128, 2 * pass, std::max<std::uint64_t>(1024 / pass, 1) * pass));
    run->probe = "footprint-sweep";
    run->label = label + format_bytes(bytes);
    all.runs.push_back(run);
    return run->id;
  };
  for (std::uint64_t octave = 512; octave <= 128 << 10; octave *= 2)
    for (std::uint64_t i = 0; i < 4; ++i) add(octave / 4 * (4 + i), "N = ");
  Finding end = measured("l1_data", "contiguous_bytes", 16384, "bytes");
  end.low = 16384;
  end.high = 16384 + 127;
  end.reference = "topology thesis §3.2, §3.4, §4.2";
  end.reason = "Hits took 116 cycles, misses 404.";
  end.evidence = {"n-4096", "n-65536"};
  std::vector<RunPtr> sweep;
  for (std::uint64_t bytes = 16384 - 12 * 128; bytes <= 16384 + 12 * 128; bytes += 128) {
    std::erase_if(all.runs, [&](const RunPtr& run) { return run->id == "n-" + std::to_string(bytes); });
    end.evidence.push_back(add(bytes, kSweepLabel));
    sweep.push_back(all.runs.back());
  }
  end.opinions.push_back(*opinion_of(change_test(sweep), {16384, 16384 + 128}));
  all.findings.push_back(std::move(end));
  Finding near = measured("l1_data", "plateau_cycles", 116, "cycles");
  near.conditions["from_bytes"] = 512;
  near.conditions["to_bytes"] = 16384;
  all.findings.push_back(near);
  Finding far = measured("l2", "plateau_cycles", 404, "cycles");
  far.conditions["from_bytes"] = 24576;
  far.conditions["to_bytes"] = 229376;
  all.findings.push_back(far);
  return all;
}

Measured strides() {
  Measured all;
  for (std::uint64_t bytes = 4096; bytes <= 64 << 10; bytes *= 2)
    for (std::uint64_t stride = 4; stride <= bytes / 4; stride *= 2) {
      const double share = bytes <= 16384 ? 0 : std::min(1.0, static_cast<double>(stride) / 128);
      all.runs.push_back(mean("s-" + std::to_string(bytes) + "-" + std::to_string(stride), bytes, stride, 116 + 288 * share));
    }
  Finding fetch = measured("l1_data", "fetch_bytes", 128, "bytes");
  for (std::uint64_t stride = 16; stride <= 1024; stride *= 2) {
    std::vector<float> cycles;
    for (std::uint64_t i = 0; i < 512; ++i) cycles.push_back(i * stride % 128 < stride ? 404.0F : 116.0F);
    all.runs.push_back(walk("f-" + std::to_string(stride), "stride-sweep", 65536, stride, std::move(cycles),
                            "N = 64 KiB, s = " + format_bytes(stride)));
    fetch.evidence.push_back(all.runs.back()->id);
  }
  all.findings.push_back(std::move(fetch));
  Finding ways = measured("l1_data", "ways", 4, "1");
  ways.evidence = {all.runs.back()->id};
  all.findings.push_back(std::move(ways));
  return all;
}

Measured spectrum() {
  Measured all;
  const std::vector<std::tuple<double, double, std::vector<std::string>, std::string>> classes{
      {116, 0.6, {"l1_data+l1_tlb"}, "The L1 TLB knows the page; the line is in the L1."},
      {404,
       0.15,
       {"l1_data+l2_tlb", "l2+l2_tlb"},
       "The L1 TLB misses, the L2 TLB knows the page; the line is in the L1. Or: The L1 TLB misses, the L2 TLB knows the page; the "
       "line is in the L2."},
      {488, 0.1, {"l1_data+walk"}, "No TLB knows the page: the page table is read; the line is in the L1."},
      {655, 0.1, {"dram+l1_tlb"}, "The L1 TLB knows the page; no cache has the line: memory answers."},
      {1259, 0.04, {"dram+walk"}, "No TLB knows the page: the page table is read; no cache has the line: memory answers."},
      {2020, 0.01, {}, "Not explained: no kind of access in the pattern takes so long."}};
  all.runs.push_back(walk("spectrum-1", "spectrum", 4096, 128, {116, 404, 488, 655}, "spectrum"));
  std::uint64_t number = 0;
  for (const auto& [cycles, share, paths, words] : classes) {
    Finding latency = measured("device", "access_class_cycles", cycles, "cycles");
    latency.conditions["class"] = ++number;
    latency.conditions["paths"] = paths;
    latency.low = cycles - 2;
    latency.high = cycles + 2;
    latency.reason = words;
    latency.evidence = {"spectrum-1"};
    Finding part = measured("device", "access_class_share", share, "1");
    part.conditions = latency.conditions;
    part.evidence = latency.evidence;
    all.findings.push_back(std::move(latency));
    all.findings.push_back(std::move(part));
  }
  return all;
}

Measured loaded() {
  constexpr double kLoads = 4, kHertz = 1e9;
  Measured all;
  for (const auto& [level, part, cycles, best] :
       {std::tuple{"l1", subject::l1_data, 40.0, 400.0}, {"l2", subject::l2, 300.0, 200.0}}) {
    Finding lone = measured(part, quantity::lone_latency_cycles, cycles, "cycles");
    all.findings.push_back(lone);
    for (const std::uint64_t threads : {8, 16, 32, 64, 128, 256, 512, 1024}) {
      const double rate = std::min(kLoads * static_cast<double>(kLoadedSms * threads * 16) / cycles, best);
      auto run = std::make_shared<Run>();
      run->id = std::string("load-") + level + "-" + std::to_string(threads);
      run->probe = "load";
      run->exchange = Exchange<BandwidthRequest>{{level, Direction::read, 1 << 20, 16, kLoadedSms, threads}, {rate, rate * kHertz}};
      all.runs.push_back(std::move(run));
    }
  }
  return all;
}

Measured operations() {
  using enum MemoryOperation;
  Measured all;
  const auto add = [&](OperationsRequest request, double cycles, double overhead = 2) {
    request.repeats = 3;
    auto run = std::make_shared<Run>();
    run->id = "operations-" + std::to_string(all.runs.size());
    run->probe = "operations";
    run->exchange = Exchange<OperationsRequest>{request, {{cycles - 1, cycles, cycles + 1}, overhead}};
    all.runs.push_back(std::move(run));
  };
  for (const OperationLevel level : {OperationLevel::shared, OperationLevel::global}) {
    const bool shared = level == OperationLevel::shared;
    add({.operation = load, .level = level}, shared ? 25 : 282);
    add({.operation = store, .level = level}, shared ? 32 : 902, shared ? 22 : 752);
    for (const std::uint64_t threads : {1, 2, 8, 32, 128, 1024})
      for (const std::uint64_t spacing : {0, 4, 128}) {
        if (threads == 1 && spacing != 0) continue;
        const auto more = static_cast<double>(threads - 1);
        add({.operation = atomic, .level = level, .threads = threads, .spacing_bytes = spacing},
            (shared ? 42 : 502) + (spacing == 4 ? 0.1 : 1) * more);
      }
  }
  add({.operation = load, .warm = true}, 35);
  add({.operation = load_after_store}, 36);
  add({.operation = hit_under_miss}, 38);
  for (const std::uint64_t threads : {1, 32, 256, 1024})
    for (const MemoryOperation operation : {load, async_copy})
      add({.operation = operation, .threads = threads, .spacing_bytes = 16, .access_bytes = 16},
          (operation == load ? 282 : 292) + static_cast<double>(threads) / 4);
  for (const unsigned bytes : {16U, 512U, 16384U}) add({.operation = bulk_copy, .access_bytes = bytes}, 502 + bytes / 64.0);
  return all;
}

Measured residency() {
  using enum EvictionPriority;
  Measured all;
  const auto add = [&](ResidencyRequest request, double share) {
    request.places = 100;
    ResidencyResult result;
    for (std::uint64_t i = 0; i < request.places; ++i) result.cycles.push_back(static_cast<double>(i) < 100 * share ? 280 : 650);
    auto run = std::make_shared<Run>();
    run->id = "residency-" + std::to_string(all.runs.size());
    run->probe = "residency";
    run->exchange = Exchange<ResidencyRequest>{request, std::move(result)};
    all.runs.push_back(std::move(run));
  };
  add({.kept_bytes = 4 * kMiB}, 1);
  add({.kept_bytes = 4 * kMiB, .spacing_bytes = 4096, .timed_offset = 2048}, 0);
  for (const auto& [mib, share] : {std::pair{16, 1.0}, {28, 1.0}, {32, 0.98}, {48, 0.82}})
    add({.kept_bytes = static_cast<std::uint64_t>(mib) * kMiB}, share);
  struct Swept {
    EvictionPriority kept;
    std::vector<double> shares;
  };
  for (const Swept& swept : {Swept{normal, {1, 0.76, 0.01, 0}}, Swept{first, {0.25, 0, 0, 0}}, Swept{last, {1, 0.9, 0.9, 0.9}},
                             Swept{unchanged, {1, 0.75, 0, 0}}})
    for (std::size_t i = 0; i < swept.shares.size(); ++i)
      add({.kept_bytes = 8 * kMiB, .kept = swept.kept, .swept_bytes = (16 * kMiB) << i}, swept.shares[i]);
  add({.kept_bytes = 8 * kMiB, .swept_bytes = 128 * kMiB, .swept = first}, 1);
  for (const std::optional<std::uint64_t> aside : {std::optional<std::uint64_t>(), std::optional(16 * kMiB)})
    for (const std::uint64_t mib : {4, 8, 16, 32})
      add({.kept_bytes = mib * kMiB, .kept = last, .swept_bytes = 128 * kMiB, .persisting_bytes = aside},
          mib <= 4 ? 1 : std::min(0.9, (aside ? 16.0 : 8.0) / static_cast<double>(mib)));
  for (const std::optional<std::uint64_t> fetch : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(128)})
    for (const std::uint64_t offset : {32, 64, 96, 128})
      add({.kept_bytes = 4 * kMiB, .spacing_bytes = 4096, .timed_offset = offset, .fetch_bytes = fetch},
          offset < fetch.value_or(64) ? 1 : 0);
  const auto tell = [&](const char* quantity, double bytes, nlohmann::json conditions) {
    all.findings.push_back(measured(subject::l2, quantity, bytes, "bytes"));
    all.findings.back().conditions = std::move(conditions);
  };
  tell(quantity::effective_bytes, 28.0 * kMiB, nlohmann::json::object());
  tell(quantity::persisting_bytes, 16.0 * kMiB, {{"set_aside_bytes", 16 * kMiB}});
  tell(quantity::persisting_bytes, 8.0 * kMiB, {{"set_aside", "default"}});
  tell(quantity::fetched_bytes, 128, {{"fetch_setting_bytes", 128}});
  tell(quantity::fetched_bytes, 64, {{"fetch_setting", "default"}});
  return all;
}

}  // namespace chasescope::sample
