// The fields of a policy's parameters, as many as it has.
#pragma once

#include <QFormLayout>
#include <QLineEdit>
#include <map>
#include <string>

#include "engine/model/spec/spec.h"

namespace chasescope {

class PolicyParameters : public QWidget {
  Q_OBJECT
 public:
  /// `of` follows the names of the fields for those who hear them: "of the TLB"; may be empty.
  explicit PolicyParameters(const QString& of, QWidget* parent = nullptr);

  /// Without a signal. A field that is typed in stays as it is.
  void setPolicy(const model::PolicySpec& policy);

 signals:
  /// A member as it was typed; build::set_parameter() takes it.
  void edited(const std::string& member, const QString& text);

 private:
  QString of_;
  QFormLayout* form_;
  std::string shownKind_;
  std::map<std::string, QLineEdit*> fields_;  // by member
};

}  // namespace chasescope
