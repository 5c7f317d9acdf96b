// A line of generations: one quantity of many cards, by the year in which the first card of each one's generation was sold
// (engine/device/generation.h). Values are what findings of each session say; what none says is not there.
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

/// All that can be drawn, in the order in which they are offered.
std::span<const GenerationQuantity> generation_quantities();
/// Null where there is none of that id.
const GenerationQuantity* generation_quantity(std::string_view id);

struct GenerationPoint {
  std::size_t session = 0;  ///< its place among those that were given
  std::string device;
  std::string generation;  ///< "Fermi"
  int year = 0;
  double value = 0;       ///< in the quantity's unit
  std::string words;      ///< "16 KiB"
  bool reported = false;  ///< the device says so itself; else it was measured
  double low = 0, high = 0;  ///< the interval that the data support, in the quantity's unit; equal where there is none
};

struct GenerationLine {
  std::vector<GenerationPoint> points;  ///< by year, then by value
  std::vector<std::string> no_year;     ///< devices without a compute capability, so without a generation
  std::vector<std::string> no_value;    ///< devices of which nothing tells the quantity
};

/// A measured value goes before a reported one, and one without a carve-out before those of particular carve-outs; of what is left,
/// the first finding.
GenerationLine generation_line(std::span<const Session> sessions, const GenerationQuantity& quantity);

}  // namespace chasescope
