// Quad-age LRU: each way has an age of 0 to 3. engine/model/policy/qlru_variant.h explains the names of the variants.
// Parameter: `variant`, as in "H11_M1_R0_U0".
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/policy/qlru_variant.h"
#include "engine/model/spec/set_layout.h"
#include "engine/trace/random.h"

namespace chasescope::model {

class Qlru {
 public:
  static constexpr std::string_view name = "qlru";
  static constexpr bool counts_repeats = true;

  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>&) {
    ParameterFaults faults = only_parameters(spec, {"variant"});
    check_variant(faults, spec, "variant");
    return faults;
  }
  static void check_variant(ParameterFaults& faults, const PolicySpec& spec, const std::string& member) {
    if (!parse_qlru(word_of(spec, member)))
      faults.push_back(
          {member, "must name a machine, as in \"H11_M1_R0_U0\" or \"H21_M2_R0_U0_UMO\"; R0 and R2 go with U0 and U1"});
  }

  Qlru(const PolicySpec& spec, const SetLayout& layout, std::uint64_t seed)
      : Qlru(parse_qlru(word_of(spec, "variant")).value_or(QlruVariant{}), layout, seed) {}
  Qlru(const QlruVariant& machine, const SetLayout& layout, std::uint64_t seed)
      : machine_(machine), ages_(layout.slots, kOldest), random_(seed) {}

  std::uint32_t victim(const SetRef& at) {
    if (machine_.on_miss_only) update(at, at.ways);
    const std::uint8_t* const ages = ages_.data() + at.base;
    // The cache always fills the lowest empty way first. R2 fills from the right, so its ways are numbered from the right, and its
    // leftmost way is the highest.
    if (machine_.replaces == 2) {
      for (std::uint32_t way = at.ways; way-- > 0;)
        if (ages[way] == kOldest) return way;
      return at.ways - 1;
    }
    const std::uint8_t* const oldest = std::find(ages, ages + at.ways, kOldest);
    return oldest == ages + at.ways ? 0 : static_cast<std::uint32_t>(oldest - ages);
  }
  void hit(const SetRef& at, std::uint32_t way) {
    std::uint8_t& age = ages_[at.base + way];
    age = machine_.promoted[age];
    if (!machine_.on_miss_only) update(at, way);
  }
  void fill(const SetRef& at, std::uint32_t way) { fill_as(machine_, at, way); }

  /// Fills a way and gives the new line the age that `machine` gives it. \pre machine.same_ages() holds for the policy's own
  /// variant
  void fill_as(const QlruVariant& machine, const SetRef& at, std::uint32_t way) {
    const bool as_told = machine.chance == 1 || random_.below(machine.chance) == 0;
    ages_[at.base + way] = as_told ? machine.inserted : kOldest;
    if (!machine_.on_miss_only) update(at, way);
  }

 private:
  static constexpr std::uint8_t kOldest = 3;

  /// Lets ages grow after an access to the way `accessed`, or before a replacement, where `accessed` is `at.ways`. Ways that were
  /// never filled have age 3, so the ages of a set that is not yet full don't grow.
  void update(const SetRef& at, std::uint32_t accessed) {
    std::uint8_t* const ages = ages_.data() + at.base;
    const bool spares = machine_.updates == 1 || machine_.updates == 3;
    const bool by_lack = machine_.updates <= 1;
    std::uint8_t most = 0;
    for (std::uint32_t way = 0; way < at.ways; ++way)
      if (!(machine_.updates == 1 && way == accessed)) most = std::max(most, ages[way]);
    if (most >= kOldest || (machine_.updates == 1 && at.ways == 1)) return;
    const auto growth = static_cast<std::uint8_t>(by_lack ? kOldest - most : 1);
    for (std::uint32_t way = 0; way < at.ways; ++way)
      if (!(spares && way == accessed)) ages[way] = static_cast<std::uint8_t>(ages[way] + growth);
  }

  QlruVariant machine_;
  std::vector<std::uint8_t> ages_;
  Random random_;
};

}  // namespace chasescope::model
