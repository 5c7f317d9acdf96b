// The published values of a card (engine/session/published), in the words of the window.
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/session/published/published.h"

namespace chasescope {

/// A published miss rate at one footprint.
struct PublishedRate {
  std::uint64_t bytes = 0;  ///< footprint, bytes
  double rate = 0;          ///< share of misses, 0 to 1
};
/// The published miss rates of a cache or TLB, by footprint: the points of a paper's figure that the paper's text gives as numbers.
std::vector<PublishedRate> publishedMissRates(std::string_view device, std::string_view subject);

/// "16 KiB · 24 KiB": all published values of the finding's quantity, each once; empty if there are none.
QString publishedText(const std::vector<PublishedValue>& values, const Finding& finding);
/// "Published: 16 KiB, with the small L1 (Meltzer, …)", a line each.
QStringList publishedDetails(const std::vector<PublishedValue>& values, const Finding& finding);

}  // namespace chasescope
