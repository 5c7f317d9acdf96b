// What the steps of one exploration (discover) share: the numbers of their runs, which runs are kept, and results that a later step
// would otherwise measure again.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <typeindex>

namespace chasescope {

/// The largest number of accesses for the structure of one cache if many quantities are to be found. A structure that takes more is
/// seldom found at all.
inline constexpr std::uint64_t kSoon = 40'000'000;

class SharedWork {
 public:
  std::uint64_t next_run = 1;                          ///< number of the next run in any step
  std::uint64_t most_for_a_cache = ~std::uint64_t{0};  ///< the most accesses for the structure of one cache
  std::uint64_t accesses = 0;                          ///< accesses of all chases so far, with warm-up
  bool has_a_minute = false;                           ///< whether one question may take a second of a card's time
  /// Whether a step gives up early if the structure of its cache is hard to find.
  bool in_a_hurry() const { return most_for_a_cache != ~std::uint64_t{0}; }
  std::string unsteady;        ///< why no level of the device can be found, once that is known; a sentence
  std::set<std::string> kept;  ///< ids of the runs that are in the report

  /// Forgets all results. Called before a step is repeated because its measurements are doubted: the remembered results are
  /// doubted, too.
  void forget() {
    known_.clear();
    unsteady.clear();
  }

  /// The results of one kind that the steps remember, such as KnownSurveys; empty at first. Each kind has a class of its own, so
  /// that this class need not know them.
  template <typename Known>
  Known& of() {
    std::shared_ptr<void>& known = known_[typeid(Known)];
    if (known == nullptr) known = std::make_shared<Known>();
    return *static_cast<Known*>(known.get());
  }

 private:
  std::map<std::type_index, std::shared_ptr<void>> known_;
};

}  // namespace chasescope
