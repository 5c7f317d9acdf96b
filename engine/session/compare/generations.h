// A line of generations: one quantity of many cards, by the year in which the first card of each one's generation was sold
// (engine/device/generation.h). Values come from the findings of each session; a session without the finding has no point.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/session/document/session.h"

namespace chasescope {

struct GenerationQuantity {
  const char* id;        ///< "l2-size"
  const char* title;     ///< "L2 size"
  const char* subject;   ///< of findings
  const char* quantity;  ///< of findings
  const char* unit;      ///< "bytes", "cycles", "bytes/s", "1"
};

/// All quantities that can be drawn, in the order of the menu.
std::span<const GenerationQuantity> generation_quantities();
/// Null if no quantity has that id.
const GenerationQuantity* generation_quantity(std::string_view id);

struct GenerationPoint {
  std::size_t session = 0;  ///< index of the session
  std::string device;
  std::string generation;  ///< "Fermi"
  int year = 0;
  double value = 0;       ///< in the quantity's unit
  std::string words;      ///< "16 KiB"
  bool reported = false;  ///< true: reported by the device; false: measured
  double low = 0, high = 0;  ///< the interval, in the quantity's unit; both equal the value if there is none
};

struct GenerationLine {
  std::vector<GenerationPoint> points;  ///< by year, then by value
  std::vector<std::string> no_year;     ///< devices without a compute capability, so without a generation
  std::vector<std::string> no_value;    ///< devices without a finding of the quantity
};

/// Of several findings, a measured one is preferred to a reported one, then one without a carve-out to one of a particular
/// carve-out, then the first.
GenerationLine generation_line(std::span<const Session> sessions, const GenerationQuantity& quantity);

}  // namespace chasescope
