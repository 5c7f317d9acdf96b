// What papers and other people's measurements published of a card, to stand beside what was found on it, and why the two may
// differ. It is shown and nothing else: no probe and no inference sees it.
//
//   for (const PublishedValue& one : published_values(session.device.name))
//     if (is_published_of(one, finding)) show(one.what, why_they_differ(published_reasons(), one, value));
//
// Both are files of resources/published: a number or a reason more is a line there, with its source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/findings/finding.h"

namespace chasescope {

struct PublishedValue {
  Finding what;            ///< subject, quantity, conditions, value and unit; the conditions are those that it was published with
  std::string source;      ///< "Mei, Zhao, Liu, Chu: …, NPC 2014"
  std::string note;        ///< "median", "with the largest L1"; may be empty
  std::string key;         ///< the source as the files name it: "MEI14"
  std::string short_name;  ///< the source in little room: "2014 paper"
  std::string card;        ///< the name that it was asked for
};

/// Those of the card with exactly this name; none for other cards.
std::vector<PublishedValue> published_values(std::string_view device);
/// The same, from a file's text. None if it is no such file.
std::vector<PublishedValue> published_values(const std::string& text, std::string_view device);

/// Whether the finding is of what was published: the same subject and quantity, under all the conditions that were published, and
/// under no others that would make it another quantity.
bool is_published_of(const PublishedValue& published, const Finding& finding);

/// Why a source's numbers differ from those of this program.
struct PublishedReason {
  std::string subject, quantity;     ///< "*": any
  std::vector<std::string> sources;  ///< keys of sources; empty: any
  std::string published_is;          ///< "higher" or "lower" than what was found; empty: either
  std::vector<std::string> cards;    ///< names of the devices on which that was shown; empty: it holds of any
  std::string why;                   ///< a few words, which stand in `source` too
  std::string source;                ///< where that was shown: "docs/h200.md"
};

/// What is known of something that can't be told on some devices.
struct KnownLimit {
  std::string subject;
  std::vector<std::string> quantities;
  std::string origin;        ///< of the devices: "hardware", …; empty: any
  std::string reason;        ///< a part of the finding's own reason; empty: any
  std::string why;           ///< a few words
  bool is_told_now = false;  ///< by a discovery of today: the session is an older one, or of a part
  std::string source;
};

struct PublishedReasons {
  std::vector<PublishedReason> differences;
  std::vector<KnownLimit> limits;
};

/// Those of resources/published/reasons.json.
const PublishedReasons& published_reasons();
/// The same from a file's text. None if it is no such file.
PublishedReasons published_reasons(const std::string& text);

/// The reason why a published number is not the one that was found; null where none is known. `found` in the published unit.
const PublishedReason* why_they_differ(const PublishedReasons& reasons, const PublishedValue& published, double found);

}  // namespace chasescope
