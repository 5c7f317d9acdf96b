// Static re-reference interval prediction: each way holds a guess of how long its line will not be used, a number of `bits` bits.
// The lowest way whose guess is the largest possible number is replaced; if there is no such way, all guesses grow by one until
// there is. A new line gets the guess one below the largest possible number.
//
// Jaleel, Theobald, Steely, Emer, ISCA 2010. At a hit, srrip_hp (hit priority) sets the guess to 0, and srrip_fp (frequency
// priority) makes it one less. Parameter: `bits`, 2 if not given.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/spec/raw_array.h"
#include "engine/model/spec/set_layout.h"

namespace chasescope::model {

template <bool frequency>
class Srrip {
 public:
  static constexpr std::string_view name = frequency ? "srrip_fp" : "srrip_hp";
  static constexpr bool counts_repeats = true;

  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>&) {
    constexpr double kMostBits = 7;
    ParameterFaults faults = only_parameters(spec, {"bits"});
    check_number(faults, spec, "bits", 1, kMostBits, true);
    return faults;
  }

  Srrip(const PolicySpec& spec, const SetLayout& layout, std::uint64_t)
      : guesses_(layout.slots), most_(static_cast<std::uint8_t>((1U << static_cast<unsigned>(number_or(spec, "bits", 2))) - 1)) {}

  std::uint32_t victim(const SetRef& at) {
    std::uint8_t* const guesses = guesses_.data() + at.base;
    std::uint32_t way = 0;
    for (std::uint32_t other = 1; other < at.ways; ++other)
      if (guesses[other] > guesses[way]) way = other;
    const auto growth = static_cast<std::uint8_t>(most_ - guesses[way]);
    for (std::uint32_t other = 0; growth > 0 && other < at.ways; ++other)
      guesses[other] = static_cast<std::uint8_t>(guesses[other] + growth);
    return way;
  }
  void hit(const SetRef& at, std::uint32_t way) {
    std::uint8_t& guess = guesses_[at.base + way];
    guess = frequency && guess > 0 ? static_cast<std::uint8_t>(guess - 1) : std::uint8_t{0};
  }
  void fill(const SetRef& at, std::uint32_t way) { guesses_[at.base + way] = static_cast<std::uint8_t>(most_ - 1); }

 private:
  RawArray<std::uint8_t> guesses_;  // undefined for ways that were not filled
  std::uint8_t most_;
};

using SrripHp = Srrip<false>;
using SrripFp = Srrip<true>;

}  // namespace chasescope::model
