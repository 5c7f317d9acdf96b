// The gallery as pages, and as files of a paper.
#pragma once

#include "app/paper/gallery.h"

namespace chasescope {

std::string gallery_html(const std::vector<GalleryPiece>& pieces);
std::string gallery_markdown(const std::vector<GalleryPiece>& pieces);
std::string gallery_figures_tex(const std::vector<GalleryPiece>& pieces);
std::string gallery_tables_tex(const std::vector<GalleryPiece>& pieces);

}  // namespace chasescope
