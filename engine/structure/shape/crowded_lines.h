// Tests whether the address really does not choose the set, if neighbouring lines and random lines suggest a single set.
//
// If a data store is smaller than its tags, and lines spread over the sets, the store is full before any set of the tags is. All
// lines then seem to share one set as large as the store. Lines with equal low address bits do not spread: any index that uses no
// higher bits puts them all into one set.
#pragma once

#include "engine/structure/shape/cache_report.h"
#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {

/// If the shape of the survey's nearest cache is a single set: looks for sets within it, and replaces the shape by them. If such
/// lines evict each other and no index explains it, the single set is removed, with the reason. Throws Unanswered alone.
void look_for_crowded_sets(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report);

}  // namespace chasescope::structure
