// Outstanding requests: measures thread-latency curves, and infers the table of outstanding requests from the leaps that show where
// it is full (request study §3 to §5).
#include <algorithm>
#include <cmath>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/experiment/shared_work.h"
#include "engine/findings/request_findings.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/parameters.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr const char* kOutstandingReference = "request study §3";
constexpr std::uint64_t kWarp = 32;
constexpr std::uint64_t kOutstandingMostThreads = 1024;  // the most threads of the default sweep
constexpr std::uint64_t kDefaultLoads = 4;
constexpr std::uint64_t kMostLoads = 8;  // per thread; tried if the default number of loads does not identify the table
constexpr std::uint64_t kLoneRepeats = 16;
constexpr std::uint64_t kMostRuns = 65'536;

ProbeInfo outstanding_info() {
  ProbeInfo info;
  info.name = "outstanding";
  info.title = "Outstanding requests";
  info.group = "Requests";
  info.summary = "Lets growing numbers of threads load at once: how many requests an SM keeps under way, in an MSHR or in a PRT.";
  info.reference = "request study §3 to §5, figures 1 and 3 to 10";
  info.parameters = {
      {.key = "threads",
       .label = "Threads",
       .kind = ParameterKind::counts,
       .optional = true,
       .unset_text = "2 to 1,024 in steps of 2",
       .help = "Threads of one block, a point of the curve each: numbers and ranges, such as 2-1024:2 (request study, §3.1)."},
      {.key = "loads",
       .label = "Loads per thread",
       .kind = ParameterKind::counts,
       .optional = true,
       .unset_text = "1 to 4, more in doubt",
       .help = "Independent loads of each thread, with a curve for each number. More loads than the scoreboard allows say nothing "
               "about the table (§4). Unset: 1 to 4 as in the study, and up to 8 if these don't identify the table."},
      {.key = "sharing",
       .label = "Threads per block",
       .kind = ParameterKind::counts,
       .default_text = "1, 2, 4, 8, 16, 32",
       .help = "How many neighbouring threads load the same block of memory, with a curve for each number: Merger2 to Merger32 of "
               "the study (§5.1). The number must divide a warp."},
      {.key = "block_bytes",
       .label = "Block of memory",
       .kind = ParameterKind::bytes,
       .default_text = "128",
       .help = "The distance of unique loads: a cache line of the L1, so that no two loads are one request (§3.1)."},
      {.key = "repeats",
       .label = "Repeats",
       .kind = ParameterKind::count,
       .default_text = "3",
       .help = "How often each point is measured. The study reports their harmonic mean (§4); conclusions rest on the median."},
      {.key = "scoreboard_loads",
       .label = "Loads of one warp",
       .kind = ParameterKind::count,
       .default_text = "16",
       .help = "Up to so many independent loads of a single warp are tried, to see where the scoreboard stops it (§4)."},
  };
  return info;
}

struct OutstandingPlan {
  std::vector<std::uint64_t> threads, loads, sharing;
  bool loads_chosen = false;
  std::uint64_t block_bytes = 128;
  std::uint64_t repeats = 3;
  std::uint64_t scoreboard_loads = 16;
};

void tidy(std::vector<std::uint64_t>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// The numbers of threads in the plan that are multiples of `sharing`, so that each group loads one block.
std::vector<std::uint64_t> threads_for(const OutstandingPlan& plan, std::uint64_t sharing) {
  std::vector<std::uint64_t> threads;
  for (const std::uint64_t count : plan.threads)
    if (count >= sharing) threads.push_back(count);
  return threads;
}

/// Makes the measurements and keeps the data that the findings need.
class MeasuringOutstanding {
 public:
  /// `all_points`: whether every point of each curve is measured, or only those that are needed to find the leap.
  MeasuringOutstanding(Recorder& recorder, OutstandingPlan plan, bool all_points)
      : recorder_(recorder), plan_(std::move(plan)), all_points_(all_points) {
    for (const std::uint64_t sharing : plan_.sharing) runs_planned_ += threads_for(plan_, sharing).size() * plan_.loads.size();
    runs_planned_ += 2 * plan_.scoreboard_loads + 1;
  }

  std::optional<DeviceError> run() {
    if (auto error = measure_lone()) return error;
    if (auto error = measure_warps(study_.alone, 2, 2)) return error;
    if (auto error = measure_warps(study_.two, 2 * kWarp, kWarp)) return error;
    if (!plan_.loads_chosen) drop_loads_beyond_the_scoreboard();
    for (const std::uint64_t sharing : plan_.sharing)
      for (const std::uint64_t loads : plan_.loads)
        if (auto error = measure_curve(loads, sharing)) return error;
    study_.noise = scatter_of_a_point();
    return plan_.loads_chosen ? std::nullopt : measure_more_loads();
  }

  const RequestStudy& study() const { return study_; }

 private:
  struct Answer {
    std::vector<double> cycles;
    std::string run;
  };

  Outcome<Answer> ask(const OutstandingRequest& request, std::string label, bool auxiliary) {
    const double total = static_cast<double>(runs_planned_);
    const double from = std::min(static_cast<double>(runs_done_++) / total, 1.0);
    const auto run = recorder_.ask(Planned<OutstandingRequest>{request, std::move(label), auxiliary}, from,
                                   std::min(static_cast<double>(runs_done_) / total, 1.0));
    if (!run) return run.error();
    Answer answer{(*run)->as<OutstandingRequest>()->result.cycles, (*run)->id};
    for (double& cycles : answer.cycles) cycles = std::max(cycles, 1e-3);  // a harmonic mean needs times above 0
    return answer;
  }

  std::optional<DeviceError> measure_lone() {
    const auto answer = ask({.threads = 1, .block_bytes = plan_.block_bytes, .repeats = kLoneRepeats}, "one request alone", true);
    if (!answer) return answer.error();
    study_.lone = inference::point_of(1, answer->cycles).median;
    study_.lone_runs = {answer->run};
    return std::nullopt;
  }

  /// Measures the time of one or two warps over the number of their loads. The series ends where the device accepts no more loads.
  std::optional<DeviceError> measure_warps(std::vector<inference::LoadPoint>& series, std::uint64_t threads,
                                           std::uint64_t sharing) {
    for (std::uint64_t loads = 1; loads <= plan_.scoreboard_loads; ++loads) {
      const auto answer = ask({threads, loads, sharing, plan_.block_bytes, plan_.repeats},
                              format_count(threads) + " threads, " + format_count(loads) + (loads == 1 ? " load" : " loads"), true);
      if (!answer) {
        const ErrorCode code = answer.error().code;
        const bool refused = code == ErrorCode::invalid_request || code == ErrorCode::unsupported;
        if (!refused || loads == 1) return answer.error();
        study_.loads_refused = true;
        return std::nullopt;
      }
      series.push_back(inference::point_of(loads, answer->cycles));
      study_.warp_runs.push_back(answer->run);
      repeats_.push_back(answer->cycles);
    }
    return std::nullopt;
  }

  /// The number of loads that one warp has in flight at once; if none ever waited, the largest number tried.
  std::uint64_t loads_of_a_warp() const {
    const auto found = find_saturation(study_.alone, {study_.lone, study_.lone, scatter_of_a_point()});
    if (found.leap) return std::max<std::uint64_t>(found.leap->fits, 1);
    return study_.alone.empty() ? kDefaultLoads : study_.alone.back().count;
  }

  void drop_loads_beyond_the_scoreboard() {
    const std::uint64_t most = loads_of_a_warp();
    std::erase_if(plan_.loads, [&](std::uint64_t loads) { return loads > most; });
  }

  /// If the usual numbers of loads do not identify the table, tries more loads per thread, up to the number that a warp can have in
  /// flight. Few loads may not fill a large table, and some tables give the same curves under them. In these curves many threads
  /// share a block of memory, because such loads are issued in little time.
  std::optional<DeviceError> measure_more_loads() {
    constexpr std::size_t kSharings = 2;
    const std::vector<std::uint64_t> sharings(
        plan_.sharing.end() - static_cast<std::ptrdiff_t>(std::min(kSharings, plan_.sharing.size())), plan_.sharing.end());
    for (std::uint64_t loads = kDefaultLoads + 1; loads <= std::min(loads_of_a_warp(), kMostLoads); ++loads) {
      if (tells_the_table(study_)) break;
      for (const std::uint64_t sharing : sharings)
        if (auto error = measure_curve(loads, sharing)) return error;
    }
    return std::nullopt;
  }

  std::optional<DeviceError> measure_curve(std::uint64_t loads, std::uint64_t sharing) {
    ThreadCurve curve{loads, sharing, {}, {}};
    std::string about = format_count(loads) + (loads == 1 ? " load" : " loads");
    if (sharing > 1) about += ", " + format_count(sharing) + " share a block";
    const std::vector<std::uint64_t> threads = threads_for(plan_, sharing);
    if (auto error = add_points(curve, all_points_ ? threads : inference::points_of_warps(threads, kWarp), about)) return error;
    while (!all_points_) {
      const std::vector<std::uint64_t> between = points_that_tell(curve, threads);
      if (between.empty()) break;
      if (auto error = add_points(curve, between, about)) return error;
    }
    study_.curves.push_back(std::move(curve));
    return std::nullopt;
  }

  /// The numbers of threads that were left out so far, and lie within a step of the curve that may contain the leap.
  std::vector<std::uint64_t> points_that_tell(const ThreadCurve& curve, const std::vector<std::uint64_t>& threads) const {
    const inference::CurveScale scale = scale_of(curve, study_.curves, study_.lone, scatter_of_a_point());
    std::vector<std::uint64_t> between;
    for (const std::size_t step : steps_to_look_into(curve.points, scale)) {
      const auto from = std::upper_bound(threads.begin(), threads.end(), curve.points[step].count);
      const auto to = std::lower_bound(threads.begin(), threads.end(), curve.points[step + 1].count);
      between.insert(between.end(), from, to);
    }
    return between;
  }

  /// Measures these points and inserts them into the curve.
  std::optional<DeviceError> add_points(ThreadCurve& curve, const std::vector<std::uint64_t>& threads, const std::string& about) {
    for (const std::uint64_t count : threads) {
      const auto answer = ask({count, curve.loads, curve.sharing, plan_.block_bytes, plan_.repeats},
                              format_count(count) + " threads, " + about, false);
      if (!answer) return answer.error();
      const auto at = std::lower_bound(curve.points.begin(), curve.points.end(), count,
                                       [](const inference::LoadPoint& point, std::uint64_t other) { return point.count < other; });
      curve.runs.insert(curve.runs.begin() + (at - curve.points.begin()), answer->run);
      curve.points.insert(at, inference::point_of(count, answer->cycles));
      repeats_.push_back(answer->cycles);
    }
    return std::nullopt;
  }

  /// The scatter of a point. If each point was measured only once, it is estimated from the differences between neighbouring
  /// points.
  double scatter_of_a_point() const {
    if (plan_.repeats > 1) {
      const double each = inference::scatter_of_repeats(repeats_);
      // The standard error of a median exceeds that of the mean by this factor.
      const double share = plan_.repeats < 3 ? 1 : 1.2533;
      return share * each / std::sqrt(static_cast<double>(plan_.repeats));
    }
    std::vector<std::vector<double>> neighbours;
    for (const ThreadCurve& curve : study_.curves)
      for (std::size_t i = 1; i < curve.points.size(); ++i)
        neighbours.push_back({curve.points[i - 1].median, curve.points[i].median});
    return inference::scatter_of_repeats(neighbours);
  }

  Recorder& recorder_;
  OutstandingPlan plan_;
  RequestStudy study_;
  std::vector<std::vector<double>> repeats_;
  bool all_points_;
  std::size_t runs_planned_ = 0;
  std::size_t runs_done_ = 0;
};

class OutstandingProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = outstanding_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    Recorder recorder(info(), device, control);
    const Description& described = device.description();
    if (!described.serves(OutstandingRequest::kCall)) {
      for (Finding& finding : unserved(described, OutstandingRequest::kCall, subject::request_table,
                                       {quantity::structure, quantity::entries, quantity::merges_per_entry,
                                        quantity::max_outstanding, quantity::max_loads_per_warp},
                                       kOutstandingReference))
        recorder.add(std::move(finding));
      return recorder.take_report();
    }
    const auto planned = plan(values, described);
    if (!planned) return planned.error();
    // In a discovery in a hurry, only the points that are needed to identify the table are measured.
    const SharedWork* shared = recorder.shared();
    MeasuringOutstanding measuring(recorder, *planned, shared == nullptr || !shared->in_a_hurry());
    if (auto error = measuring.run()) return *error;
    for (Finding& finding : findings_of_requests(measuring.study())) recorder.add(std::move(finding));
    return recorder.take_report();
  }

 private:
  Outcome<OutstandingPlan> plan(const ParameterValues& values, const Description& device) const {
    const ParameterReader read(info(), values);
    OutstandingPlan plan{read.counts("threads"), read.counts("loads"), read.counts("sharing")};
    plan.block_bytes = read.bytes("block_bytes");
    plan.repeats = read.count("repeats");
    plan.scoreboard_loads = read.count("scoreboard_loads");
    const std::uint64_t limit = device.properties.max_threads_per_block.value_or(kOutstandingMostThreads);
    if (plan.threads.empty())
      for (std::uint64_t threads = 2; threads <= std::min(limit, kOutstandingMostThreads); threads += 2)
        plan.threads.push_back(threads);
    plan.loads_chosen = !plan.loads.empty();
    if (!plan.loads_chosen)
      for (std::uint64_t loads = 1; loads <= kDefaultLoads; ++loads) plan.loads.push_back(loads);
    for (auto* list : {&plan.threads, &plan.loads, &plan.sharing}) tidy(*list);
    if (auto error = check_plan(plan, device)) return *error;
    return plan;
  }

  /// Refuses a plan that the device can't measure before any request is made.
  static std::optional<DeviceError> check_plan(const OutstandingPlan& plan, const Description& device) {
    for (const std::uint64_t count : {plan.threads.front(), plan.threads.back()})
      if (auto error = check(OutstandingRequest{count, plan.loads.front(), 1, plan.block_bytes, plan.repeats}, device))
        return error;
    std::size_t runs = 0;
    for (const std::uint64_t sharing : plan.sharing) {
      if (sharing == 0 || kWarp % sharing != 0)
        return invalid_request("sharing is " + format_count(sharing) + "; it must divide the " + format_count(kWarp) +
                               " threads of a warp: 1, 2, 4, 8, 16 or 32.");
      const auto threads = threads_for(plan, sharing);
      // Checks the smallest and the largest values; those between them are then valid, too.
      if (threads.empty())
        return invalid_request("No point has enough threads for " + format_count(sharing) + " to share a block; the most are " +
                               format_count(plan.threads.back()) + ".");
      for (const std::uint64_t count : {std::min(threads.front(), plan.threads.front()), threads.back()})
        for (const std::uint64_t loads : {plan.loads.front(), plan.loads.back()})
          if (auto error = check(OutstandingRequest{count, loads, std::min(sharing, std::max<std::uint64_t>(count, 1)),
                                                    plan.block_bytes, plan.repeats},
                                 device))
            return error;
      runs += threads.size() * plan.loads.size();
    }
    if (runs > kMostRuns)
      return invalid_request(format_count(runs) + " points are too many; the limit is " + format_count(kMostRuns) +
                             ". Choose larger steps or fewer curves.");
    return std::nullopt;
  }
};

}  // namespace

std::unique_ptr<Probe> make_outstanding_probe() { return std::make_unique<OutstandingProbe>(); }

}  // namespace chasescope
