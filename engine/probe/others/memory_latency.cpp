// Probe `memory`: the latency of main memory in order and in random order, cold and warm (topology thesis, §4.4).
//
// A repeated pass over an array larger than the last cache takes a good part of a second, and accesses to lines that stayed in the
// cache spoil it. So this probe reads no line twice. The array is several times as large as the cache, each line is visited once,
// and the lines that are visited first are those that were written first when the array was filled. The first few accesses are the
// cold ones. After some thousand further accesses to the same array come the warm ones: their lines are new as well, but the
// translations of their pages are already in the TLBs.
// Decision 46: docs/decisions/cards/46-near-and-far-memory.md
#include <algorithm>
#include <bit>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/findings/half_words.h"
#include "engine/findings/near_far_words.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/others/pause_findings.h"
#include "engine/probe/parameters.h"
#include "engine/statistics/median_interval.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr const char* kMemoryLatencyReference = "topology thesis §4.4";
constexpr const char* kMemoryLatencySubject = subject::dram;
constexpr const char* kMemoryLatencyQuantity = quantity::hit_latency_cycles;
constexpr std::uint64_t kColdInOrder = 512;  // accesses
constexpr std::uint64_t kCold = 64;          // accesses; further ones would touch pages that were visited before
// On a device that keeps TLBs from request to request, repeated pages matter little. What matters there is that the accesses are
// many enough to include near and far lines in the same proportion as all of memory.
constexpr std::uint64_t kColdInOrderWhereKept = 4096, kColdWhereKept = 1024;
constexpr std::uint64_t kBetween = 8192;  // accesses between the cold and the warm ones, which load translations into the TLBs
constexpr std::uint64_t kWarm = 4096;
constexpr std::uint64_t kFewest = 8 * kCold;                    // lines of an array
// In an array so many times as large, few random lines are still in the cache.
constexpr std::uint64_t kTimesTheCache = 4;
// Bytes: large enough that most cold accesses touch a page of their own.
constexpr std::uint64_t kManyPages = std::uint64_t{256} << 20;
constexpr std::uint64_t kFirstStep = 128, kLargestStep = 4096;  // bytes: the line size of the last cache lies between these two
constexpr double kAnsweredByCache = 0.6;                        // a latency below this share of the median is a cache hit
constexpr double kFewAnswered = 0.1;                            // at most this share of the accesses may be cache hits
constexpr const char* kNearer = " Some lines are nearer than others, and the median describes neither group.";

enum class Order { sequential, random };
const char* word_of(Order order) { return order == Order::random ? "random" : "sequential"; }

ProbeInfo memory_latency_info() {
  ProbeInfo info;
  info.name = "memory";
  info.title = "Main memory";
  info.group = "Caches";
  info.summary = "The latency of main memory in order and in random order, cold and with the page looked up before.";
  info.reference = kMemoryLatencyReference;
  info.parameters = {
      {.key = "bytes",
       .label = "Array",
       .kind = ParameterKind::bytes,
       .optional = true,
       .unset_text = "4 times the last cache",
       .help = "None of its lines is read twice. It must be several times as large as the last cache, which still holds the lines "
               "that were written last."},
      {.key = "seed", .label = "Seed", .kind = ParameterKind::count, .default_text = "1", .help = "Chooses the random order."},
  };
  return info;
}

/// A walk in one order: its run, its step, and the latencies of its timed accesses.
struct Walked {
  RunPtr run;
  std::uint64_t step = 0;
  std::vector<double> cold, warm;  ///< cycles, less the measuring overhead
};

double share_below(const std::vector<double>& cycles, double cut) {
  const auto below = std::count_if(cycles.begin(), cycles.end(), [&](double each) { return each < cut; });
  return static_cast<double>(below) / static_cast<double>(cycles.size());
}

std::string spread_in_words(std::vector<double> cycles) {
  std::sort(cycles.begin(), cycles.end());
  const auto at = [&](double share) { return cycles[static_cast<std::size_t>(share * static_cast<double>(cycles.size() - 1))]; };
  return "95 % of them took " + number_text(at(0.025)) + " to " + number_text(at(0.975)) + " cycles.";
}

class MeasuringMemoryLatency {
 public:
  MeasuringMemoryLatency(Recorder& recorder, const Description& device, MemorySpace space, std::uint64_t bytes, std::uint64_t seed)
      : recorder_(recorder), device_(device), space_(space), bytes_(bytes), seed_(seed) {}

  std::optional<DeviceError> run() {
    const auto random = walk(Order::random, kFirstStep, 0.0, 0.5);
    if (!random) return refused(random.error());
    random_ = *random;
    const double memory = inference::median_of(random->warm);
    // A line that was fetched together with its neighbour is no access to memory. So the step is doubled until no accesses are that
    // fast.
    for (std::uint64_t step = kFirstStep; step <= kLargestStep; step *= 2) {
      const auto sequential = walk(Order::sequential, step, 0.5, 1.0);
      if (!sequential) {
        add(Order::random, *random, "");
        return refused(sequential.error());
      }
      if (share_below(sequential->warm, kAnsweredByCache * memory) > kFewAnswered && step < kLargestStep) continue;
      add(Order::random, *random,
          is_of_two_kinds(sequential->warm) ? kNearer
                                            : " In order, where a page is seldom looked up, none do. So the translation takes "
                                              "long, and the median describes neither kind.");
      add(Order::sequential, *sequential, kNearer);
      add_near_and_far(*sequential);
      add_pauses(*sequential);
      break;
    }
    return std::nullopt;
  }

 private:
  /// A limit of the device ends the probe with the findings made so far, and is their reason. Every other error is the probe's
  /// error.
  std::optional<DeviceError> refused(const DeviceError& error) {
    if (!is_limit(error)) return error;
    for (const Order order : {Order::random, Order::sequential})
      for (const char* state : {"cold", "warm"})
        if (order == Order::sequential || !random_) recorder_.add(blank(order, state, error.message));
    return std::nullopt;
  }

  Outcome<Walked> walk(Order order, std::uint64_t step, double from, double to) {
    ChaseRequest request;
    request.space = space_;
    const std::uint64_t lines = bytes_ / step;
    if (order == Order::random)
      request.pattern = ShuffledPattern{lines * step, step, seed_};
    else
      request.pattern = UniformPattern{lines * step, step};
    // No line is visited twice, however few lines there are.
    const std::uint64_t most = std::max<std::uint64_t>(lines, kFewest);
    const std::uint64_t warm = std::min(kWarm, most / 4), between = std::min(kBetween, most / 4);
    const std::uint64_t cold = order == Order::random ? (keeps_state() ? std::min(kColdWhereKept, most / 8) : kCold)
                                                      : std::min(keeps_state() ? kColdInOrderWhereKept : kColdInOrder, most / 8);
    request.accesses = cold + between + warm;
    if (lines < request.accesses)
      return DeviceError{ErrorCode::invalid_request, size_words(bytes_) + " hold " + format_count(lines) +
                                                         " lines, too few to read each of them only once; choose a larger array."};
    if (auto error = check(request, device_)) return *error;
    const auto run = recorder_.chase({request, std::string(word_of(order)) + " over " + size_words(lines * step)}, from, to);
    if (!run) return run.error();
    const ChaseResult& result = (*run)->chase()->result;
    const double overhead = result.overhead_cycles.value_or(0);
    Walked walked{*run, step, {}, {}};
    const std::vector<float> cycles = result.cycles.copy();
    if (cycles.size() != request.accesses)
      return DeviceError{ErrorCode::internal, "The device answered another number of accesses than was asked for."};
    for (std::size_t i = 0; i < cold; ++i) walked.cold.push_back(static_cast<double>(cycles[i]) - overhead);
    for (std::size_t i = cycles.size() - warm; i < cycles.size(); ++i)
      walked.warm.push_back(static_cast<double>(cycles[i]) - overhead);
    return walked;
  }

  static bool is_of_two_kinds(const std::vector<double>& cycles) {
    return inference::is_between_two_kinds(cycles, inference::median_interval_of(cycles));
  }

  /// Adds the findings of an order. `why_two`: a sentence that explains why there are two kinds of accesses, if there are two.
  void add(Order order, const Walked& walked, const std::string& why_two) {
    add(order, "cold", walked, walked.cold, "the first accesses to the array", why_two);
    add(order, "warm", walked, walked.warm, "accesses to lines that were not read before, after thousands to the same array", why_two);
  }

  void add(Order order, const char* state, const Walked& walked, const std::vector<double>& cycles, const std::string& which,
           const std::string& why_two) {
    Finding finding = blank(order, state, {});
    const auto median = inference::median_interval_of(cycles);
    finding.evidence = {walked.run->id};
    finding.method = "Median of " + format_count(cycles.size()) + " accesses, each to a line of its own, " +
                     (order == Order::random ? "in random order" : "in order, " + size_words(walked.step) + " apart") + " over " +
                     size_words(bytes_) + ": " + which + ". " + spread_in_words(cycles);
    const double memory = inference::median_of(walked.warm);
    if (share_below(walked.warm, kAnsweredByCache * memory) > kFewAnswered) {
      finding.reason = "Many accesses were much faster than the others: a cache answered them, although no line was read twice.";
    } else if (!keeps_state() && inference::is_between_two_kinds(cycles, median)) {
      finding.reason = "Half of the accesses took clearly longer than the other half." + why_two;
    } else {
      set_measured(finding, median);
      if (const auto found = order == Order::sequential ? near_far_of(cycles) : std::nullopt) finding.reason = found->in_words("memory");
      if (order == Order::random && std::string_view(state) == "warm")
        finding.reason = "Where TLBs reach less than " + size_words(bytes_) + ", looking pages up is part of it.";
      if (std::string_view(state) == "cold" && keeps_state())
        finding.reason += std::string(finding.reason.empty() ? "" : " ") +
                          "The device keeps translations of earlier chases, so that a page may not be cold.";
    }
    recorder_.add(std::move(finding));
  }

  /// Adds the latencies of near and far lines, if there are two kinds and neighbouring lines are mostly of one kind.
  void add_near_and_far(const Walked& walked) {
    if (share_below(walked.warm, kAnsweredByCache * inference::median_of(walked.warm)) > kFewAnswered) return;
    const auto found = near_far_of(walked.warm);
    if (!found) return;
    for (const bool near : {true, false}) {
      const auto& kind = near ? found->kinds.near : found->kinds.far;
      Finding finding =
          unmeasured(kMemoryLatencySubject, near ? quantity::near_memory_latency_cycles : quantity::far_memory_latency_cycles,
                     found->in_words("memory"), "", kMemoryLatencyReference);
      finding.unit = "cycles";
      finding.conditions = {{"space", std::string(to_string(space_))}};
      finding.method = "Median of the " + std::string(near ? "faster" : "slower") + " kind of " + format_count(walked.warm.size()) +
                       " accesses in order, " + size_words(walked.step) + " apart, to lines that were not read before.";
      finding.evidence = {walked.run->id};
      set_measured(finding, kind);
      recorder_.add(std::move(finding));
    }
    add_halves(walked);
  }

  /// Adds the findings about periodic pauses of memory (refresh). Without pauses they are added on a card only: most other devices
  /// have no refresh, and the reason would stand in every report.
  void add_pauses(const Walked& walked) {
    if (share_below(walked.warm, kAnsweredByCache * inference::median_of(walked.warm)) > kFewAnswered) return;
    const ChaseResult& result = walked.run->chase()->result;
    std::vector<double> cycles;
    for (const float each : result.cycles.copy()) cycles.push_back(static_cast<double>(each) - result.overhead_cycles.value_or(0));
    for (Finding& finding : pause_findings(*walked.run, cycles, to_string(space_).data(), keeps_state()))
      recorder_.add(std::move(finding));
  }

  /// Adds the address bits whose parity chooses the near or the far half, the kind with which each page begins, and the bits above
  /// the page that belong to the parity, too.
  void add_halves(const Walked& walked) {
    const HalfMapFound found = half_map(*walked.run, random_ ? random_->run.get() : nullptr);
    Finding bits =
        blank_half(quantity::far_memory_bits, found.undecided,
                   "For every choice of address bits, whether their parity goes with near and far, of " +
                       format_count(std::bit_floor(walked.run->cycles().size())) + " lines in a row (Walsh-Hadamard transform).",
                   walked);
    if (!found.map) return recorder_.add(std::move(bits));
    set_half(bits, found.map->bits(), bits_in_words(*found.map));
    if (found.map->pages) bits.evidence.push_back(found.map->at_random_run);
    recorder_.add(std::move(bits));
    add_pages(*found.map, walked);
  }

  void add_pages(const HalfMap& map, const Walked& walked) {
    Finding pages =
        blank_half(quantity::far_memory_pages, map.no_pages,
                   "In each page, the constant that most of its lines agree with: a line is far where the parity of the "
                   "bits and the constant differ. Lines were read from all over the array in random order.",
                   walked);
    Finding row =
        blank_half(quantity::far_memory_row_bits, map.no_row,
                   "All begins of a row of pages with all choices of bits of a page's number: those whose parity gives the "
                   "constants of all pages (Walsh-Hadamard transform).",
                   walked);
    if (map.pages) {
      for (Finding* finding : {&pages, &row}) {
        finding->evidence.push_back(map.at_random_run);
        finding->conditions[quantity::page_bytes] = map.pages->page_bytes;
      }
      if (map.pages->told > 0)
        set_half(pages,
                 std::count_if(map.pages->pages.begin(), map.pages->pages.end(),
                               [](const auto& page) { return page.begins_far == true; }),
                 pages_in_words(*map.pages, map));
      else
        pages.reason = "So many lines are measured wrongly that the constant of no page is known.";
    }
    if (map.row) set_half(row, map.row->bits, row_in_words(*map.row, *map.pages));
    recorder_.add(std::move(pages));
    recorder_.add(std::move(row));
  }

  Finding blank_half(const char* quantity, std::string reason, std::string method, const Walked& walked) const {
    Finding finding = unmeasured(kMemoryLatencySubject, quantity, std::move(reason), std::move(method), kMemoryLatencyReference);
    finding.unit = "1";
    finding.conditions = {{"space", std::string(to_string(space_))}};
    finding.evidence = {walked.run->id};
    return finding;
  }

  static void set_half(Finding& finding, nlohmann::json value, std::string reason) {
    finding.status = FindingStatus::measured;
    finding.value = std::move(value);
    finding.reason = std::move(reason);
  }

  static void set_measured(Finding& finding, const inference::MedianInterval& median) {
    finding.status = FindingStatus::measured;
    finding.value = std::round(median.median * 100) / 100;
    finding.low = std::min(median.low, finding.value.get<double>());
    finding.high = std::max(median.high, finding.value.get<double>());
  }

  /// Whether the device is a card, whose latencies vary without added noise.
  bool keeps_state() const { return device_.keeps_all_state || !device_.keeps_state.empty(); }

  Finding blank(Order order, const char* state, std::string reason) const {
    Finding finding = unmeasured(kMemoryLatencySubject, kMemoryLatencyQuantity, std::move(reason),
                                 "Accesses that each go to a line of its own.", kMemoryLatencyReference);
    finding.unit = "cycles";
    finding.conditions = {{"space", std::string(to_string(space_))}, {"order", word_of(order)}, {"state", state}};
    return finding;
  }

  Recorder& recorder_;
  const Description& device_;
  MemorySpace space_;
  std::uint64_t bytes_;
  std::uint64_t seed_;
  std::optional<Walked> random_;
};

class MemoryProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = memory_latency_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const ParameterReader read(info(), values);
    const Description& described = device.description();
    Recorder recorder(info(), device, control);
    // Uses loads that bypass the L1 if there are any, because no L1 hit may be measured.
    const bool cg = described.serves(MemorySpace::global_cg), ca = described.serves(MemorySpace::global_ca);
    if (!described.serves(ChaseRequest::kCall) || (!cg && !ca)) {
      for (Finding& finding :
           unserved(described, ChaseRequest::kCall, kMemoryLatencySubject, {kMemoryLatencyQuantity}, kMemoryLatencyReference))
        recorder.add(std::move(finding));
      return recorder.take_report();
    }
    const MemorySpace space = cg ? MemorySpace::global_cg : MemorySpace::global_ca;
    const auto asked = read.optional_bytes("bytes");
    const bool keeps = described.keeps_all_state || !described.keeps_state.empty();
    if (!asked && keeps && !described.properties.l2_bytes) {
      Finding finding = unmeasured(kMemoryLatencySubject, kMemoryLatencyQuantity,
                                   described.name +
                                       " keeps lines between chases and does not tell how many its last cache holds; state an "
                                       "array several times as large (bytes).",
                                   "Accesses that each go to a line of its own.", kMemoryLatencyReference);
      recorder.add(std::move(finding));
      return recorder.take_report();
    }
    MeasuringMemoryLatency measuring(recorder, described, space, asked.value_or(usual_bytes(described, space)), read.count("seed"));
    if (auto error = measuring.run()) return *error;
    return recorder.take_report();
  }

 private:
  static std::uint64_t usual_bytes(const Description& device, MemorySpace space) {
    const std::uint64_t wanted = std::max(kManyPages, kTimesTheCache * device.properties.l2_bytes.value_or(0));
    // The array takes at most a quarter of memory, to leave some to other programs.
    const std::uint64_t quarter = device.properties.memory_bytes.value_or(~std::uint64_t{0}) / 4;
    return std::min({wanted, std::max(quarter, kFewest * kFirstStep), footprint_limit(device, space)});
  }
};

}  // namespace

std::unique_ptr<Probe> make_memory_probe() { return std::make_unique<MemoryProbe>(); }

}  // namespace chasescope
