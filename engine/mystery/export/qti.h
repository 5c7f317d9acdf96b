// QTI 2.1 (IMS Question and Test Interoperability, 2012): a content package with an assessment item for each variant. An item holds
// its key and how it is scored: the points of each number or choice that is right.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/mystery/export/variants.h"

namespace chasescope::mystery {

/// A file of a package, by its name within it.
struct PackageFile {
  std::string name;
  std::string text;
};

/// imsmanifest.xml and the items.
std::vector<PackageFile> qti_package(const std::vector<Variant>& variants);

/// Writes a package: a zip file where the path ends in .zip, else a folder. \return a sentence if that failed.
std::optional<std::string> write_qti(const std::vector<Variant>& variants, const std::filesystem::path& path);

}  // namespace chasescope::mystery
