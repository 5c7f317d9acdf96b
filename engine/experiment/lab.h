// The lab in which structure is found. It makes chases under one setting, keeps within the device's limits and the budget, and
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
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {

/// Thrown inside the structure probes if the data do not decide a quantity. It becomes a `not_measurable` finding.
struct Undecided : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The device did not answer.
struct Unanswered : Undecided {
  using Undecided::Undecided;
};

/// Thrown inside the structure probes if the device ended the measurement. It becomes the probe's error.
struct DeviceFailure : std::runtime_error {
  explicit DeviceFailure(DeviceError e) : std::runtime_error(e.message), error(std::move(e)) {}
  DeviceError error;
};

/// The conditions under which a structure is measured.
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

/// The accesses that a probe may spend if nobody says otherwise: a minute of a software GPU.
inline constexpr std::uint64_t kUsualBudget = 3'000'000'000;

/// What all labs of one probe share: the number of accesses that may be spent, and how much of a card's time.
struct Budget {
  /// By what factor each step may exceed its usual limit. A larger budget is shared by all steps.
  double generosity() const { return std::max(1.0, static_cast<double>(accesses) / static_cast<double>(kUsualBudget)); }
  /// "1 access", "2,000 accesses".
  std::string words() const;
  /// Why a step that needs at least so many more accesses is not made, as a sentence; empty if the budget has them. The sentence is
  /// kept as `refusal`.
  std::string refuse(std::uint64_t more);
  static constexpr double kNoEnd = 1e300;
  std::uint64_t accesses = 0;
  std::uint64_t spent = 0;
  std::uint64_t step_end = ~std::uint64_t{0};  ///< accesses at which the current step must end (Allowance)
  double cycles_spent = 0;                     ///< cycles spent, by the pace that was measured, with launches
  /// cycles at which the current step must end, on a device that keeps cache contents between chases
  double cycles_end = kNoEnd;
  double cycles_of_step = kNoEnd;  ///< cycles that the current step may spend in all
  std::uint64_t fresh_taken = 0;   ///< bytes of untouched memory that were handed out, from the end of memory downwards
  std::string refusal;             ///< why the first step was refused for which the whole budget was too small; empty: none was
};

/// A chase with a longer reach than this (bytes) uses elements of eight bytes instead of four.
inline constexpr std::uint64_t kReachOfFourBytes = std::uint64_t{4} << 32;

class Lab {
 public:
  Lab(Device& device, Recorder& recorder, Setting setting, Budget& budget);

  /// Chases `offsets` for whole passes. Throws Undecided if the device's limits or the budget do not allow it.
  Walk walk(const std::vector<std::uint64_t>& offsets, Passes passes, std::string label);
  /// Chases the offsets 0, stride, … below `bytes` for whole passes.
  Walk uniform(std::uint64_t bytes, std::uint64_t stride, Passes passes, std::string label);
  /// Chases the same offsets, but times only the first `accesses` elements of one pass: these are the period of the walk.
  Walk beginning(std::uint64_t bytes, std::uint64_t stride, std::uint64_t warm_passes, std::uint64_t accesses, std::string label);
  /// `accesses` timed accesses after `warmup` untimed ones. They need not be whole passes.
  Walk single(const std::vector<std::uint64_t>& offsets, std::uint64_t warmup, std::uint64_t accesses, std::string label);

  /// Chases any pattern on one SM, whatever SM the setting names: `accesses` timed accesses after `warmup` untimed ones.
  Walk on_sm(unsigned sm, Pattern pattern, std::uint64_t warmup, std::uint64_t accesses, std::string label);

  /// Repeats a request with `factor` times as many timed accesses.
  Walk longer(const RunPtr& run, std::uint64_t factor, std::string label);

  /// Makes trials under this lab's setting. Throws Undecided if the device, its limits or the budget do not allow them.
  RunPtr trials(TrialsRequest request, std::string label);

  /// Throws Undecided if the device's limits or the budget do not allow a chase of so many accesses. Called before its lines are
  /// listed.
  void refuse_if_too_long(std::size_t period, std::uint64_t accesses) const;

  /// Keeps a run as evidence and returns its id.
  std::string cite(const RunPtr& run) { return recorder_.keep(run); }
  /// Tells the sink what is being measured.
  void tell(const std::string& doing) { recorder_.progress(doing); }

  /// Addresses below this may be read. It shrinks if the device has less memory than it says.
  std::uint64_t limit_bytes() const { return limit_bytes_; }
  /// Whether an array of that size can be allocated. Tries it once if that is not known.
  bool reaches(std::uint64_t bytes);
  /// The address of `bytes` of memory that no chase of this lab has touched, at a multiple of `alignment`. Throws Undecided.
  std::uint64_t fresh(std::uint64_t bytes, std::uint64_t alignment);

  /// Whether cache contents may survive from one chase to the next, so that more warm-up is needed.
  bool keeps_state() const { return description().keeps_all_state || !description().keeps_state.empty(); }
  /// Whether this part ("l1_data", …) may hold lines of an earlier request.
  bool keeps(const std::string& part) const {
    const auto& kept = description().keeps_state;
    return description().keeps_all_state || std::find(kept.begin(), kept.end(), part) != kept.end();
  }

  const Setting& setting() const { return setting_; }
  /// A lab for the same device, recorder and budget under another setting.
  Lab under(const Setting& other) const { return {device_, recorder_, other, budget_}; }
  /// From now on, chases run on this SM, unless a certain one was asked for.
  void stay_on(unsigned sm) {
    if (!setting_.sm) setting_.sm = sm;
  }
  /// From now on, only addresses below this are read.
  void stay_below(std::uint64_t bytes) {
    limit_bytes_ = std::min(limit_bytes_, bytes);
    fresh_end_ = std::min(fresh_end_, limit_bytes_);
  }
  /// What other steps of an exploration know, or null.
  SharedWork* shared() const { return recorder_.shared(); }
  const Description& description() const { return device_.description(); }
  /// Accesses spent by all labs that share the budget.
  std::uint64_t spent() const { return budget_.spent; }
  /// Why a step was refused for which the whole budget was too small; empty if none was.
  const std::string& budget_refusal() const { return budget_.refusal; }

 private:
  friend class Allowance;
  Walk run(ChaseRequest request, std::size_t period, std::string label);
  ChaseRequest request() const;

  Device& device_;
  Recorder& recorder_;
  Setting setting_;
  Budget& budget_;
  std::uint64_t limit_bytes_ = 0;
  std::uint64_t fresh_end_ = 0;  // untouched memory is handed out from the end downwards
  std::uint64_t reached_ = 0;    // arrays up to this size could be allocated
  Pace pace_;
};

/// The most that a step may spend: accesses on any device, and also cycles of its clock on a device that keeps cache contents
/// between chases (which is probably a card).
struct Most {
  std::uint64_t accesses = 0;
  double cycles = 0;
};

/// While an object of this class lives, the lab's chases may spend no more than `most` together. A step without success must not
/// use up the budget of other steps.
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
