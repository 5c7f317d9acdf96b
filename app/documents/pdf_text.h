// The places and sizes of the texts on a page of a PDF. qpdf reads the file, and this code follows the page's operators; it is
// compiled only where qpdf was found.
#pragma once

#include <QRectF>
#include <vector>

class QPDFPageObjectHelper;

namespace chasescope {

/// One piece of text, in points from the lower left corner; y grows upwards.
struct PageText {
  QRectF box;       ///< from the baseline to the height of an x
  QRectF clip;      ///< the part of the page that clipping leaves visible where this text stands
  double size = 0;  ///< of the type
};

struct PageTexts {
  std::vector<PageText> texts;
  int pictures = 0;  ///< inline pictures, which stand among the page's operators
};

PageTexts textsOf(QPDFPageObjectHelper& page);

}  // namespace chasescope
