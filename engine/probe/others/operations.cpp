// Probe `operations`: the costs of memory operations other than plain loads. These are atomics in shared and global memory, with
// the cost of more threads; stores until they are visible, and their effect on the L1; a hit under a miss; copies from global to
// shared memory (topology thesis §6.3.2 asks for the latter). Decision 50:
// docs/decisions/measuring/50-operations-between-two-clocks.md
#include <algorithm>
#include <tuple>

#include "engine/experiment/recorder.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/findings/unmeasured.h"
#include "engine/probe/others/drawn_lines.h"
#include "engine/probe/others/half_findings.h"
#include "engine/probe/others/operations_findings.h"
#include "engine/probe/parameters.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::TimedOperation;
using enum MemoryOperation;

constexpr auto kInShared = OperationLevel::shared;
constexpr auto kInGlobal = OperationLevel::global;
constexpr std::uint64_t kLanesOfAWarp = 32, kThreadsOfABlock = 1024;  // assumed if the device does not report them
constexpr std::uint64_t kFewestOperationRepeats = 20;                 // so many that a tenth is two of them
// Requests with a fence, each of which returns the fence's cost as one number.
constexpr std::uint64_t kTimesAsked = 5;
// Threads of each SM when all SMs take part: enough that the atomic unit never waits for a thread.
constexpr std::uint64_t kCrowdThreads = 256;
constexpr std::uint64_t kFewInARow = 8, kManyInARow = 32;
constexpr unsigned kCopyBytes = 16;  // of each thread: the widest copy there is
// Lines whose atomics are compared, and the memory that they are drawn from: of two halves about 32 lines each, and more memory may
// bring TLB misses in. The overhead of a line's measurement is an ordinary load's.
constexpr std::uint64_t kComparedLines = 64, kComparedSpan = std::uint64_t{4} << 20;
constexpr const char* kNoSms = "The device does not tell its number of SMs.";

ProbeInfo operations_info() {
  ProbeInfo info;
  info.name = "operations";
  info.title = "Memory operations";
  info.group = "Requests";
  info.summary =
      "The latency of atomics, stores, hits under misses and copies to shared memory, and the cycles that more threads add.";
  info.reference = kOperationsReference;
  info.parameters = {
      {.key = "part",
       .label = "Operations",
       .kind = ParameterKind::choice,
       .default_text = "all",
       .choices = {"all", "atomics", "stores", "misses", "copies"},
       .help = "Which operations are measured; misses: hits while a miss is under way."},
      {.key = "repeats",
       .label = "Repeats",
       .kind = ParameterKind::count,
       .default_text = "64",
       .help = "Each time is the median of so many measurements."},
  };
  return info;
}

class MeasuringOperations {
 public:
  MeasuringOperations(Recorder& recorder, const Description& device, std::uint64_t repeats)
      : recorder_(recorder), device_(device), repeats_(repeats) {
    warp_ = device.properties.warp_size.value_or(kLanesOfAWarp);
    most_threads_ = std::min(device.properties.max_threads_per_block.value_or(kThreadsOfABlock), kThreadsOfABlock);
  }

  std::optional<DeviceError> measure(const std::string& part) {
    const auto is_asked = [&](const char* name) { return part == "all" || part == name; };
    const OperationPoint shared = ask({.operation = load, .level = kInShared}, "load from shared memory", 0);
    const OperationPoint hit = ask({.operation = load, .warm = true}, "load that hits the L1", 0.01);
    const OperationPoint miss = ask({.operation = load}, "load that misses the L1", 0.02);
    if (is_asked("atomics"))
      measure_atomics(kInShared, shared, 0.03, 0.25), measure_atomics(kInGlobal, miss, 0.25, 0.6), measure_crowds(0.6, 0.7);
    if (is_asked("stores"))
      measure_store(kInShared, shared, 0.7), measure_store(kInGlobal, miss, 0.75), measure_after_stores(hit, miss);
    if (is_asked("misses")) add(hit_under_miss_finding(hit, miss, ask({.operation = hit_under_miss}, "hit under a miss", 0.85)));
    if (is_asked("copies")) measure_copies(miss, 0.87);
    return error_;
  }

 private:
  /// Measures one point. A limit of the device is a refusal of this point; any other error ends the probe. \param plain a load of
  /// one thread. The part of its time that is not the load is the measuring overhead, which is the same for every operation.
  /// Launching further threads one after the other, and waiting for a copy, count as time of the operation.
  OperationPoint ask(OperationsRequest request, const std::string& label, double progress, const OperationPoint& plain = {}) {
    request.repeats = repeats_;
    return ask_as_it_is(request, label, progress, plain);
  }

  OperationPoint ask_as_it_is(const OperationsRequest& request, const std::string& label, double progress,
                              const OperationPoint& plain) {
    OperationPoint point;
    if (error_) return point;
    recorder_.progress(label, progress);
    const auto run = recorder_.ask_quietly(Planned<OperationsRequest>{request, label});
    if (!run) {
      if (is_limit(run.error()))
        point.refusal = run.error().message;
      else
        error_ = run.error();
      return point;
    }
    const OperationsResult& result = (*run)->as<OperationsRequest>()->result;
    point.run = recorder_.keep(*run);
    point.threads = request.threads;
    point.cycles = result.cycles;
    point.overhead = result.overhead_cycles;
    point.timed = inference::timed_operation(result.cycles, plain.is_measured() ? plain.overhead : result.overhead_cycles);
    return point;
  }

  void add(std::vector<Finding> findings) {
    if (error_) return;
    for (Finding& finding : findings) recorder_.add(std::move(finding));
  }
  void add(Finding finding) {
    if (!error_) recorder_.add(std::move(finding));
  }

  std::vector<std::uint64_t> threads_of_curve() const {
    std::vector<std::uint64_t> threads{1};
    for (const std::uint64_t parts : {16, 8, 4, 2})
      if (warp_ / parts > threads.back()) threads.push_back(warp_ / parts);
    threads.push_back(3 * warp_ / 4);
    threads.push_back(warp_);
    for (std::uint64_t warps = 2; warps * warp_ <= most_threads_; warps *= 2) threads.push_back(warps * warp_);
    return threads;
  }

  void measure_atomics(OperationLevel level, const OperationPoint& plain, double from, double to) {
    const std::string where = level == kInShared ? "atomics in shared memory, " : "atomics in global memory, ";
    AtomicsOfLevel atomics{.level = level, .warp = warp_, .plain = plain};
    atomics.one = ask({.operation = atomic, .level = level}, where + "one thread", from, plain);
    const auto threads = threads_of_curve();
    const double curves_to = level == kInShared ? to : (from + to) / 2;
    const double step = (curves_to - from) / static_cast<double>(kThreadPlaces.size() * threads.size());
    for (const ThreadPlaces& places : kThreadPlaces) {
      std::vector<OperationPoint>& curve = atomics.curves.emplace_back();
      if (atomics.one.is_measured()) curve.push_back(atomics.one);
      for (const std::uint64_t count : threads) {
        if (count == 1) continue;
        const OperationsRequest request{.operation = atomic, .level = level, .threads = count, .spacing_bytes = places.spacing};
        OperationPoint point = ask(request, where + places.words + ", " + std::to_string(count) + " threads", from += step, plain);
        if (!point.is_measured()) break;
        curve.push_back(std::move(point));
      }
    }
    if (level == kInShared) return add(atomic_findings(atomics));
    const OperationsByAddress compared = measure_by_address(atomics, curves_to, to);
    const inference::OwnerHalves halves = halves_of(compared);
    std::vector<Finding> findings = atomic_findings(atomics);
    if (atomics.one.is_measured()) findings.front().reason += half_in_words(halves, atomics.one.timed.median);
    add(std::move(findings));
    add(half_findings(compared, halves));
  }

  /// Atomics and loads at lines all over a few MiB. A device that knows nothing of offsets may refuse them, or answer as if there
  /// were none; it does not know loads behind an atomic either, for both came together. So such a load is asked for first.
  OperationsByAddress measure_by_address(const AtomicsOfLevel& atomics, double from, double to) {
    OperationsByAddress compared;
    compared.span_bytes = std::min(kComparedSpan, footprint_limit(device_, MemorySpace::global_ca));
    compared.refusal = atomics.one.refusal;
    if (!atomics.one.is_measured()) return compared;
    if (compared.span_bytes / kDrawnLine < 2 * kComparedLines) {
      compared.refusal = "The device's arrays are too small to compare lines of them.";
      return compared;
    }
    const std::vector<std::uint64_t> lines = drawn_lines(kComparedLines, compared.span_bytes);
    const double step = (to - from) / 3 / static_cast<double>(lines.size());
    for (const auto& [operation, words, points] :
         {std::tuple{load_after_atomic, "load behind an atomic, line ", &compared.owned},
          std::tuple{atomic, "atomic, line ", &compared.atomics}, std::tuple{load, "load past the L1, line ", &compared.loads}})
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const OperationsRequest request{.operation = operation, .repeats = kFewestOperationRepeats, .offset_bytes = lines[i]};
        points->push_back(ask_as_it_is(request, words + std::to_string(i), from += step, atomics.plain));
        if (points->back().is_measured()) continue;
        compared.refusal = points->back().refusal;
        points->clear();
        if (operation == load) break;
        compared.atomics.clear();
        return compared;
      }
    return compared;
  }

  void measure_crowds(double from, double to) {
    const std::uint64_t sms = device_.properties.sm_count.value_or(0);
    const double step = (to - from) / static_cast<double>(4 * kThreadPlaces.size());
    for (const MemoryOperation operation : {atomic, reduce})
      for (const ThreadPlaces& places : kThreadPlaces) {
        OperationPoint few, many;
        few.refusal = kNoSms;
        const std::uint64_t threads = std::min(kCrowdThreads, most_threads_);
        const auto all = [&](std::uint64_t count) {
          const OperationsRequest request{
              .operation = operation, .threads = threads, .blocks = sms, .spacing_bytes = places.spacing, .count = count};
          return ask(
              request,
              std::string(to_string(operation)) + " by all SMs, " + places.words + ", " + std::to_string(count) + " in a row",
              from += step);
        };
        if (sms > 0) few = all(kFewInARow);
        if (few.is_measured()) many = all(kManyInARow);
        add(crowd_finding(operation, places, few, many, static_cast<double>(threads * sms * (kManyInARow - kFewInARow))));
      }
  }

  void measure_store(OperationLevel level, const OperationPoint& plain, double progress) {
    std::vector<OperationPoint> points;
    for (std::uint64_t i = 0; i < kTimesAsked; ++i) {
      points.push_back(ask({.operation = store, .level = level},
                           std::string("store to ") + std::string(to_string(level)) + " memory, and a fence", progress));
      if (!points.back().is_measured()) break;
    }
    add(store_findings(level, plain, points));
  }

  void measure_after_stores(const OperationPoint& hit, const OperationPoint& miss) {
    for (const bool present : {false, true})
      add(after_store_finding(
          hit, miss, present,
          ask({.operation = load_after_store, .warm = present},
              present ? "load after a store to a line of the L1" : "load after a store", present ? 0.83 : 0.8)));
  }

  void measure_copies(const OperationPoint& plain, double from) {
    std::vector<std::uint64_t> threads{1, warp_};
    for (std::uint64_t count = 8 * warp_; count <= most_threads_; count *= 4) threads.push_back(count);
    const double step = (1 - from) / static_cast<double>(3 * threads.size());
    for (const MemoryOperation operation : {load, async_copy, bulk_copy})
      for (const std::uint64_t count : threads) {
        const auto bytes = static_cast<unsigned>(count * kCopyBytes);
        OperationsRequest request{
            .operation = operation, .threads = count, .spacing_bytes = kCopyBytes, .access_bytes = kCopyBytes};
        if (operation == bulk_copy) request = {.operation = bulk_copy, .access_bytes = bytes};
        const OperationPoint point =
            ask(request, std::string(copy_words(operation)) + " of " + std::to_string(bytes) + " B", from += step, plain);
        add(copy_finding(operation, bytes, point));
        if (!point.is_measured()) break;  // if this size is refused, so are larger ones
      }
  }

  Recorder& recorder_;
  const Description& device_;
  std::uint64_t repeats_, warp_, most_threads_;
  std::optional<DeviceError> error_;
};

class OperationsProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = operations_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const ParameterReader read(info(), values);
    const std::uint64_t repeats = read.count("repeats");
    if (repeats < kFewestOperationRepeats)
      return invalid_request("repeats is " + format_count(repeats) + "; it must be at least " +
                             format_count(kFewestOperationRepeats) + ".");
    Recorder recorder(info(), device, control);
    const Description& described = device.description();
    if (!described.serves(OperationsRequest::kCall)) {
      const auto say = [&](const char* subject, std::initializer_list<const char*> quantities) {
        for (Finding& finding : unserved(described, OperationsRequest::kCall, subject, quantities, kOperationsReference))
          recorder.add(std::move(finding));
      };
      say(subject::shared_memory, {quantity::atomic_latency_cycles, quantity::store_visible_cycles, quantity::copy_latency_cycles});
      say(subject::l2, {quantity::atomic_latency_cycles, quantity::atomics_per_cycle, quantity::store_visible_cycles});
      say(subject::l1_data, {quantity::load_after_store, quantity::hit_under_miss});
      return recorder.take_report();
    }
    MeasuringOperations measuring(recorder, described, repeats);
    if (auto error = measuring.measure(read.text("part"))) return *error;
    return recorder.take_report();
  }
};

}  // namespace

std::unique_ptr<Probe> make_operations_probe() { return std::make_unique<OperationsProbe>(); }

}  // namespace chasescope
