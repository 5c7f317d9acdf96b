// What was published of a card (engine/session/published) as the window shows it.
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/session/published/published.h"

namespace chasescope {

/// A published share of misses at a footprint.
struct PublishedRate {
  std::uint64_t bytes = 0;  ///< N
  double rate = 0;          ///< 0 to 1
};
/// The published miss rates of a cache or TLB, by footprint: the points of a paper's figure that its text tells.
std::vector<PublishedRate> publishedMissRates(std::string_view device, std::string_view subject);

/// "16 KiB · 24 KiB": all that was published of it, each value once; empty if nothing was.
QString publishedText(const std::vector<PublishedValue>& values, const Finding& finding);
/// "Published: 16 KiB, with the small L1 (Meltzer, …)", a line each.
QStringList publishedDetails(const std::vector<PublishedValue>& values, const Finding& finding);

}  // namespace chasescope
