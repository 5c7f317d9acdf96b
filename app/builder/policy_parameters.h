// A field for each parameter of a policy.
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
  /// `of` ends the accessible names of the fields, such as "of the TLB"; it may be empty.
  explicit PolicyParameters(const QString& of, QWidget* parent = nullptr);

  /// Emits no signal. A field that has the focus keeps its text.
  void setPolicy(const model::PolicySpec& policy);

 signals:
  /// The new text of a member, for build::set_parameter().
  void edited(const std::string& member, const QString& text);

 private:
  QString of_;
  QFormLayout* form_;
  std::string shownKind_;
  std::map<std::string, QLineEdit*> fields_;  // by member
};

}  // namespace chasescope
