// The bench on which structure is found: makes chases under one setting, keeps within the device's limits and the budget, and
// remembers which runs became evidence.
//
//   Lab lab(device, recorder, {.space = MemorySpace::global_ca}, budget);
//   Walk walk = lab.walk({0, 4096, 8192}, {.warm_passes = 2, .timed_passes = 2}, "three lines");
//   walk.at(1, 2);   // cycles of the third element in the second timed pass
//
// Structure methods ask thousands of small questions. Only runs that a finding cites are kept (cite()).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/experiment/pace.h"
#include "engine/experiment/recorder.h"

namespace chasescope::structure {

/// Thrown inside the structure probes: the data do not decide this quantity. Becomes a `not_measurable` finding.
struct Undecided : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The device did not answer.
struct Unanswered : Undecided {
  using Undecided::Undecided;
};

/// Thrown inside the structure probes: the device ended the measurement. Becomes the probe's error.
struct DeviceFailure : std::runtime_error {
  explicit DeviceFailure(DeviceError e) : std::runtime_error(e.message), error(std::move(e)) {}
  DeviceError error;
};

/// Under which conditions a structure is looked at.
struct Setting {
  MemorySpace space = MemorySpace::global_ca;
  std::optional<double> carveout_percent;
  std::optional<unsigned> l1_kib;
  std::optional<unsigned> sm;
  friend bool operator==(const Setting&, const Setting&) = default;
};

struct Passes {
  std::uint64_t warm = 2;   ///< untimed passes
  std::uint64_t timed = 2;  ///< recorded passes
};

/// The latencies of whole passes over a list of elements.
struct Walk {
  RunPtr run;
  std::size_t period = 0;     ///< elements a pass
  std::vector<float> cycles;  ///< passes() × period, pass by pass
  std::size_t passes() const { return period == 0 ? 0 : cycles.size() / period; }
  float at(std::size_t pass, std::size_t element) const { return cycles[pass * period + element]; }
};

/// Accesses that a probe may spend if nobody says otherwise: a minute of a software GPU.
inline constexpr std::uint64_t kUsualBudget = 3'000'000'000;

/// What all labs of one probe share: how many accesses may be spent, and how much of a card's time.
struct Budget {
  /// How much more each step may spend than it usually may: a larger budget is for all of them.
  double generosity() const { return std::max(1.0, static_cast<double>(accesses) / static_cast<double>(kUsualBudget)); }
  static constexpr double kNoEnd = 1e300;
  std::uint64_t accesses = 0;
  std::uint64_t spent = 0;
  std::uint64_t step_end = ~std::uint64_t{0};  ///< what the step at hand may spend up to (Allowance)
  double cycles_spent = 0;                     ///< as the pace tells, launches included
  double cycles_end = kNoEnd;                  ///< what the step at hand may spend up to on a device that keeps state
  double cycles_of_step = kNoEnd;              ///< all that it may spend
  std::uint64_t fresh_taken = 0;               ///< bytes handed out as untouched, counted from the end of memory
};

/// A chase that reaches farther than this (bytes) follows numbers of eight bytes instead of four.
inline constexpr std::uint64_t kReachOfFourBytes = std::uint64_t{4} << 32;

class Lab {
 public:
  Lab(Device& device, Recorder& recorder, Setting setting, Budget& budget);

  /// Follows `offsets` for whole passes. Throws Undecided if the device's limits or the budget do not allow it.
  Walk walk(const std::vector<std::uint64_t>& offsets, Passes passes, std::string label);
  /// Offsets 0, stride, … below bytes.
  Walk uniform(std::uint64_t bytes, std::uint64_t stride, Passes passes, std::string label);
  /// The same, but of the timed pass only the first `accesses` elements: they are the walk's period.
  Walk beginning(std::uint64_t bytes, std::uint64_t stride, std::uint64_t warm_passes, std::uint64_t accesses, std::string label);
  /// `accesses` timed accesses after `warmup` untimed ones; need not be whole passes.
  Walk single(const std::vector<std::uint64_t>& offsets, std::uint64_t warmup, std::uint64_t accesses, std::string label);

  /// Any pattern on one SM, whatever SM the setting says: `accesses` timed ones after `warmup` untimed ones.
  Walk on_sm(unsigned sm, Pattern pattern, std::uint64_t warmup, std::uint64_t accesses, std::string label);

  /// The same request once more, with `factor` times as many timed accesses.
  Walk longer(const RunPtr& run, std::uint64_t factor, std::string label);

  /// Trials under this lab's setting. Throws Undecided where the device, its limits or the budget do not allow them.
  RunPtr trials(TrialsRequest request, std::string label);

  /// Throws Undecided if the device's limits or the budget do not allow a chase of so many accesses: before its lines are listed.
  void refuse_if_too_long(std::size_t period, std::uint64_t accesses) const;

  /// Keeps a run as evidence and returns its id.
  std::string cite(const RunPtr& run) { return recorder_.keep(run); }
  /// Tells what is being found out.
  void tell(const std::string& doing) { recorder_.progress(doing); }

  /// Addresses below this may be asked for. Shrinks if the device has less memory than it says.
  std::uint64_t limit_bytes() const { return limit_bytes_; }
  /// Whether an array of that size can be had; tries it once if that isn't known.
  bool reaches(std::uint64_t bytes);
  /// Fresh memory that no chase of this lab has touched, `bytes` long, at a multiple of `alignment`; an address. Throws Undecided.
  std::uint64_t fresh(std::uint64_t bytes, std::uint64_t alignment);

  /// Whether something may stay warm from one chase to the next; then more warm-up is needed.
  bool keeps_state() const { return description().keeps_all_state || !description().keeps_state.empty(); }
  /// Whether this part ("l1_data", …) may hold what an earlier request left there.
  bool keeps(const std::string& part) const {
    const auto& kept = description().keeps_state;
    return description().keeps_all_state || std::find(kept.begin(), kept.end(), part) != kept.end();
  }

  const Setting& setting() const { return setting_; }
  /// A bench for the same device, recorder and budget under another setting.
  Lab under(const Setting& other) const { return {device_, recorder_, other, budget_}; }
  /// From now on on this SM, unless one was asked for.
  void stay_on(unsigned sm) {
    if (!setting_.sm) setting_.sm = sm;
  }
  /// From now on only addresses below this are asked for.
  void stay_below(std::uint64_t bytes) {
    limit_bytes_ = std::min(limit_bytes_, bytes);
    fresh_end_ = std::min(fresh_end_, limit_bytes_);
  }
  /// What other steps of a whole know, or null.
  SharedWork* shared() const { return recorder_.shared(); }
  const Description& description() const { return device_.description(); }
  /// Accesses spent by all labs that share the budget.
  std::uint64_t spent() const { return budget_.spent; }

 private:
  friend class Allowance;
  Walk run(ChaseRequest request, std::size_t period, std::string label);
  ChaseRequest request() const;

  Device& device_;
  Recorder& recorder_;
  Setting setting_;
  Budget& budget_;
  std::uint64_t limit_bytes_ = 0;
  std::uint64_t fresh_end_ = 0;  // fresh memory is handed out from the top down
  std::uint64_t reached_ = 0;    // arrays up to this size have been granted
  Pace pace_;
};

/// What a step may spend at most: accesses on any device; on one that keeps state, which is a card in all likelihood, also cycles
/// of its clock.
struct Most {
  std::uint64_t accesses = 0;
  double cycles = 0;
};

/// While it lives, chases of the lab may spend no more than `most` in all: a step that leads nowhere must not use up what others
/// need.
class Allowance {
 public:
  Allowance(Lab& lab, Most most) : budget_(lab.budget_), before_(budget_) {
    const double times = budget_.generosity();
    budget_.step_end =
        std::min(before_.step_end, budget_.spent + static_cast<std::uint64_t>(times * static_cast<double>(most.accesses)));
    if (!lab.keeps_state()) return;
    budget_.cycles_of_step = times * most.cycles;
    budget_.cycles_end = std::min(before_.cycles_end, budget_.cycles_spent + budget_.cycles_of_step);
  }
  ~Allowance() {
    budget_.step_end = before_.step_end;
    budget_.cycles_end = before_.cycles_end;
    budget_.cycles_of_step = before_.cycles_of_step;
  }
  Allowance(const Allowance&) = delete;
  Allowance& operator=(const Allowance&) = delete;

 private:
  Budget& budget_;
  Budget before_;
};

}  // namespace chasescope::structure
