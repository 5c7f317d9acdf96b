#include "engine/session/document/document_writer.h"

#include <QtCore/QString>
#include <QtCore/QUtf8StringView>

#include "engine/device/codec/codec_number.h"

namespace chasescope {
namespace {

using nlohmann::ordered_json;

std::string utf8(const std::string& text) {
  if (QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8()) return text;
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toStdString();
}

}  // namespace

ordered_json tidied(const ordered_json& value) {
  switch (value.type()) {
    case ordered_json::value_t::number_float: return json_number(value.get<double>());
    case ordered_json::value_t::string: return utf8(value.get_ref<const std::string&>());
    case ordered_json::value_t::array: {
      ordered_json out = ordered_json::array();
      for (const ordered_json& element : value) out.push_back(tidied(element));
      return out;
    }
    case ordered_json::value_t::object: {
      ordered_json out = ordered_json::object();
      for (const auto& [name, member] : value.items()) out[utf8(name)] = tidied(member);
      return out;
    }
    default: return value;
  }
}

}  // namespace chasescope
