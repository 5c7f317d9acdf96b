// The parts that are missing in a discovery: those in which the device failed, and those that were not reached after it was lost.
// This follows from the findings alone, so that it can be read from a saved session, too. A part that the device does not serve is
// no trouble, because that is the answer about this part.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/error.h"
#include "engine/findings/finding.h"

namespace chasescope {

/// Marks a finding that replaces the findings of a whole part. `error` ended that part, or, if it was not `reached`, an earlier
/// part and with it all later ones. An error that only reports what the device can't do leaves the finding unchanged.
void mark_trouble(Finding& finding, const DeviceError& error, bool reached);

struct DiscoveryTrouble {
  std::size_t failed = 0, cancelled = 0, not_reached = 0;  ///< numbers of parts; at least one is above 0
  std::string reason;                                      ///< the error of the first of these parts
};

/// No value if all parts are complete.
std::optional<DiscoveryTrouble> discovery_trouble(const std::vector<Finding>& findings);

/// Parts that the same error ended or kept from being reached.
struct TroubledParts {
  std::vector<std::string> titles;  ///< as the progress names them: "Caches", "TLB"
  std::string reason;               ///< a sentence
};

/// The parts that are missing, those with the same error together, in order.
std::vector<TroubledParts> troubled_parts(const std::vector<Finding>& findings);

/// Whether the finding stands in place of those of a part that is missing.
bool is_trouble(const Finding& finding);

/// The error of one of these parts, or why it was not reached. Empty if all of them are complete, or were cancelled.
std::string failure_of(const std::vector<std::string>& parts, const std::vector<Finding>& findings);

/// "ended early: 1 part failed and 8 were not reached", "ended with failures: 2 parts failed", "was cancelled: 9 parts were not
/// finished": the words that follow a probe's title.
std::string outcome_words(const DiscoveryTrouble& trouble);

/// The same words as a sentence, and the error after it: "ended early: 2 parts were not reached. The card is gone." Without an
/// error if all was well until it was cancelled.
std::string outcome_sentences(const DiscoveryTrouble& trouble);

}  // namespace chasescope
