// What papers and other people's measurements published of a card, to stand beside what was found on it. It is shown and nothing
// else: no probe and no inference sees it.
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/findings/finding.h"

namespace chasescope {

struct PublishedValue {
  Finding what;        ///< subject, quantity, conditions, value and unit; the conditions are those that it was published with
  std::string key;     ///< of the source: "MEI14"
  std::string source;  ///< "Mei, Zhao, Liu, Chu: …, NPC 2014"
  std::string note;    ///< "median", "with the largest L1"; may be empty
};

/// Those of the card with exactly this name, from resources/published; none for other cards.
std::vector<PublishedValue> publishedValues(std::string_view device);
/// The same, from a file's text. None if it is no such file.
std::vector<PublishedValue> publishedValues(const std::string& text, std::string_view device);

/// A published share of misses at a footprint.
struct PublishedRate {
  std::uint64_t bytes = 0;  ///< N
  double rate = 0;          ///< 0 to 1
};
/// The published miss rates of a cache or TLB, by footprint: the points of a paper's figure that its text tells.
std::vector<PublishedRate> publishedMissRates(std::string_view device, std::string_view subject);

/// Whether the finding is of what was published: the same subject and quantity, under all the conditions that were published, and
/// under no others that would make it another quantity.
bool isPublishedOf(const PublishedValue& published, const Finding& finding);

/// "16 KiB · 24 KiB": all that was published of it, each value once; empty if nothing was.
QString publishedText(const std::vector<PublishedValue>& values, const Finding& finding);
/// "Published: 16 KiB, with the small L1 (Meltzer, …)", a line each.
QStringList publishedDetails(const std::vector<PublishedValue>& values, const Finding& finding);

}  // namespace chasescope
