// What the steps of one whole share (discover): the numbers of their runs, which of them are kept, and what was found out that a
// later step would find out again.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <typeindex>

namespace chasescope {

/// What the structure of one cache is worth (accesses) where many things are asked: what does not give in soon seldom does.
inline constexpr std::uint64_t kSoon = 40'000'000;

class SharedWork {
 public:
  std::uint64_t next_run = 1;                          ///< the number of the next run of any step
  std::uint64_t most_for_a_cache = ~std::uint64_t{0};  ///< accesses that the structure of one cache is worth
  /// Whether what does not give in soon is left alone.
  bool in_a_hurry() const { return most_for_a_cache != ~std::uint64_t{0}; }
  std::string unsteady;        ///< why no level of the device can be told, once that was seen; a sentence
  std::set<std::string> kept;  ///< ids of the runs that are in the report

  /// What the steps remember of one kind, such as KnownSurveys; empty at first. Whoever finds a kind of thing out has a class that
  /// remembers it, so that this one need not know them all.
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
