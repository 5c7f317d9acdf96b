// The parts of a card by the names that `discover` takes: subjects of findings ("l1_data"), and groups of them ("tlb").
#pragma once

#include <string>
#include <vector>

namespace chasescope {

/// Every name that `discover` accepts, groups first.
const std::vector<std::string>& part_names();

/// The subjects that these names mean: "tlb, l2" is l1_tlb, l2_tlb, l3_tlb and l2. Empty for an empty text: all of them.
std::vector<std::string> subjects_named(const std::string& names);

/// Whether `subject` is one of `subjects`; an empty list means all subjects.
bool is_wanted(const std::vector<std::string>& subjects, const std::string& subject);

}  // namespace chasescope
