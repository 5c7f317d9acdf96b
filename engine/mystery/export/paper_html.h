// The printed part of a variant as XHTML, which both QTI and Moodle files contain.
#pragma once

#include <string>

#include "engine/mystery/export/variants.h"

namespace chasescope::mystery {

/// Paragraphs and tables: well-formed, with every text escaped.
std::string paper_html(const Variant& variant);

}  // namespace chasescope::mystery
