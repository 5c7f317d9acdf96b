// The small picture of each term, drawn in the colours of the program.
#pragma once

#include <map>
#include <string>

#include "widgets/glossary/term_sketch.h"

namespace chasescope {

using DrawTerm = void (*)(TermSketch& sketch);

/// The drawing of a term by its id; null where there is none.
DrawTerm pictureOfTerm(const std::string& id);

/// The pictures of all terms by id, in five files: chase, cache, replacement policies, chip, findings.
std::map<std::string, DrawTerm> chasePictures();
std::map<std::string, DrawTerm> cachePictures();
std::map<std::string, DrawTerm> policyPictures();
std::map<std::string, DrawTerm> chipPictures();
std::map<std::string, DrawTerm> findingPictures();

}  // namespace chasescope
