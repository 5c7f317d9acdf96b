// A card file with one slip in it, which the reader is to find at its place.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/card_file/card_reader.h"

namespace chasescope::model::tests {

struct Slip {
  const char* pointer;  ///< what is changed
  const char* value;    ///< to this, as JSON; "" removes it
  const char* place;    ///< the fault's pointer
  const char* reason;   ///< part of the fault's reason
  friend std::ostream& operator<<(std::ostream& stream, const Slip& slip) { return stream << slip.pointer << " = " << slip.value; }
};

/// `card` is good without the slip. A slip is no reason to report what it did not touch: there are `most` faults at the most.
inline void expect_found(const Slip& slip, nlohmann::json card, const std::vector<std::string_view>& spaces, std::size_t most) {
  const nlohmann::json::json_pointer at(slip.pointer);
  if (std::string(slip.value).empty())
    card.at(at.parent_pointer()).erase(at.back());
  else
    card[at] = nlohmann::json::parse(slip.value);
  const CardReading reading = read_card(card.dump(), spaces);
  EXPECT_FALSE(reading.card);
  EXPECT_THAT(reading.faults,
              ::testing::Contains(::testing::AllOf(::testing::Field(&Fault::pointer, slip.place),
                                                   ::testing::Field(&Fault::reason, ::testing::HasSubstr(slip.reason)))))
      << (reading.faults.empty() ? "no faults" : describe(reading.faults, "card.json"));
  EXPECT_LE(reading.faults.size(), most) << describe(reading.faults, "card.json");
}

}  // namespace chasescope::model::tests
