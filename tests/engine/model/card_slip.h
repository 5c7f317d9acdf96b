// A card file with one mistake, and a test that the reader finds the mistake at its place.
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
  const char* pointer;  ///< pointer to the member that is changed
  const char* value;    ///< its new value as JSON; "" removes the member
  const char* place;    ///< the fault's pointer
  const char* reason;   ///< part of the fault's reason
  friend std::ostream& operator<<(std::ostream& stream, const Slip& slip) { return stream << slip.pointer << " = " << slip.value; }
};

/// `card` is valid without the slip. The reader must not report members that the slip does not concern: it may report
/// `most` faults at most.
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
