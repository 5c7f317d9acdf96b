// The gallery as pages (HTML, Markdown), and as LaTeX files for a paper.
#pragma once

#include "app/paper/gallery.h"

namespace chasescope {

std::string gallery_html(const std::vector<GalleryPiece>& pieces);
std::string gallery_markdown(const std::vector<GalleryPiece>& pieces);
std::string gallery_figures_tex(const std::vector<GalleryPiece>& pieces);
std::string gallery_tables_tex(const std::vector<GalleryPiece>& pieces);

}  // namespace chasescope
