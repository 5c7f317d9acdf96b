#include "tests/engine/session/sessions.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace chasescope {
namespace {

Description sample_device() {
  Description device;
  device.name = "NVIDIA Test \"9000\" µ";
  device.origin = Origin::model;
  device.calls = {"chase", "bank"};
  device.spaces = {MemorySpace::global_ca, MemorySpace::global_cg, MemorySpace::shared};
  device.properties.compute_capability = "9.0";
  device.properties.sm_count = 132;
  device.properties.clock_khz = 1'980'000;
  device.properties.max_footprint_bytes_by_space = {{MemorySpace::global_ca, 1ULL << 34}, {MemorySpace::shared, 232'448}};
  device.properties.driver = "550.54";
  device.keeps_state = {"l2", "tlb"};
  return device;
}

Run listed_run() {
  Run run{"run-2", "spectrum", "one class", {}, {}};
  run.chase()->request.space = MemorySpace::global_cg;
  run.chase()->request.pattern = OffsetsPattern{{0, 4096, 128}};
  run.chase()->request.warmup = 3;
  run.chase()->request.accesses = 4;
  run.chase()->request.carveout_percent = 12.5;
  run.chase()->request.l1_kib = 16;
  run.chase()->request.sm = 7;
  run.chase()->request.truth = true;
  run.chase()->result.cycles = LatencyTrace({180, 262.5F, 180.1F, 1e9F});
  run.chase()->result.overhead_cycles = 4;
  run.chase()->result.sm = 7;
  run.chase()->result.served_by = {{"l2", "dram"}, {0, 1, 0, 1}};
  return run;
}

Run shuffled_run() {
  Run run{"run-3", "fine-grained", "shuffled", {}, {}};
  run.chase()->request.pattern = ShuffledPattern{512, 128, 0xFFFF'FFFF'FFFF'FFFFULL};
  run.chase()->request.accesses = 6;
  run.chase()->request.element_bytes = 8;
  run.chase()->result.cycles = LatencyTrace({35, 36, 35, 35, 35, 40});
  run.chase()->result.offsets = {256, 0, 384, 128};
  return run;
}

Run mean_run() {
  Run run{"run-4", "sweep", "mean", {}, {}};
  run.chase()->request.pattern = UniformPattern{1024, 256};
  run.chase()->request.accesses = 1000;
  run.chase()->request.record = Record::mean;
  run.chase()->result.mean_cycles = 35.25;
  return run;
}

Finding sample_finding() {
  Finding finding;
  finding.subject = "l1_data";
  finding.quantity = "capacity_bytes";
  finding.conditions = {{"space", "global.ca"}, {"carveout_percent", 50}};
  finding.value = 16384.0;
  finding.unit = "bytes";
  finding.low = 16256;
  finding.high = 16384.5;
  finding.status = FindingStatus::measured;
  finding.method = "footprint grown until the first miss";
  finding.reference = "2014 paper §3.2 step 1";
  finding.evidence = {"run-1", "run-3"};
  finding.opinions = {{"change points", 16320, false}, {"eviction sets", nlohmann::json::array({1, 2.5}), true}};
  return finding;
}

}  // namespace

Run uniform_run(const std::string& id, std::uint64_t bytes, std::uint64_t stride, std::vector<float> cycles) {
  Run run{id, "fine-grained", "trace", {}, {}};
  run.chase()->request.pattern = UniformPattern{bytes, stride};
  run.chase()->request.accesses = cycles.size();
  run.chase()->result.cycles.append(std::move(cycles));
  return run;
}

Session sample_session() {
  Session session;
  session.device = sample_device();
  session.environment = {{"program", "ChaseScope 0.1.0"},
                         {"seed", 7},
                         {"nested", {{"empty", nlohmann::json::object()}, {"list", {1, "two", nullptr}}}}};
  session.runs = {std::make_shared<const Run>(uniform_run("run-1", 512, 128, {35, 35, 180, 36.5F, 35})),
                  std::make_shared<const Run>(listed_run()), std::make_shared<const Run>(shuffled_run()),
                  std::make_shared<const Run>(mean_run())};
  Finding absent;
  absent.subject = "l3";
  absent.quantity = "capacity_bytes";
  absent.status = FindingStatus::absent;
  absent.reason = "Two levels were found.";
  session.findings = {sample_finding(), absent};
  session.notes = "First line.\nSecond \"line\" with \t and \\ and é.";
  return session;
}

Session calls_session() {
  Session session;
  session.device = sample_device();
  session.device.calls.assign(all_calls().begin(), all_calls().end());
  const auto add = [&](const std::string& label, AnyExchange exchange) {
    const std::string id = "run-" + std::to_string(session.runs.size() + 1);
    session.runs.push_back(std::make_shared<const Run>(Run{id, "some probe", label, false, std::move(exchange)}));
  };
  Exchange<PairedChaseRequest> paired;
  paired.request.a.pattern = UniformPattern{1024, 128};
  paired.request.a.accesses = 3;
  paired.request.b.pattern = ShuffledPattern{512, 128, 3};
  paired.request.b.accesses = 2;
  paired.request.b_thread = 32;
  paired.result.a.cycles = LatencyTrace({35, 36.5F, 180});
  paired.result.b.cycles = LatencyTrace({40, 41});
  paired.result.b.offsets = {0, 256, 128, 384};
  add("two agents", paired);
  add("stride 2", Exchange<BankRequest>{{.stride = 2, .word_bytes = 8, .bank_bytes = 4, .repeats = 64}, {88.0625}});
  // This number has more digits than a 32-bit float.
  add("t = 130",
      Exchange<OutstandingRequest>{{.threads = 130, .loads = 1, .sharing = 2, .repeats = 3}, {{123456789.25, 690, 701}}});
  add("flushed", Exchange<CopyRequest>{{.bytes = 786432, .flush = true}, {std::nullopt, 1.25e-5}});
  add("not flushed", Exchange<CopyRequest>{{.bytes = 786432, .flush = false}, {4096.5, std::nullopt}});
  add("l2", Exchange<BandwidthRequest>{{.level = "l2", .bytes = 1 << 20, .access_bytes = 16, .blocks = 132}, {5512.5, 1.0e13}});
  add("32 KiB", Exchange<InstructionsRequest>{{.bytes = 32768, .repeats = 4}, {2.125, 16}});
  add("rank 1", Exchange<ClusterRequest>{{.cluster_size = 2, .rank = 1, .operation = ClusterOperation::bulk_copy, .accesses = 2},
                                         {{213, 215.5}}});
  add("atomics", Exchange<OperationsRequest>{
                     {.operation = MemoryOperation::atomic, .threads = 32, .spacing_bytes = 4, .repeats = 2}, {{495, 496.5}, 2}});
  add("swept", Exchange<ResidencyRequest>{
                   {.kept_bytes = 4096, .swept_bytes = 65536, .swept = EvictionPriority::first, .places = 3, .fetch_bytes = 64},
                   {{280, 281.5, 650}}});
  Exchange<TrialsRequest> trials;
  trials.request.places = EvenPlaces{20, 128, 0};
  trials.request.probability = 0.4;
  trials.request.seed = 7;
  trials.request.trials = 1;
  trials.result.bytes_per_trial = 3;
  trials.result.bits = {0x01, 0x04, 0x04};  // places 0, 10 and 18, which the trials visit
  add("trials", trials);
  add("chase", uniform_run("", 512, 128, {35, 35, 180}).exchange);
  Finding finding;
  finding.subject = "shared_memory";
  finding.quantity = "banks";
  finding.value = 32;
  finding.status = FindingStatus::measured;
  finding.evidence = {"run-2"};
  session.findings = {finding};
  return session;
}

namespace {

std::string random_text(Random& random) {
  static const std::vector<std::string> kPieces{"a", "Z", "0", " ", "\"", "\\", "\n", "/", "~", "é", "漢", "\x01", "😀", ","};
  std::string text;
  for (auto left = random.below(8); left > 0; --left) text += kPieces[random.below(kPieces.size())];
  return text;
}

nlohmann::json random_value(Random& random, int depth) {
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0: return nullptr;
    case 1: return random.below(2) == 0;
    case 2: return random.next() >> random.below(64);
    case 3: return (random.unit() - 0.5) * std::pow(10.0, static_cast<double>(random.below(30)));
    case 4: return random_text(random);
    case 5: {
      nlohmann::json array = nlohmann::json::array();
      for (auto left = random.below(5); left > 0; --left) array.push_back(random_value(random, depth - 1));
      return array;
    }
    default: {
      nlohmann::json object = nlohmann::json::object();
      for (auto left = random.below(5); left > 0; --left) object["k" + random_text(random)] = random_value(random, depth - 1);
      return object;
    }
  }
}

nlohmann::json random_object(Random& random) {
  nlohmann::json object = nlohmann::json::object();
  for (auto left = random.below(4); left > 0; --left) object[random_text(random)] = random_value(random, 3);
  return object;
}

float random_cycles(Random& random) {
  if (random.below(3) > 0) return static_cast<float>(random.below(2000));
  return static_cast<float>(random.unit() * std::pow(10.0, static_cast<double>(random.below(12))));
}

Pattern random_pattern(Random& random) {
  const std::uint64_t stride = 4 * (1 + random.below(64));
  const std::uint64_t bytes = stride * (1 + random.below(20));
  switch (random.below(3)) {
    case 0: return UniformPattern{bytes, stride};
    case 1: return ShuffledPattern{bytes, stride, random.next()};
    default: {
      OffsetsPattern listed{shuffled_offsets({bytes, stride, random.next()})};
      return listed;
    }
  }
}

AnyExchange random_trials(Random& random) {
  Exchange<TrialsRequest> asked;
  TrialsRequest& request = asked.request;
  request.places = random.below(2) == 0 ? TrialPlaces(EvenPlaces{1 + random.below(random.below(4) == 0 ? 2000 : 40), 128, 4 * random.below(9)}) : TrialPlaces(ListedPlaces{{0, 512, 128}});
  request.probability = random.unit();
  request.trials = 1 + random.below(4);
  request.seed = random.next();
  request.record = random.below(2) == 0 ? TrialRecord::bits : TrialRecord::cycles;
  if (random.below(2) == 0) request.timed = {0};
  asked.result.bytes_per_trial = request.record == TrialRecord::bits ? (count_of(request.places) + 7) / 8 : 0;
  for (std::uint64_t t = 0; t < request.trials; ++t) {
    const TrialDraw draw(request.seed, t, request.probability, false);
    std::vector<float> cycles;
    asked.result.bits.resize((t + 1) * asked.result.bytes_per_trial);
    for (std::uint64_t i = 0; i < (request.timed.empty() ? count_of(request.places) : 1); ++i) {
      if (request.timed.empty() && !draw.is_in(i)) continue;
      cycles.push_back(static_cast<float>(random.below(1000)));
      if (request.record == TrialRecord::bits && cycles.back() > 500)
        asked.result.bits[t * asked.result.bytes_per_trial + i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
    }
    if (request.record == TrialRecord::cycles) asked.result.cycles.push_back(std::move(cycles));
  }
  return asked;
}

AnyExchange random_other_exchange(Random& random) {
  const auto times = [&](std::uint64_t n) {
    std::vector<double> cycles;
    while (cycles.size() < n) cycles.push_back(random.unit() * 1e11);
    return cycles;
  };
  switch (random.below(6)) {
    case 3: return random_trials(random);
    case 4: {
      const std::uint64_t repeats = 1 + random.below(5);
      const auto operation = random.below(2) == 0 ? MemoryOperation::atomic : MemoryOperation::load_after_store;
      return Exchange<OperationsRequest>{
          {.operation = operation, .threads = 1 + random.below(1024), .spacing_bytes = 128, .repeats = repeats},
          {times(repeats), random.unit() * 100}};
    }
    case 5: {
      const std::uint64_t places = 1 + random.below(5);
      ResidencyRequest request{
          .kept_bytes = 128 * (places + random.below(9)), .swept_bytes = 128 * random.below(99), .places = places};
      request.kept = static_cast<EvictionPriority>(random.below(4)), request.swept = static_cast<EvictionPriority>(random.below(4));
      if (random.below(2) == 0) request.persisting_bytes = random.below(4096);
      if (random.below(2) == 0) request.fetch_bytes = std::uint64_t{32} << random.below(3);
      return Exchange<ResidencyRequest>{request, {times(places)}};
    }
    case 0: return Exchange<BankRequest>{{.stride = random.below(65), .repeats = 1 + random.below(100)}, {random.unit() * 1000}};
    case 1: {
      const std::uint64_t repeats = 1 + random.below(5);
      return Exchange<OutstandingRequest>{{.threads = 1 + random.below(1024), .repeats = repeats}, {times(repeats)}};
    }
    default: {
      const std::uint64_t accesses = 1 + random.below(9);
      return Exchange<ClusterRequest>{{.cluster_size = 4, .rank = 3, .accesses = accesses}, {times(accesses)}};
    }
  }
}

Run random_run(Random& random, std::size_t number) {
  Run run{"run-" + std::to_string(number), random_text(random), random_text(random), {}, {}};
  if (random.below(3) == 0) {
    run.exchange = random_other_exchange(random);
    return run;
  }
  run.chase()->request.space = all_memory_spaces()[random.below(7)];
  run.chase()->request.pattern = random_pattern(random);
  run.chase()->request.element_bytes = random.below(2) == 0 ? 4 : 8;
  run.chase()->request.warmup = random.below(1000);
  run.chase()->request.accesses = 1 + random.below(60);
  run.chase()->request.record = random.below(4) == 0 ? Record::mean : Record::each;
  if (random.below(2) == 0) run.chase()->request.carveout_percent = random.unit() * 100;
  if (random.below(2) == 0) run.chase()->request.l1_kib = 48;
  if (random.below(2) == 0) run.chase()->request.sm = static_cast<unsigned>(random.below(200));
  run.chase()->request.truth = random.below(2) == 0;
  if (run.chase()->request.record == Record::mean) {
    run.chase()->result.mean_cycles = random.unit() * 1000;
  } else {
    std::vector<float> cycles;
    for (std::uint64_t i = 0; i < run.chase()->request.accesses; ++i) cycles.push_back(random_cycles(random));
    run.chase()->result.cycles.append(std::move(cycles));
  }
  if (const auto* shuffled = std::get_if<ShuffledPattern>(&run.chase()->request.pattern))
    run.chase()->result.offsets = shuffled_offsets(*shuffled);
  if (random.below(2) == 0) run.chase()->result.overhead_cycles = random.below(40);
  if (random.below(2) == 0) run.chase()->result.sm = static_cast<unsigned>(random.below(200));
  if (run.chase()->request.truth) {
    run.chase()->result.served_by.names = {"l1"};
    for (std::uint64_t i = 0; i < run.chase()->request.accesses; ++i) run.chase()->result.served_by.index.push_back(0);
  }
  return run;
}

Finding random_finding(Random& random, std::size_t runs) {
  Finding finding;
  finding.subject = random_text(random);
  finding.quantity = random_text(random);
  finding.conditions = random_object(random);
  do finding.value = random_value(random, 2);
  while (finding.value.is_object());
  const bool may_have_a_dimension = finding.value.is_null() || finding.value.is_number() || finding.value.is_array();
  finding.unit = may_have_a_dimension ? random_text(random) : "1";
  if (random.below(2) == 0) finding.low = random.unit() * -1e6;
  if (random.below(2) == 0) finding.high = std::floor(random.unit() * 1e6);
  finding.status = static_cast<FindingStatus>(random.below(4));
  finding.reason = random_text(random);
  finding.method = random_text(random);
  if (runs > 0) finding.evidence = {"run-" + std::to_string(random.below(runs))};
  if (random.below(2) == 0) finding.opinions.push_back({random_text(random), random.below(100), random.below(2) == 0});
  return finding;
}

}  // namespace

Session random_session(Random& random) {
  Session session;
  session.device = sample_device();
  session.device.name = random_text(random);
  session.device.origin = static_cast<Origin>(random.below(4));
  if (random.below(2) == 0) session.device.keeps_state.clear();
  session.device.keeps_all_state = session.device.keeps_state.empty() && random.below(2) == 0;
  session.environment = random_object(random);
  const std::size_t runs = random.below(6);
  for (std::size_t i = 0; i < runs; ++i) session.runs.push_back(std::make_shared<const Run>(random_run(random, i)));
  for (auto left = random.below(5); left > 0; --left) session.findings.push_back(random_finding(random, runs));
  session.notes = random_text(random);
  return session;
}

TempFolder::TempFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "chasescope_test_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_text(const std::filesystem::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

}  // namespace chasescope
