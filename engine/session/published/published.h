// Numbers that papers and other people's measurements published about a card, for comparison with the findings, and the reasons for
// differences. They are only shown: no probe and no inference reads them.
//
//   for (const PublishedValue& one : published_values(session.device.name))
//     if (is_published_of(one, finding)) show(one.what, why_they_differ(published_reasons(), one, value));
//
// Numbers and reasons are lines of files in resources/published, each with its source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/findings/finding.h"

namespace chasescope {

/// The note of a value that was taken with the carve-out that gives the L1 the most.
inline constexpr const char* kWithLargestL1 = "with the largest L1";

struct PublishedValue {
  Finding what;            ///< subject, quantity, conditions, value and unit; the conditions are those of the publication
  std::string source;      ///< "Mei, Zhao, Liu, Chu: …, NPC 2014"
  std::string note;        ///< "median", "with the largest L1"; may be empty
  std::string key;         ///< the source as the files name it: "MEI14"
  std::string short_name;  ///< the short name of the source: "2014 paper"
  std::string card;        ///< the card's name, as the caller gave it
};

/// The published values of the card with exactly this name.
std::vector<PublishedValue> published_values(std::string_view device);
/// The same from the text of a file; empty if the file is none of published values.
std::vector<PublishedValue> published_values(const std::string& text, std::string_view device);

/// Whether the finding can be compared with the published value: same subject and quantity, all published conditions, and no
/// further condition that would make it another quantity.
bool is_published_of(const PublishedValue& published, const Finding& finding);

/// Why a source's numbers differ from those of this program.
struct PublishedReason {
  std::string subject, quantity;     ///< "*": any
  std::vector<std::string> sources;  ///< keys of sources; empty: any
  std::string published_is;          ///< "higher" or "lower" than the finding; empty: either
  std::vector<std::string> cards;    ///< names of the devices on which the reason was shown; empty: it holds for all devices
  std::string why;                   ///< the reason in a few words, which occur in `source` too
  std::string source;                ///< the page that shows the reason: "docs/h200.md"
};

/// A known limit: quantities that can't be measured on some devices, and why.
struct KnownLimit {
  std::string subject;
  std::vector<std::string> quantities;
  std::string origin;        ///< of the devices: "hardware", …; empty: any
  std::string reason;        ///< text that the finding's own reason must contain; empty: any reason
  std::string why;           ///< a few words
  bool is_told_now = false;  ///< today's discovery finds it: the session is older, or from a part of a discovery
  std::string source;
};

struct PublishedReasons {
  std::vector<PublishedReason> differences;
  std::vector<KnownLimit> limits;
};

/// The reasons of resources/published/reasons.json.
const PublishedReasons& published_reasons();
/// The same from the text of a file; empty if the file is none of reasons.
PublishedReasons published_reasons(const std::string& text);

/// The reason why a published number differs from the finding; null if none is known. `found` is in the published unit.
const PublishedReason* why_they_differ(const PublishedReasons& reasons, const PublishedValue& published, double found);

}  // namespace chasescope
