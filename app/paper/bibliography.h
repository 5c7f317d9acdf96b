// Whom to cite: the program, and the papers whose methods its probes and figures use (resources/gallery/bibliography.json).
#pragma once

#include <set>
#include <string>

namespace chasescope {

/// BibTeX of the program and of all papers, each with the probes and figures that use its method as a comment.
std::string bibliography();
/// BibTeX of the program and of only the papers behind these figures.
std::string bibliography_of(const std::set<std::string>& figures);

}  // namespace chasescope
